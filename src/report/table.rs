//! Tables without lines: a column of words, then columns of numbers.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

/// Writes a table, with no space at the ends of lines.
pub(super) fn written(table: &Table) -> String {
    // The preset pads every cell on both sides; nothing stands left of the first.
    let lines = table.lines();
    let lines: Vec<String> = lines.map(|line| line[1..].trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Makes a table of a column of words and columns of numbers.
pub(super) fn table(header: impl IntoIterator<Item = impl Into<Cell>>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .force_no_tty()
        .set_header(header.into_iter().map(Into::into).collect::<Vec<Cell>>());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
