import json
import random
import sys


def choose(message):
    """Returns one of the legal moves. message["observation"] is the position as this side knows it."""
    attacks = [move for move in message["legal"] if move.startswith("attack")]
    return chance.choice(attacks or message["legal"])


chance = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        chance.seed(message["seed"])
    elif message["type"] == "choose":
        print(json.dumps({"move": choose(message)}), flush=True)
    elif message["type"] == "end":
        break
