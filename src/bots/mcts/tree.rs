//! The tree of a search: positions that its side cannot tell apart, with what was tried there.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::chance::Generator;
use crate::game::{Move, Moves};

/// How much a move that was tried less is preferred, the constant *c* of UCB1. The value is that of
/// the paper (see [`super::search`]), for rewards from 0 to 1.
const EXPLORATION: f64 = 0.7;

/// A node, by its place in the tree.
pub(super) type NodeId = usize;

/// The node at which a search begins.
pub(super) const ROOT: NodeId = 0;

/// A move of a node, by its place there.
pub(super) type EdgeId = usize;

/// What was tried of one move at one node.
#[derive(Debug, Default, Clone)]
pub(super) struct Edge {
    /// How often it was chosen.
    pub(super) visits: u32,
    /// How often it was legal when a move was chosen here.
    available: u32,
    /// The sum of rewards to the side that chose.
    reward: f64,
}

impl Edge {
    /// Returns the mean reward, 0–1, to the side that chose; ½ before the first.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 {
            return 0.5;
        }
        self.reward / f64::from(self.visits)
    }

    /// UCB1 for moves that are not always legal: instead of the visits of the node it counts how
    /// often the move could have been chosen (Cowling, Powley, Whitehouse 2012, section IV).
    fn bound(&self) -> f64 {
        let visits = f64::from(self.visits);
        let available = f64::from(self.available);
        self.mean() + EXPLORATION * (available.ln() / visits).sqrt()
    }
}

/// Positions that look alike to the side that searches, after the same choices.
#[derive(Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    by_text: HashMap<Arc<str>, EdgeId>,
    /// The list of moves that was seen here last, with its edges: mostly the next is the same.
    last: Option<(Moves, Rc<[EdgeId]>)>,
    /// Where a choice led: by what the side saw of the choice, and of all that came of it.
    children: HashMap<(Option<EdgeId>, u64), NodeId>,
}

impl Node {
    /// Finds the edges of legal moves; of new ones they are made.
    fn edges(&mut self, legal: &Moves) -> Rc<[EdgeId]> {
        if let Some((last, edges)) = &self.last
            && Rc::ptr_eq(last, legal)
        {
            return Rc::clone(edges);
        }
        let edges: Rc<[EdgeId]> = legal.iter().map(|one| self.edge(one)).collect();
        self.last = Some((Rc::clone(legal), Rc::clone(&edges)));
        edges
    }

    fn edge(&mut self, one: &Move) -> EdgeId {
        if let Some(edge) = self.by_text.get(&one.text) {
            return *edge;
        }
        self.edges.push(Edge::default());
        self.by_text
            .insert(Arc::clone(&one.text), self.edges.len() - 1);
        self.edges.len() - 1
    }
}

/// A tree that grows by a node an iteration.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Makes a tree with nothing but its root.
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![Node::default()],
        }
    }

    /// Chooses one of the legal moves: one that was never tried here if there is any, else the one
    /// with the highest bound. Returns its place in the list, and its edge.
    pub(super) fn choose(
        &mut self,
        node: NodeId,
        legal: &Moves,
        generator: &mut Generator,
    ) -> (usize, EdgeId) {
        let node = &mut self.nodes[node];
        let places = node.edges(legal);
        let mut untried = 0;
        for edge in places.iter() {
            let edge = &mut node.edges[*edge];
            edge.available += 1;
            untried += usize::from(edge.visits == 0);
        }
        let mut numbered = places.iter().copied().enumerate();
        if untried > 0 {
            let new = |(_, edge): &(usize, EdgeId)| node.edges[*edge].visits == 0;
            let nth = generator.index(untried);
            return numbered.filter(new).nth(nth).unwrap_or_default();
        }
        let mut best = numbered.next().unwrap_or_default();
        for other in numbered {
            if node.edges[other.1].bound() > node.edges[best.1].bound() {
                best = other;
            }
        }
        best
    }

    /// Returns the edge of the legal move at a place.
    pub(super) fn edge(&mut self, node: NodeId, legal: &Moves, place: usize) -> EdgeId {
        let node = &mut self.nodes[node];
        let edges = node.edges(legal);
        for edge in edges.iter() {
            node.edges[*edge].available += 1;
        }
        edges[place]
    }

    /// Finds the node that a choice leads to; tells whether it is new. `edge` is left out where the
    /// side that searches does not see what was chosen, `sight` tells what it sees then.
    pub(super) fn child(
        &mut self,
        node: NodeId,
        edge: Option<EdgeId>,
        sight: u64,
    ) -> (NodeId, bool) {
        let new = self.nodes.len();
        let child = *self.nodes[node]
            .children
            .entry((edge, sight))
            .or_insert(new);
        if child == new {
            self.nodes.push(Node::default());
        }
        (child, child == new)
    }

    /// Counts a choice, with its reward, 0–1, to the side that chose.
    pub(super) fn reward(&mut self, node: NodeId, edge: EdgeId, reward: f64) {
        let edge = &mut self.nodes[node].edges[edge];
        edge.visits += 1;
        edge.reward += reward;
    }

    /// Returns what was tried of a move at the root.
    pub(super) fn tried(&self, text: &str) -> Edge {
        let root = &self.nodes[ROOT];
        let edge = root.by_text.get(text);
        edge.map(|edge| root.edges[*edge].clone())
            .unwrap_or_default()
    }
}
