//! Bounds and waits that more than one part needs. Times are milliseconds, sizes characters
//! unless the name says otherwise.

/// How long the bridge waits for the extension when a route does not say otherwise.
pub const COMMAND_MS: u64 = 30_000;
/// Longest load that `navigate` and `newTab` wait for.
pub const LOAD_MS: u64 = 15_000;
/// Least time between an action and its delta, in a visible tab.
pub const SETTLE_VISIBLE_MS: u64 = 400;
/// The same in a hidden tab, where the browser delays page timers to a second.
pub const SETTLE_HIDDEN_MS: u64 = 1_100;
/// Quiet time without a DOM change before the page counts as settled.
pub const QUIET_MS: u64 = 150;
/// Longest wait for quiet.
pub const SETTLE_CAP_MS: u64 = 1_500;
/// Longest wait while requests of the action are pending.
pub const SETTLE_CAP_PENDING_MS: u64 = 4_000;
/// Longest wait for another page that an action loads.
pub const NAVIGATED_MS: u64 = 10_000;
/// Size of a delta or of an action's full snapshot.
pub const ACTION_SNAPSHOT: usize = 4_000;
/// A page that an action or a navigation loaded is shown with its text up to this size.
pub const READABLE_PAGE: usize = 2_000;
/// Size of the core snapshot tool's inline answer.
pub const CORE_SNAPSHOT: usize = 12_000;
/// Size of the blocks in the core find tool's inline answer, serialized.
pub const FIND: usize = 8_000;
/// Elements that a search for them returns at most.
pub const FIND_HITS: usize = 20;
/// Length of what such a search is asked for.
pub const FIND_QUERY: usize = 1_000;
/// Size of a tree of elements, serialized.
pub const TREE: usize = 20_000;
/// DOM depth of a tree when the request names none.
pub const TREE_DEPTH: u32 = 6;
/// Deepest nesting of a tree: readers of JSON commonly refuse 128 levels, and a node takes two.
pub const TREE_NESTING: u32 = 50;
/// Size of a page's markup before it is cut for an answer.
pub const MARKUP: usize = 2_000_000;
/// Size of the HTML in an answer, in bytes.
pub const HTML_BYTES: usize = 100_000;
/// Size of the Markdown or readable text in an answer, in bytes.
pub const MARKDOWN_BYTES: usize = 80_000;
/// Elements that a query returns when the request names no number.
pub const QUERY_ROWS: u32 = 50;
/// Elements that a query returns at most.
pub const QUERY_ROWS_MAX: u32 = 500;
/// Fields of one element that a query returns at most.
pub const QUERY_FIELDS: usize = 50;
/// Size of a query's answer, serialized.
pub const QUERY: usize = 100_000;
/// Length of one value in a query's answer.
pub const QUERY_VALUE: usize = 10_000;
/// Properties that one question about an element's style names at most.
pub const STYLE_PROPERTIES: usize = 200;
/// How long the bridge waits for a page to answer a question about it.
pub const INSPECT_MS: u64 = 15_000;
/// Fields that a list of them holds at most.
pub const FIELDS: usize = 500;
/// Size of a list of fields, serialized.
pub const FIELDS_SIZE: usize = 100_000;
/// Length of a field's value in a list of fields.
pub const FIELD_VALUE: usize = 1_000;
/// Options of a select in a list of fields.
pub const FIELD_OPTIONS: usize = 50;
/// Length of a page's text in an answer.
pub const PAGE_TEXT: usize = 50_000;
/// Links, images or other items that a list of page data holds at most.
pub const DATA: usize = 500;
/// Size of such a list, serialized.
pub const DATA_SIZE: usize = 50_000;
/// An address in such a list that is longer is told without its query and fragment.
pub const ADDRESS: usize = 2_000;
/// Length of what one `meta` element says.
pub const META_VALUE: usize = 1_000;
/// How long the bridge waits for such a list.
pub const DATA_MS: u64 = 15_000;
/// How long a page's text is kept, in seconds.
pub const CACHE_SECONDS: f64 = 5.0;
/// Length of an element's name or value.
pub const NAME: usize = 160;
/// Length of a text line.
pub const TEXT_LINE: usize = 1_000;
/// Most frames of other origins that one read reads.
pub const FRAMES: usize = 6;
/// How deep frames of other origins are read inside each other.
pub const FRAME_LEVELS: usize = 3;
/// Longest time for all of them, in milliseconds.
pub const FRAMES_MS: u64 = 1_500;
/// A frame of another origin with a shorter side is not read, in CSS pixels.
pub const FRAME_SIDE: u64 = 24;
/// Native dialogs that are remembered of a tab.
pub const DIALOGS: usize = 100;
/// Length of what a remembered dialog says.
pub const DIALOG_TEXT: usize = 2_000;
/// Items that the answer to a click lists of the popup it opened.
pub const POPUP_ITEMS: usize = 20;
/// Candidates that an ambiguous target lists.
pub const CANDIDATES: usize = 5;
/// Longest wait that a caller may ask for.
pub const WAIT_MS: u64 = 3_600_000;
/// A wait's last look starts this long before its deadline.
pub const LAST_LOOK_MS: u64 = 100;
/// A wait of no time is one look that may take this long.
pub const SINGLE_LOOK_MS: u64 = 5_000;
/// Time between two tries of an action that waits for its target.
pub const READY_POLL_MS: u64 = 100;
/// How long an action waits for its target when the request says no time.
pub const READY_MS: u64 = 10_000;
/// How long an outcome is waited for when the request says no time.
pub const OUTCOME_MS: u64 = 5_000;
/// Time between two looks for an outcome.
pub const OUTCOME_POLL_MS: u64 = 200;
/// How long the reads after a missed outcome may take.
pub const AFTERMATH_MS: u64 = 2_000;
/// Length of a value that is waited for.
pub const WAITED_VALUE: usize = 100_000;
/// Size of an evaluated result, in bytes.
pub const SCRIPT_RESULT_BYTES: usize = 50_000;
/// Size of a request body, in bytes.
pub const BODY_BYTES: usize = 16 * 1024 * 1024;
/// Size of a message on the extension's socket, in bytes.
pub const SOCKET_MESSAGE_BYTES: usize = 256 * 1024 * 1024;
/// Longest side of a preview, in pixels: with a larger image some clients refuse every later turn.
pub const PREVIEW_SIDE: u64 = 2_000;
/// Size of a preview as base64, in characters.
pub const PREVIEW_SIZE: u64 = 1_000_000;
/// Size of a captured image, in bytes.
pub const CAPTURE_BYTES: usize = 128 * 1024 * 1024;
/// Files that a page is given at once.
pub const UPLOAD_FILES: usize = 50;
/// Size of one of them, in bytes.
pub const UPLOAD_BYTES: u64 = 1024 * 1024 * 1024;
/// So much of a file is read at once, in bytes.
pub const UPLOAD_PIECE_BYTES: u64 = 384 * 1024;
/// How long giving a page files may take when the request says no time, in seconds.
pub const UPLOAD_SECONDS: u64 = 300;
/// Entries of data that a drop carries.
pub const DROP_DATA: usize = 50;
