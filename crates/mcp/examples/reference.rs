//! Prints `docs/tools.md`.

fn main() {
    print!("{}", kitsune_mcp::reference());
}
