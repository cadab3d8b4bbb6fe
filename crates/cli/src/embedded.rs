//! What the build put into the programs: the packed extension and the build id (see build.rs).

use kitsune_protocol::wire::Flavor;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// `<version>+<16 hex>`: differs whenever the programs or the extension in them differ.
pub const BUILD: &str = env!("KITSUNE_BUILD");

/// The packed extension (`.xpi`), or `None` when it was not built before this program.
pub fn extension(flavor: Flavor) -> Option<&'static [u8]> {
    match flavor {
        Flavor::Dev => DEV,
        Flavor::Signed => SIGNED,
    }
}
