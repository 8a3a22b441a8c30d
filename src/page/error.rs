//! What can go wrong with a page.

/// Why a page could not be made. Neither can happen unless Salle itself is wrong.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A template does not fit what it is filled with.
    #[error("a page cannot be filled; please report this as a bug of Salle: {0}")]
    Template(#[from] minijinja::Error),
    /// The drawing library gave up.
    #[error("a chart cannot be drawn; please report this as a bug of Salle: {0}")]
    Drawing(String),
}

impl PageError {
    /// Makes the error of a drawing.
    pub(super) fn drawing(error: impl std::fmt::Display) -> Self {
        Self::Drawing(error.to_string())
    }
}
