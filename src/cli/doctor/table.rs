//! Tables as `jury doctor` shows them.

use comfy_table::{ContentArrangement, Table, presets};

/// Columns where the terminal does not say how many it has.
pub(super) const WIDTH: u16 = 80;

/// An empty table as wide as the terminal, with these heads.
pub(super) fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if table.width().is_none() {
        table.set_width(WIDTH);
    }
    table.set_header(header);
    table
}
