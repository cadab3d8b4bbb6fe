//! Prints `extension/src/protocol.ts`.

fn main() {
    print!("{}", kitsune_protocol::typescript::generate());
}
