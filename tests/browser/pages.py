"""Steps through the pages that Salle writes, in a real browser.

Usage: pages.py SALLE [FOLDER]

Needs Chromium, its driver and Selenium (Debian: chromium, chromium-driver, python3-selenium).
Pages and pictures of them are left in FOLDER, if one is given.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# A match in which mistakes are found for certain.
SEED = 1

# What somebody has written into a note.
HOSTILE = "<script>document.title='stolen'</script><img src=x onerror=alert(1)>"


def salle(program, *arguments, answers=(0,)):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode in answers, f"salle {arguments}: {done.stderr}"


def make_pages(program, folder):
    """Writes a page of each kind."""
    match = folder / "match.jsonl"
    ruleset = "touche/basic"
    salle(program, "play", ruleset, "--set", "target=1", "--left", "random", "--right", "random",
          "--seed", SEED, "--record", match, "--force")
    noted = folder / "noted.jsonl"
    note = json.dumps({"type": "note", "after": 1, "text": HOSTILE})
    noted.write_text(match.read_text() + note + "\n")
    force = "--force"
    salle(program, "analyse", noted, "--budget", 3000, "--html", folder / "analysed.html", force)
    salle(program, "replay", "show", match, "--html", folder / "shown.html", force)
    measure = ("--seed", 7, "--games", 60, "--measure", "length,draws", force)
    salle(program, "compare", ruleset, f"{ruleset}:target=1", *measure,
          "--html", folder / "compared.html")
    salle(program, "sweep", ruleset, "--vary", "target=1..3", *measure,
          "--html", folder / "swept.html", "--svg", folder / "swept.svg")
    salle(program, "sweep", ruleset, "--vary", "target=1..3", "--vary", "first=left,right", *measure,
          "--html", folder / "mapped.html")


class Browser:
    """A browser with a new profile, which writes down what it asks for and complains of."""

    def __init__(self, script=True):
        self.profile = tempfile.mkdtemp()
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
        for flag in ["headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
                     "disable-background-networking", "disable-component-update", "disable-sync",
                     "disable-dev-shm-usage", f"user-data-dir={self.profile}"]:
            options.add_argument(f"--{flag}")
        if not script:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(service=service, options=options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, path, width=1100, height=900, scheme="light"):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.cdp("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.driver.get("about:blank")
        self.requests()
        self.driver.get(path.as_uri())

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def all(self, what):
        return self.driver.find_elements(By.CSS_SELECTOR, what)

    def one(self, what):
        return self.driver.find_element(By.CSS_SELECTOR, what)

    def shown(self, what):
        return [found for found in self.all(what) if found.is_displayed()]

    def press(self, key):
        ActionChains(self.driver).send_keys(key).perform()

    def run(self, script):
        return self.driver.execute_script(script)

    def requests(self):
        """Returns the addresses asked for since the last call."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def is_clean(self, path):
        """Tells that the page asked for nothing but itself, and that nothing was wrong with it."""
        asked = [url for url in self.requests() if not url.startswith(("data:", "about:"))]
        assert all(url.split("#")[0] == path.as_uri() for url in asked), asked
        complaints = self.driver.get_log("browser")
        assert complaints == [], complaints

    def fits(self):
        """Tells that nobody has to scroll sideways."""
        widths = self.run("const page = document.documentElement;"
                          "return [page.scrollWidth, page.clientWidth]")
        assert widths[0] <= widths[1], f"{widths[0]} pixels wide on a screen of {widths[1]}"

    def contrast(self):
        """Returns the least contrast of text to the page (WCAG 2.2, relative luminance)."""
        return self.run("""
            const light = (colour) => {
              const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
                .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
              return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
            };
            const behind = (node) => {
              for (; node; node = node.parentElement) {
                const colour = getComputedStyle(node).backgroundColor;
                if (!/, 0\\)$/.test(colour)) return colour;
              }
              return "rgb(255, 255, 255)";
            };
            const ratio = (node) => {
              const style = getComputedStyle(node);
              const ink = node.closest("svg") ? style.fill : style.color;
              const [one, other] = [light(ink), light(behind(node))];
              return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            };
            return [...document.querySelectorAll("p, li, a, th, td, pre, h1, h2, h3, svg text")]
              .filter((node) => node.checkVisibility() && node.textContent.trim() && !node.closest("a.mark"))
              .map((node) => [ratio(node), node.outerHTML.slice(0, 120)])
              .sort((one, other) => one[0] - other[0])[0];""")

    def is_legible(self):
        ratio, where = self.contrast()
        assert ratio >= 4.5, f"a contrast of {ratio:.2f} at {where}"


def place(browser):
    return browser.one(".place").text


def number(browser):
    """Returns the number of the position shown; only one is."""
    articles = browser.shown("article")
    assert len(articles) == 1, [article.get_attribute("id") for article in articles]
    current = int(articles[0].get_attribute("id").removeprefix("position-"))
    assert place(browser).startswith(f"Position {current} of "), place(browser)
    marked = browser.all(".strip [aria-current=step]")
    assert [link.text for link in marked] == [str(current)]
    return current


def steps_by_buttons_and_keys(browser, path):
    browser.open(path)
    last = len(browser.all("article"))
    assert last > 4 and number(browser) == 1
    assert not browser.one("[data-go=previous]").is_enabled()
    browser.one("[data-go=next]").click()
    assert number(browser) == 2
    browser.one("[data-go=previous]").click()
    assert number(browser) == 1
    browser.one("[data-go=last]").click()
    assert number(browser) == last
    browser.one("[data-go=first]").click()
    assert number(browser) == 1
    for key, expected in [(Keys.ARROW_RIGHT, 2), (Keys.ARROW_RIGHT, 3), (Keys.ARROW_LEFT, 2),
                          (Keys.END, last), (Keys.ARROW_RIGHT, last), (Keys.HOME, 1)]:
        browser.press(key)
        assert number(browser) == expected, (key, number(browser))
    # Keys can be switched off, for those who speak or press many.
    browser.one(".help summary").click()
    browser.one(".use-keys").click()
    browser.press(Keys.ARROW_RIGHT)
    assert number(browser) == 1
    browser.is_clean(path)


