/// Turns the parser's character counts into byte offsets.
pub(super) struct Offsets {
    /// The byte offset of every character, or `None` for plain ASCII, where the two are the same.
    starts: Option<Vec<usize>>,
    end: usize,
}

impl Offsets {
    pub(super) fn new(text: &str) -> Self {
        let starts = || text.char_indices().map(|(offset, _)| offset).collect();
        Self {
            starts: (!text.is_ascii()).then(starts),
            end: text.len(),
        }
    }

    /// Returns where a character starts; past the last, where the text ends.
    pub(super) fn byte(&self, index: usize) -> usize {
        match &self.starts {
            Some(starts) => starts.get(index).copied().unwrap_or(self.end),
            None => index.min(self.end),
        }
    }
}
