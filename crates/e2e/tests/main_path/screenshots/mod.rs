//! Screenshots (*browser_screenshot*, the screenshot routes, *Tab permissions*), by their pixels.

mod areas;
mod dense;
mod frames;
mod sizes;
mod tabs;
mod uploads;

use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use kitsune_e2e::{Reply, TabId, Value, json};

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 128, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255, 255, 255];

/// A decoded PNG.
struct Image {
    width: u32,
    height: u32,
    channels: usize,
    bytes: Vec<u8>,
}

impl Image {
    /// Of an answer's `dataUrl`.
    #[track_caller]
    fn of(reply: &Reply) -> Self {
        Self::read(&bytes(reply, "data:image/png;base64,"))
    }

    #[track_caller]
    fn read(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let channels = info.color_type.samples();
        Self { width: info.width, height: info.height, channels, bytes }
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    #[track_caller]
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        assert!(x < self.width && y < self.height, "{x},{y} of {:?}", self.size());
        let start = (y * self.width + x) as usize * self.channels;
        self.bytes[start..start + 3].try_into().unwrap()
    }

    /// Whether every pixel has the colour.
    fn is_all(&self, colour: [u8; 3]) -> bool {
        self.bytes.chunks(self.channels).all(|pixel| pixel[..3] == colour)
    }
}

/// The image of an answer.
#[track_caller]
fn bytes(reply: &Reply, prefix: &str) -> Vec<u8> {
    let url = reply.is_ok()["dataUrl"].as_str().unwrap();
    let data = url.strip_prefix(prefix).unwrap_or_else(|| panic!("not {prefix}: {reply}"));
    STANDARD.decode(data).unwrap()
}

/// Width and height of a JPEG: they follow the marker of its frame.
fn jpeg_size(jpeg: &[u8]) -> (u32, u32) {
    let at = jpeg.windows(2).position(|marker| matches!(marker, [0xff, 0xc0 | 0xc2])).unwrap();
    let number = |at: usize| u32::from(u16::from_be_bytes([jpeg[at], jpeg[at + 1]]));
    (number(at + 7), number(at + 5))
}

/// A request about an element of a tab.
fn element(tab: TabId, selector: &str) -> Value {
    json!({"tabId": tab, "selector": selector})
}