def opens_at_a_position(browser, path):
    browser.open(path)
    browser.driver.get(f"{path.as_uri()}#position-3")
    assert number(browser) == 3


def shows_what_sides_know(browser, path):
    browser.open(path)
    everything = browser.shown(".board")
    assert len(everything) == 1
    whole = everything[0].text
    browser.one("[name=eye][value=right]").click()
    [board] = browser.shown(".board")
    assert board.text != whole
    happened = [line.text for line in browser.shown(".happened li")]
    assert any("cards" in line for line in happened), happened
    # Left decides first: what it may play is its own.
    assert not browser.shown("[data-side]") and browser.shown(".veil")
    reveal = browser.one(".reveal")
    reveal.click()
    assert browser.shown(".board")[0].text == whole and browser.shown("[data-side]")
    assert reveal.get_attribute("aria-pressed") == "true"
    browser.press("r")
    assert browser.shown(".board")[0].text != whole
    browser.press("r")
    browser.one("[data-go=next]").click()
    assert reveal.get_attribute("aria-pressed") == "false"
    browser.is_clean(path)


def leads_to_mistakes(browser, path):
    browser.open(path)
    mistakes = browser.all(".mistakes a")
    certain = [link for link in mistakes if link.is_displayed()]
    assert certain, "the match was to have mistakes"
    target = certain[0].get_attribute("href").split("#position-")[1]
    certain[0].click()
    assert number(browser) == int(target)
    assert browser.run("return document.activeElement.id") == f"position-{target}"
    browser.press(Keys.HOME)
    browser.press("n")
    assert browser.one(".strip [aria-current]").get_attribute("data-mistake") is not None
    browser.press(Keys.HOME)
    browser.one("[data-go=mistake]").click()
    assert browser.one(".strip [aria-current]").get_attribute("data-mistake") is not None
    # A mark of the curve, and a point of it.
    for mark in [".mark:not(.spot):not(.luck)", ".mark.spot"]:
        link = browser.all(mark)[-1]
        target = link.get_attribute("href")
        target = target if isinstance(target, str) else target["baseVal"]
        ActionChains(browser.driver).scroll_to_element(link).move_to_element(link).click().perform()
        assert f"position-{number(browser)}" == target.split("#")[1]
    browser.is_clean(path)


def is_usable_by_keyboard(browser, path):
    browser.open(path)
    browser.press(Keys.TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.press(Keys.ENTER)
    for role in ["header", "main", "footer", "nav[aria-label]", "[role=status][aria-live=polite]"]:
        assert browser.all(role), role
    nameless = browser.run("""
        return [...document.querySelectorAll("button, a, input, svg, section, nav")].filter((node) =>
          !(node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length))
          .map((node) => node.outerHTML)""")
    assert nameless == [], nameless
    doubled = browser.run("""
        const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
        return ids.filter((id, index) => ids.indexOf(id) !== index)""")
    assert doubled == [], doubled


def takes_no_markup_from_others(browser, path):
    browser.open(path)
    assert browser.driver.title.endswith("a match")
    assert not browser.all("img") and len(browser.all("script")) == 1
    assert any(HOSTILE in (note.get_attribute("textContent") or "") for note in browser.all(".note"))
    # Even a script that slipped in would not run.
    browser.run("const more = document.createElement('script');"
                "more.textContent = 'window.stolen = true'; document.body.append(more)")
    assert browser.run("return window.stolen") is None
    [complaint] = browser.driver.get_log("browser")
    assert "Content Security Policy" in complaint["message"], complaint


def suits_every_screen(browser, path, pictures):
    for width in (360, 1100):
        for scheme in ("light", "dark"):
            browser.open(path, width=width, height=1400, scheme=scheme)
            browser.fits()
            browser.is_legible()
            paper = browser.run("return getComputedStyle(document.body).backgroundColor")
            assert (paper == "rgb(20, 23, 28)") == (scheme == "dark"), paper
            browser.is_clean(path)
            if pictures:
                name = f"{path.stem}-{width}-{scheme}.png"
                browser.driver.save_screenshot(str(pictures / name))


def is_whole_without_a_script(path):
    with Browser(script=False) as browser:
        browser.open(path, width=360)
        articles = browser.all("article")
        assert len(browser.shown("article")) == len(articles) > 4
        assert not browser.shown(".controls")
        browser.fits()
        browser.is_clean(path)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
        folder = pictures or Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        make_pages(program, folder)
        analysed, shown = folder / "analysed.html", folder / "shown.html"
        tests = [
            (steps_by_buttons_and_keys, analysed), (steps_by_buttons_and_keys, shown),
            (opens_at_a_position, shown), (shows_what_sides_know, shown),
            (leads_to_mistakes, analysed), (is_usable_by_keyboard, analysed),
            (takes_no_markup_from_others, analysed),
        ]
        with Browser() as browser:
            for test, path in tests:
                test(browser, path)
                print(f"{path.name}: {test.__name__.replace('_', ' ')}", flush=True)
            for name in ["analysed", "shown", "compared", "swept", "mapped"]:
                suits_every_screen(browser, folder / f"{name}.html", pictures)
                print(f"{name}.html: suits every screen", flush=True)
        is_whole_without_a_script(analysed)
        print("analysed.html: is whole without a script")


if __name__ == "__main__":
    main()
