//! Fenced blocks of a Markdown file.

/// A fenced block.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The line of its first line, from 1.
    pub(super) line: usize,
    /// What stands behind the opening fence: the language, and perhaps a file's name.
    pub(super) info: String,
    /// The lines in it.
    pub(super) lines: Vec<String>,
}

impl Block {
    pub(super) fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The file that the block shows in full, if it names one.
    pub(super) fn file(&self) -> Option<&str> {
        self.info.split(' ').nth(1)
    }

    /// The text of a file that holds these lines.
    pub(super) fn text(&self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        text
    }
}

/// Finds the fenced blocks of a text.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => block.lines.push(line.to_owned()),
            (None, Some(info)) => {
                open = Some(Block {
                    line: index + 2,
                    info: info.to_owned(),
                    lines: Vec::new(),
                });
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed: {open:?}");
    blocks
}
