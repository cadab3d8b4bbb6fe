// The wire between bridge and extension. Generated from crates/protocol; do not edit.
// Refresh: cargo run -q -p kitsune-protocol --example typescript > extension/src/protocol.ts

import * as decode from './shared/decode';

export const WIRE_VERSION = 1;
export const CLOSE_REPLACED = 1012;
export const CLOSE_PROTOCOL = 4000;
export const CLOSE_WIRE_VERSION = 4001;
export const CLOSE_OTHER_BROWSER = 4002;
export const SETTLE_VISIBLE_MS = 400;
export const SETTLE_HIDDEN_MS = 1100;
export const QUIET_MS = 150;
export const SETTLE_CAP_MS = 1500;
export const SETTLE_CAP_PENDING_MS = 4000;
export const NAVIGATED_MS = 10000;
export const NAME_LENGTH = 160;
export const TEXT_LINE_LENGTH = 1000;
export const FRAMES = 6;
export const FRAME_LEVELS = 3;
export const FRAMES_MS = 1500;
export const FRAME_SIDE = 24;
export const TREE_CHARACTERS = 20000;
export const TREE_NESTING = 50;
export const FIND_HITS = 20;
export const FIELDS_LISTED = 500;
export const FIELDS_CHARACTERS = 100000;
export const FIELD_VALUE_LENGTH = 1000;
export const FIELD_OPTIONS = 50;
export const PAGE_TEXT_CHARACTERS = 50000;
export const DATA_LISTED = 500;
export const DATA_CHARACTERS = 50000;
export const ADDRESS_LENGTH = 2000;
export const MARKUP_CHARACTERS = 2000000;
export const QUERY_CHARACTERS = 100000;
export const QUERY_VALUE_LENGTH = 10000;
export const DIALOGS_KEPT = 100;
export const DIALOG_TEXT_LENGTH = 2000;
export const POPUP_ITEMS = 20;
export const CANDIDATES = 5;
export const VALUE_LENGTH = 100000;
export const LAST_LOOK_MS = 100;
export const SINGLE_LOOK_MS = 5000;
export const READY_POLL_MS = 100;
export const SCRIPT_RESULT_BYTES = 50000;
export const PREVIEW_SIDE = 2000;
export const PREVIEW_SIZE = 1000000;
export const CONTENT_SCRIPT = 'content.js';
export const MARK_ADDRESS = '\u{1}';
export const MARK_ABSOLUTE = '\u{2}';
export const STATE_SEPARATOR = '\u{1f}';
export const MARK_CHANGED = 'c';
export const MARK_TARGET = 't';
export const MARK_FRAME = 'f';
export const NOT_RETRYABLE: ReadonlySet<string> = new Set([
  'value_not_reached',
  'ambiguous_target',
  'outcome_not_observed',
  'unsupported_selector',
  'invalid_coordinates',
  'error_page',
  'user_tab_read_only',
  'new_tab_stalled',
  'navigation_stalled',
  'screenshot_failed',
  'launch_in_use',
  'capability_restricted',
  'mode_restricted',
  'invalid_mode',
  'invalid_caps',
  'invalid_user_tabs',
  'invalid_argument',
  'no_current_tab',
  'tool_not_published',
  'not_supported',
]);

/** From the extension to the bridge. */
export type FromExtension = 
  | {
      kind: 'hello';
      /** Who speaks. */
      hello: Hello;
    }
  | {
      kind: 'state';
      /** What the extension sees now. */
      state: BrowserState;
    }
  | {
      kind: 'reply';
      /** The command. */
      id: CommandId;
      /** What became of it. */
      outcome: Outcome;
    }
  | {
      kind: 'heartbeat';
    };

/** The extension's first message. */
export type Hello = {
  /** [`WIRE_VERSION`] of the extension. */
  wire: number;
  /** Version of the extension. */
  version: string;
  /** Which build it is. */
  flavor: Flavor;
  /** The browser it runs in. */
  browser: BrowserInfo;
  /** The secret of a managed launch, from the package's `config.json`. */
  pairing?: Secret | null;
  /** Fingerprint of the scripts that a developer build was loaded from (*Stale developer builds*). */
  sourceHash?: string | null;
  /** Fingerprint of the `manifest.json` that a developer build was loaded from. */
  manifestHash?: string | null;
};

/** Which of the two builds the extension is. */
export type Flavor = 'dev' | 'signed';

/** The browser, as `runtime.getBrowserInfo` tells it. */
export type BrowserInfo = {
  /** Product name. */
  name: string;
  /** Vendor. */
  vendor: string;
  /** Product version. */
  version: string;
  /** Build id of the running program. */
  buildId: string;
};

/** A secret that no log shows. */
export type Secret = string;

/** What the extension sees of the browser; sent after the hello and on each change. */
export type BrowserState = {
  /** Normal windows it may use. */
  windows: number;
  /** Whether it may read all sites. */
  allSites: boolean;
};

export type CommandId = number;

/** What became of a command. */
export type Outcome = 
  | {
      status: 'done';
      /** Its answer. */
      answer: Answer;
    }
  | {
      status: 'failed';
      /** Why. */
      error: ErrorReply;
    };

/** What the extension answers. */
export type Answer = 
  | {
      result: 'tabs';
      /** The tabs. */
      tabs: Tab[];
    }
  | {
      result: 'tab';
      /** The tab. */
      tab: Tab;
    }
  | {
      result: 'loaded';
      /** The tab afterwards. */
      tab: Tab;
      /** Whether the load did not finish in time. */
      timedOut: boolean;
      /** Whether the tab stayed blank although a page was asked for. */
      stalled: boolean;
      /** Whether the address gave no page, as a download or an empty answer does, so that the tab shows what it did before. */
      kept?: boolean;
      /** What was lost of the page that was left. */
      left?: Left | null;
      /** The page, when it was asked for and could be read. */
      observation?: Observation | null;
      /** Why the page could not be read. */
      observationError?: string | null;
    }
  | {
      result: 'closed';
      /** What was lost of its page. */
      left?: Left | null;
    }
  | {
      result: 'started';
      /** Whether a load or a move within the document began. */
      begun: boolean;
      /** What is lost of the page that is left. */
      left?: Left | null;
    }
  | {
      result: 'resized';
      /** The width that the window has now. */
      width: number;
      /** The height that it has now. */
      height: number;
      /** Whether the window shows the tab: a page in the background keeps its size until then. */
      shown: boolean;
    }
  | {
      result: 'observed';
      /** The page. */
      observation: Observation;
    }
  | {
      result: 'tree';
      /** The elements. */
      tree: ElementTree;
    }
  | {
      result: 'forms';
      /** The fields. */
      forms: Forms;
    }
  | {
      result: 'data';
      /** What was read. */
      data: PageData;
    }
  | {
      result: 'found';
      /** What the page answers. */
      finding: Finding;
    }
  | {
      result: 'hits';
      /** What was found. */
      hits: Hits;
    }
  | {
      result: 'highlighted';
    }
  | {
      result: 'acted';
      /** What was done. */
      done: Done;
      /** The page afterwards, when it was asked for and could be read. */
      observation?: Observation | null;
      /** Why the page could not be read. */
      observationError?: string | null;
      /** Whether the tab was in the background, or its window minimised, when the page acted. */
      hidden: boolean;
      /** Whether the action loaded another document. */
      navigated: boolean;
      /** Where the tab is or goes then, when that document could not be read. */
      address?: Address | null;
      /** Whether that document is still loading. */
      navigationPending: boolean;
      /** Whether a request of the action was still running. */
      requestPending: boolean;
      /** Tabs that the action opened. */
      opened: Tab[];
      /** How many more tabs it opened. */
      openedLeftOut?: number;
      /** The one of them that was opened in the place of the clicked link's own. */
      fallback?: TabId | null;
      /** The tab or popup that the browser refused to the click. */
      blocked?: Blocked | null;
      /** A native dialog that keeps the page from going on. */
      dialog?: Dialog | null;
      /** What was lost of the page that the action left. */
      left?: Left | null;
      /** The dialogs that were answered meanwhile. */
      dialogs?: DialogRecord[];
    }
  | {
      result: 'awaited';
      /** Whether the condition was met. */
      met: boolean;
      /** What the last look that ended found. */
      seen?: Seen | null;
      /** How many looks ended. */
      looks: number;
      /** Whether a look was under way when the time was over. */
      incomplete: boolean;
      /** Why the last look could not read the page. */
      error?: ErrorReply | null;
    }
  | {
      result: 'marked';
      /** The moment. */
      marks: Marks;
      /** What the look found. */
      seen?: Seen | null;
      /** Why it found nothing. */
      error?: ErrorReply | null;
    }
  | {
      result: 'aftermath';
      /** The tab, when it could be read. */
      tab?: Tab | null;
      /** Whether it is closed. */
      closed: boolean;
      /** Tabs that its page has opened. */
      opened: Tab[];
      /** Whether the clicked element is still shown. */
      visible: boolean;
    }
  | {
      result: 'captured';
      /** The image. */
      capture: Capture;
    }
  | {
      result: 'dialogs';
      /** What is known of the tab's dialogs. */
      history: DialogHistory;
    }
  | {
      result: 'evaluated';
      /** The value as JSON text, always valid; absent for `undefined`. Of a value that was cut, it is a string: the beginning of the value, or of its JSON text. */
      json?: string | null;
      /** Whether the value was cut. */
      truncated: boolean;
    };

/** A tab as the browser has it. */
export type Tab = {
  /** The tab. */
  id: TabId;
  /** Its address. */
  url: string;
  /** Its title. */
  title: string;
  /** Whether its window shows it. */
  active: boolean;
  /** Its window. */
  windowId: WindowId;
  /** Its place in the list over all windows, from 0. */
  index: number;
  /** `loading` or `complete`. */
  status: string;
  /** Whether the browser has unloaded it. */
  discarded: boolean;
  /** Whether the caller owns it. */
  owned: boolean;
};

export type TabId = number;

export type WindowId = number;

/** What may be lost with a page that was left. The browser asks the person only about pages that a person has used. */
export type Left = 'unsaved' | 'unasked';

/** What one walk over a document found. */
export type Observation = {
  /** The records, one a line; see the module's text. */
  records: string;
  /** Whether the records are only what changed, with their ancestors. */
  delta: boolean;
  /** The document's URL. */
  url: string;
  /** The document's title. */
  title: string;
  /** `loading`, `interactive` or `complete`. */
  readyState: string;
  /** Whether the tab is in the background or its window minimised. */
  hidden: boolean;
  /** The acted-on element, when it is still there. */
  target?: Ref | null;
  /** Whether the document's URL is another than when the delta's record was taken. */
  urlChanged: boolean;
  /** The same of its title. */
  titleChanged: boolean;
  /** Whether the page changed in ways the records may not show. */
  unshownChange: boolean;
  /** What frames of other origins show, those inside each other too. */
  frames?: Frame[];
  /** How many more frames there are to read than one read may. */
  framesLeftOut?: number;
  /** What only the person can do on the page. */
  personNeeded?: PersonNeeded | null;
};

export type Ref = number;

/** What one frame of another origin shows. */
export type Frame = {
  /** The frame's element, in the page or in another frame. Absent for the frame that holds what was asked for, where no page is read around it. */
  under?: Ref | null;
  /** Its records, whose boxes are in its own viewport. */
  records: string;
  /** Whether they are only what changed. */
  delta: boolean;
  /** Where its viewport begins in the top one, in CSS pixels. */
  x: number;
  /** The same from the top. */
  y: number;
};

/** Something on the page that only the person can do. */
export type PersonNeeded = 
  | {
      need: 'humanCheck';
      /** Which. */
      widget: Widget;
      /** Origin and path of its frame. */
      frame: string;
    }
  | {
      need: 'signIn';
      /** What it takes. */
      field: SignInField;
    };

/** A known widget that tells people from programs. */
export type Widget = 'recaptcha' | 'hcaptcha' | 'turnstile';

/** What a field that is for signing in takes. */
export type SignInField = 'password' | 'username' | 'webauthn';

/** A tree of elements, parents before their children. */
export type ElementTree = {
  /** The elements, in document order. */
  nodes: TreeNode[];
  /** Whether the limit cut the tree. */
  truncated: boolean;
  /** How many frames of other origins the limit of one read left out. */
  framesLeftOut?: number;
};

/** One element of a tree. What tells nothing is left out. */
export type TreeNode = {
  /** Nesting below the root, from 0. */
  depth: number;
  /** The element's ref. */
  ref: Ref;
  /** Its tag, in lower case. */
  tag: string;
  /** ARIA role. */
  role?: string | null;
  /** Accessible name, unless the text says the same. */
  name?: string | null;
  /** Its own text; of an element whose content was not walked, all text in it. */
  text?: string | null;
  /** The `id` attribute. */
  id?: string | null;
  /** Of an input: its type. */
  type?: string | null;
  /** What it holds, unless it is sensitive. */
  value?: string | null;
  /** Of a sensitive field: whether it holds something. */
  hasValue?: boolean | null;
  /** Of a link: its absolute address. */
  href?: string | null;
  /** `key=value` or `key`, as in records. */
  states: string[];
  /** Of a frame that was not read: why. */
  content?: string | null;
  /** Of such a frame: its address without query and fragment. */
  src?: string | null;
  /** Of a frame of another origin that was read: `cross_origin`. */
  frame?: string | null;
  /** How many elements below it lie deeper than was asked. */
  more?: number | null;
  /** Where it is. */
  bounds: Bounds;
};

/** A box in CSS pixels, in the top document's viewport. */
export type Bounds = {
  /** Left edge. */
  x: number;
  /** Top edge. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
};

/** The fields of a page. */
export type Forms = {
  /** The fields, in document order. */
  fields: FormField[];
  /** Frames that were not read. */
  unavailableFrames: UnreadFrame[];
  /** How many fields the page has. */
  total: number;
  /** How many frames of other origins the limit of one read left out. */
  framesLeftOut?: number;
};

/** One thing that a form is filled in with. */
export type FormField = {
  /** The element's ref. */
  ref: Ref;
  /** Its tag, in lower case. */
  tag: string;
  /** Type of an input or select, `textarea`, `contenteditable`, or an ARIA role. */
  type: string;
  /** The `name` attribute. */
  name: string;
  /** The `id` attribute. */
  id: string;
  /** What an empty field shows. */
  placeholder: string;
  /** What it holds, unless it is sensitive. */
  value?: string | null;
  /** Of a sensitive field: whether it holds something. */
  hasValue?: boolean | null;
  /** Its label, redacted. */
  label: string;
  /** Whether it must be filled in. */
  required: boolean;
  /** CSS that names it alone in its document or shadow root, if that is short enough. */
  selector?: string | null;
  /** Texts of a select's first options. */
  options?: string[] | null;
  /** How many options there are, when not all are listed. */
  optionCount?: number | null;
  /** `key=value` or `key`, as in records. */
  states: string[];
  /** Whether the page does not show it. */
  hidden: boolean;
  /** Of a field in a frame: the frame's title, name or address. */
  frame?: string | null;
  /** Where it is. */
  bounds: Bounds;
};

/** A frame whose fields could not be listed. */
export type UnreadFrame = {
  /** The frame element's ref. */
  ref: Ref;
  /** Its title, name or address. */
  name: string;
  /** Why it was not read: `cross_origin` or `too_deep`. */
  content: string;
  /** Its address without query and fragment. */
  src?: string | null;
};

/** What was read. Lists hold what fits; `total` is how many there are. */
export type PageData = 
  | {
      about: 'info';
      /** The facts. */
      info: PageInfo;
    }
  | {
      about: 'text';
      /** As much as fits. */
      text: string;
      /** How long all of it is. */
      length: number;
    }
  | {
      about: 'links';
      /** In document order. */
      links: PageLink[];
      /** How many there are. */
      total: number;
    }
  | {
      about: 'images';
      /** In document order. */
      images: PageImage[];
      /** How many there are. */
      total: number;
    }
  | {
      about: 'meta';
      /** Its address. */
      url: string;
      /** Its title. */
      title: string;
      /** Its `meta` elements. */
      entries: MetaEntry[];
      /** Its `link` elements. */
      links: LinkEntry[];
      /** Whether some were left out. */
      truncated: boolean;
    }
  | {
      about: 'structured';
      /** The text of each block. */
      blocks: string[];
      /** The `meta` elements of Open Graph and Twitter cards. */
      entries: MetaEntry[];
      /** Whether some were left out. */
      truncated: boolean;
    }
  | {
      about: 'frames';
      /** In document order. */
      frames: FrameEntry[];
      /** How many there are. */
      total: number;
    }
  | {
      about: 'personNeeded';
      /** Absent when nothing. */
      needed?: PersonNeeded | null;
    };

/** Facts of a page. */
export type PageInfo = {
  /** Its address. */
  url: string;
  /** Its title. */
  title: string;
  /** `loading`, `interactive` or `complete`. */
  readyState: string;
  /** Language of the document; empty when it names none. */
  lang: string;
  /** Width of the viewport in CSS pixels. */
  width: number;
  /** Height of the viewport in CSS pixels. */
  height: number;
  /** How many forms there are. */
  forms: number;
  /** How many links there are. */
  links: number;
  /** How many images there are. */
  images: number;
  /** How far the page is scrolled to the right, in CSS pixels. */
  scrollX: number;
  /** How far the page is scrolled down, in CSS pixels. */
  scrollY: number;
  /** What only the person can do on the page. */
  personNeeded?: PersonNeeded | null;
  /** The tab's native dialogs, as the background knows them. */
  dialogs?: DialogHistory | null;
};

/** What is known of the dialogs of a tab. */
export type DialogHistory = {
  /** What answers the next ones; absent where the person does. */
  policy?: DialogPolicy | null;
  /** The last ones, oldest first. */
  dialogs: DialogRecord[];
};

/** What answers the next dialogs of a tab in the person's place. */
export type DialogPolicy = {
  /** Accepts them; else dismisses them. */
  accept: boolean;
  /** What an accepted prompt returns; absent for the prompt's own default. */
  promptText?: string | null;
};

/** One dialog that a page has asked for. */
export type DialogRecord = {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  type: string;
  /** What it says, cut. */
  message: string;
  /** What a prompt suggests, cut. */
  defaultValue?: string | null;
  /** When it was asked for, in milliseconds since 1970. */
  timestamp: number;
  /** Whether a confirm or a prompt was accepted, or the page left; absent when nobody has said. */
  accepted?: boolean | null;
  /** What an accepted prompt returned, cut. */
  text?: string | null;
  /** The prompt asks for a secret, so what it returned stays in the page. */
  secret: boolean;
  /** It is open: nobody has answered it. */
  pending: boolean;
  /** Origin of the frame that asked; absent for the page itself. */
  frame?: string | null;
};

/** A link. */
export type PageLink = {
  /** Its absolute address. */
  href: string;
  /** Its text, else its name. */
  text: string;
};

/** An image. */
export type PageImage = {
  /** The absolute address of what is shown; the data of a `data:` address is left out. */
  src: string;
  /** What stands for it. */
  alt: string;
  /** Its own width in CSS pixels; 0 until it has loaded. */
  naturalWidth: number;
  /** Its own height in CSS pixels; 0 until it has loaded. */
  naturalHeight: number;
};

/** A `meta` element. */
export type MetaEntry = {
  /** Its `name`, `property`, `http-equiv` or `itemprop`, or `charset`. */
  name: string;
  /** What it says. */
  content: string;
};

/** A `link` element. */
export type LinkEntry = {
  /** What the address is to the page. */
  rel: string;
  /** The absolute address. */
  href: string;
  /** Media type. */
  type: string;
  /** Language. */
  hreflang: string;
  /** Title. */
  title: string;
};

/** A frame. */
export type FrameEntry = {
  /** The absolute address: the document's where it can be read, else the element's. */
  src: string;
  /** The `name` attribute. */
  name: string;
  /** The `title` attribute. */
  title: string;
  /** Whether the address is of the page's origin. */
  sameOrigin: boolean;
  /** Whether reads of the page reach into it. */
  accessible: boolean;
};

/** What a page answers. */
export type Finding = 
  | {
      found: 'markup';
      /** HTML with marked addresses. */
      html: string;
      /** Whether the limit cut it. */
      truncated: boolean;
      /** The page's address. */
      url: string;
      /** The page's title. */
      title: string;
    }
  | {
      found: 'rows';
      /** The fields of each element, their addresses marked. */
      rows: Record<string, unknown>[];
      /** How many elements match. */
      total: number;
    }
  | {
      found: 'bounds';
      /** Where the element is. */
      bounds: Bounds;
      /** The page around it. */
      metrics: PageMetrics;
    }
  | {
      found: 'style';
      /** The value of each property that has one, addresses marked. */
      computed: Record<string, unknown>;
    }
  | {
      found: 'matches';
      /** How many elements match. */
      total: number;
      /** The first of them. */
      samples: Sample[];
      /** What to use instead. */
      suggestions: Suggestion[];
    }
  | {
      found: 'metrics';
      /** The sizes. */
      metrics: PageMetrics;
    };

/** Sizes of a page. */
export type PageMetrics = {
  /** The viewport. */
  viewport: Size;
  /** The whole page. */
  page: Size;
  /** How far it is scrolled to the right. */
  scrollX: number;
  /** How far it is scrolled down. */
  scrollY: number;
  /** Device pixels per CSS pixel. */
  devicePixelRatio: number;
};

/** A width and a height in CSS pixels. */
export type Size = {
  /** Width. */
  width: number;
  /** Height. */
  height: number;
};

/** One of the elements that a selector matches. */
export type Sample = {
  /** The element's ref. */
  ref: Ref;
  /** Its tag, in lower case. */
  tag: string;
  /** Its text. */
  text: string;
  /** Whether the page shows it. */
  visible: boolean;
};

/** A selector to use in place of another. */
export type Suggestion = {
  /** The selector. */
  selector: string;
  /** How many elements it matches. */
  matches: number;
};

/** The elements that answer a query. */
export type Hits = {
  /** The best first; those of a selector in document order. */
  hits: Hit[];
  /** Whether the query was taken as a selector. */
  bySelector: boolean;
  /** How many frames of other origins the limit of one read left out. */
  framesLeftOut?: number;
};

/** One element that answers a query. */
export type Hit = {
  /** The element's ref. */
  ref: Ref;
  /** Its tag, in lower case. */
  tag: string;
  /** What it shows or is called. */
  text: string;
  /** CSS that names it alone in the page, if that is short enough; absent of what is in a frame of another origin. */
  selector?: string | null;
  /** Where it is. */
  bounds: Bounds;
  /** How well it answers; absent when the query is a selector. */
  score?: number | null;
  /** The options of a closed list that answer, the best first. */
  options?: string[];
};

/** What the page says of the thing it did. */
export type Done = {
  /** Tag of the acted-on element. */
  tag?: string | null;
  /** Its text, redacted and cut. */
  text?: string | null;
  /** The value read back after the page has settled, unless the field is sensitive. */
  value?: string | null;
  /** The values of a multiple select, read back. */
  values?: string[] | null;
  /** The checked state, read back. */
  checked?: boolean | null;
  /** The key with its modifiers. */
  key?: string | null;
  /** What the key changed: an input type, or `null` when nothing. */
  effect?: string | null;
  /** The page cancelled the key or the edit. */
  prevented?: boolean | null;
  /** A default that was not applied, or another remark. */
  note?: string | null;
  /** How long the button of a held click was down, in milliseconds. Named as replies name it. */
  held_ms?: number | null;
  /** The button of a click, unless it is the left one. */
  button?: MouseButton | null;
  /** How many times the pointer moved on a hovered element. */
  moves?: number | null;
  /** How long these moves took, in milliseconds. Named as replies name it. */
  hovered_ms?: number | null;
  /** How a drag was carried out. */
  via?: DragVia | null;
  /** A video or audio element after the action. */
  media?: Media | null;
  /** How many times the key was pressed. */
  repeat?: number | null;
  /** Where a slider or spinbutton stands now. */
  stepped?: Stepped | null;
  /** How a form was submitted. */
  submitted?: Submitted | null;
  /** The form that was submitted. */
  form?: FormFacts | null;
  /** A remark about a success that may not be one. */
  warning?: Warning | null;
  /** The menu, list or dialog that a click or hover opened. */
  openedPopup?: OpenedPopup | null;
  /** What became of each field of a form, in order. */
  fields?: FieldOutcome[] | null;
  /** Where a scroll has come to. */
  scrolled?: Scrolled | null;
  /** The files that the page was given. */
  given?: Given | null;
};

/** A mouse button. */
export type MouseButton = 'left' | 'right' | 'middle';

/** How a drag was carried out. */
export type DragVia = 'html5' | 'pointer';

/** The state of a video or audio element. */
export type Media = {
  /** The current source, without query. */
  src?: string | null;
  /** Its length in seconds; null while unknown. */
  duration?: number | null;
  /** Where it is, in seconds; null while unknown. */
  currentTime?: number | null;
  /** Whether it does not play. */
  paused: boolean;
  /** Whether its sound is off. */
  muted: boolean;
  /** Whether the browser shows its own controls. */
  controls: boolean;
  /** Why playback did not start, as a sentence. */
  error?: string | null;
  /** The same as a word. */
  reason?: NotPlaying | null;
};

/** Why playback did not start (*Media*). */
export type NotPlaying = 'autoplay_blocked' | 'refused' | 'background_tab';

/** A slider or spinbutton that keys have set. */
export type Stepped = {
  /** `slider` or `spinbutton`. */
  role: string;
  /** Where it stands. */
  value: number;
  /** Where it should. */
  target: number;
  /** Its least value, if it says one. */
  min?: number | null;
  /** Its greatest value, if it says one. */
  max?: number | null;
  /** Keys that were pressed. */
  keys: number;
};

/** How a form was submitted. */
export type Submitted = 'button' | 'requestSubmit';

/** A form of a page. */
export type FormFacts = {
  /** The form. */
  ref: Ref;
  /** Where it is sent, as its attribute says. */
  action?: string | null;
  /** How, as its attribute says. */
  method?: string | null;
  /** Label of its first submit control. */
  button?: string | null;
};

/** A remark about an action that ran but may not have had its effect. */
export type Warning = {
  /** `hidden_or_covered`, `popup_blocked` or `value_differs`. */
  code: string;
  /** The facts behind it. */
  state: Record<string, unknown>;
  /** What to do next. */
  hint: string;
};

/** A menu, list or dialog that an action opened, perhaps far from the control that did. */
export type OpenedPopup = {
  /** The popup. */
  ref: Ref;
  /** Its role. */
  role: string;
  /** Its name; empty when it has none. */
  name: string;
  /** The acted-on element, unless it is gone. */
  openedBy?: Ref | null;
  /** Whether the page has painted it. */
  rendered: boolean;
  /** Its first items. */
  items: PopupItem[];
};

/** One item of a popup. */
export type PopupItem = {
  /** The item. */
  ref: Ref;
  /** Its role. */
  role: string;
  /** Its name. */
  name: string;
};

/** What became of one field of a form. */
export type FieldOutcome = {
  /** How the request called the field. */
  name: string;
  /** What was done; absent when it failed. */
  done?: Done | null;
  /** Why it was not filled. */
  error?: ErrorReply | null;
};

/** What every failed request answers, on HTTP, MCP and the extension's socket. Shape: `{error, code?, retryable?, hint?, state?, pressed?, visibilityState?}`. */
export type ErrorReply = {
  /** One sentence for people. */
  error: string;
  /** The class of the failure. */
  code?: ErrorCode | null;
  /** Whether repeating the same command cannot duplicate a side effect. */
  retryable?: boolean | null;
  /** What to do next. */
  hint?: string | null;
  /** The facts that explain the failure. */
  state?: Record<string, unknown> | null;
  /** Of a key that is pressed several times: how many presses came before the one that failed. */
  pressed?: number | null;
  /** That the page which reports a failed action is in the background. */
  visibilityState?: Visibility | null;
};

/** A stable identifier of a failure; clients branch on it. */
export type ErrorCode = 'not_found' | 'not_fillable' | 'value_not_reached' | 'ambiguous_target' | 'not_actionable' | 'outcome_not_observed' | 'unsupported_selector' | 'stale_ref' | 'invalid_coordinates' | 'navigating' | 'tab_closed' | 'tab_unloaded' | 'restricted_page' | 'content_unavailable' | 'error_page' | 'invalid_tab_id' | 'user_tab_read_only' | 'user_active' | 'new_tab_stalled' | 'navigation_stalled' | 'screenshot_failed' | 'extension_disconnected' | 'timeout' | 'bridge_unavailable' | 'bridge_disconnected' | 'token_mismatch' | 'port_conflict' | 'extension_version_mismatch' | 'browser_window_unavailable' | 'host_permission_denied' | 'launch_in_use' | 'capability_restricted' | 'mode_restricted' | 'invalid_mode' | 'invalid_caps' | 'invalid_user_tabs' | 'invalid_argument' | 'no_current_tab' | 'tool_not_published' | 'not_supported';

/** What `document.visibilityState` is when an answer tells it (*Snapshot readiness*). */
export type Visibility = 'hidden';

/** Where a scroll has come to. Lengths are CSS pixels. */
export type Scrolled = {
  /** `window`, the selector that named what was scrolled, or its ref. */
  target: string;
  /** How far the scroll went, along its axis; negative to the left and to the top. */
  by: number;
  /** The position from the left, once the page has settled. */
  x: number;
  /** The same from the top. */
  y: number;
  /** The largest position from the left. */
  maxX: number;
  /** The same from the top. */
  maxY: number;
  /** Whether nothing more comes in the scroll's direction. */
  atEnd: boolean;
};

/** What a page was given. */
export type Given = {
  /** How. */
  by: GivenBy;
  /** The files, as the page has got them. */
  files: GivenFile[];
  /** What the input holds once the page has settled, when that is something else. */
  held?: GivenFile[] | null;
};

/** How a page has got files. */
export type GivenBy = 'input' | 'drop';

/** A file that a page holds. */
export type GivenFile = {
  /** Its name. */
  name: string;
  /** Its size in bytes. */
  size: number;
  /** Its media type. */
  type: string;
};

/** A page that is not read: what the browser says of it. */
export type Address = {
  /** Its address. */
  url: string;
  /** Its title; empty as long as it has none. */
  title: string;
};

/** A tab or window that the browser refused to a click. */
export type Blocked = 
  | {
      blocked: 'link';
      /** Its address. */
      url: string;
    }
  | {
      blocked: 'script';
      /** The addresses it gave, as far as it gave any, in the order of its calls. */
      urls: string[];
    };

/** A native dialog that is open and keeps its page from going on. */
export type Dialog = {
  /** `alert`, `confirm` or `prompt`. */
  type: string;
  /** What it says. */
  message: string;
};

/** What one look found, met or not. */
export type Seen = 
  | {
      seen: 'element';
      /** Whether it is rendered. */
      visible: boolean;
      /** Which it is, when it is rendered. */
      ref?: Ref | null;
    }
  | {
      seen: 'value';
      /** The value; absent when there is no such element or it holds none. */
      value?: string | null;
      /** Whether it must not be told. */
      redacted: boolean;
    }
  | {
      seen: 'text';
      /** How often the text that is to be there occurs. */
      text: number;
      /** How often the text that is not to be there occurs. */
      textGone: number;
      /** Elements that the text names instead, of a last look. */
      names: NameMatch[];
    }
  | {
      seen: 'tab';
      /** Its address. */
      url: string;
      /** Its title. */
      title: string;
      /** How the load of another page ended otherwise than with it. */
      ended?: NoPage | null;
      /** What was lost of the page that it left. */
      left?: Left | null;
    }
  | {
      seen: 'tabs';
      /** The tabs. */
      opened: Tab[];
    }
  | {
      seen: 'network';
      /** How many are running. */
      running: number;
    }
  | {
      seen: 'result';
      /** As of [`crate::command::Answer::Evaluated`]. */
      json?: string | null;
      /** Whether it was cut. */
      truncated: boolean;
    };

/** An element that a text wait found by its name instead. */
export type NameMatch = {
  /** The element. */
  ref: Ref;
  /** Its role. */
  role: string;
  /** Its name. */
  name: string;
  /** The attribute that holds the name. */
  source: string;
};

/** How a load ended that brought no page. */
export type NoPage = 'kept' | 'failed' | 'asked';

/** A moment in a tab's life, from which later events are told. */
export type Marks = {
  /** The tab's address. */
  url: string;
  /** Counts tabs that pages opened. */
  openings: number;
  /** Counts loads and moves of tabs. */
  navigations: number;
  /** Counts documents that asked to be kept when they were left. */
  objections: number;
};

/** A captured image, once it was posted. */
export type Capture = {
  /** How it is encoded: a preview may be smaller than was asked for. */
  format: ImageFormat;
  /** What is on it, in the page's viewport while it was captured. */
  bounds: Bounds;
  /** Pixels of the image per CSS pixel. */
  scale: number;
  /** Width of all that was asked for, in CSS pixels. */
  wholeWidth: number;
  /** Height of all that was asked for, in CSS pixels. */
  wholeHeight: number;
  /** Whether all that was asked for is on it. */
  complete: boolean;
  /** The page's address. */
  url: string;
  /** The page's title. */
  title: string;
};

/** Encoding of a capture. */
export type ImageFormat = 'png' | 'jpeg';

/** From the bridge to the extension. */
export type ToExtension = 
  | {
      kind: 'welcome';
      /** Version of the bridge. */
      bridge: string;
    }
  | {
      kind: 'command';
      /** Numbers the reply. */
      id: CommandId;
      /** For whom it runs. */
      caller: Caller;
      /** When the bridge stops waiting, in milliseconds from now. */
      deadlineMs: number;
      /** What. */
      command: Command;
    };

/** For whom a command runs. The bridge sets it; arguments of a request never do. */
export type Caller = {
  /** The tab owner; absent when the request named none. */
  owner?: OwnerId | null;
  /** Whether tabs of others may be written. */
  userTabs: UserTabs;
};

/** Who a tab belongs to: 1 to 64 letters, digits, `.`, `_`, `:` or `-` (*Tab owners*). */
export type OwnerId = string;

/** Whether a client may write tabs that it did not open (`KITSUNE_USER_TABS`). */
export type UserTabs = 'readonly' | 'writable';

/** One thing the extension is asked to do. */
export type Command = 
  | {
      command: 'listTabs';
      /** Only the caller's own, the most recently opened first. */
      mine: boolean;
    }
  | {
      command: 'activeTab';
    }
  | {
      command: 'newTab';
      /** Where it goes. */
      url: string;
      /** Waits for the load. */
      wait: boolean;
      /** Longest wait, in milliseconds. */
      timeoutMs: number;
      /** Adds an observation of the loaded page. */
      observe: boolean;
    }
  | {
      command: 'closeTab';
      /** The tab. */
      tabId: TabId;
      /** Keeps the page from asking whether to leave. */
      force: boolean;
    }
  | {
      command: 'navigate';
      /** The tab. */
      tabId: TabId;
      /** The URL. */
      url: string;
      /** Longest wait for the load, in milliseconds. */
      timeoutMs: number;
      /** Adds an observation of the loaded page. */
      observe: boolean;
    }
  | {
      command: 'goBack';
      /** The tab. */
      tabId: TabId;
      /** Waits for the page it loads and adds an observation of it. */
      observe: boolean;
    }
  | {
      command: 'goForward';
      /** The tab. */
      tabId: TabId;
    }
  | {
      command: 'reload';
      /** The tab. */
      tabId: TabId;
      /** Asks the site for everything anew. */
      bypassCache: boolean;
    }
  | {
      command: 'resizeWindow';
      /** The tab. */
      tabId: TabId;
      /** Width with the window's frame, in CSS pixels. */
      width: number;
      /** Height with the window's frame. */
      height: number;
    }
  | {
      command: 'observe';
      /** The tab. */
      tabId: TabId;
      /** Which part. */
      scope: Scope;
    }
  | {
      command: 'readTree';
      /** The tab. */
      tabId: TabId;
      /** Which part. */
      scope: TreeScope;
    }
  | {
      command: 'readForms';
      /** The tab. */
      tabId: TabId;
    }
  | {
      command: 'readData';
      /** The tab. */
      tabId: TabId;
      /** Which. */
      read: DataRead;
    }
  | {
      command: 'inspect';
      /** The tab. */
      tabId: TabId;
      /** The question. */
      question: Question;
    }
  | {
      command: 'find';
      /** The tab. */
      tabId: TabId;
      /** CSS, or words. */
      query: string;
    }
  | {
      command: 'highlight';
      /** The tab. */
      tabId: TabId;
      /** The element; absent to take the borders away. */
      target?: Target | null;
    }
  | {
      command: 'clearHighlights';
    }
  | {
      command: 'act';
      /** The tab. */
      tabId: TabId;
      /** What. */
      action: PageAction;
      /** What the answer shows. */
      show: Show;
      /** How long it may wait for its target, in milliseconds; absent to act at once. */
      waitMs?: number | null;
    }
  | {
      command: 'await';
      /** The tab. */
      tabId: TabId;
      /** What is waited for. */
      condition: Condition;
      /** How long, in milliseconds; 0 for one look of at most [`crate::limits::SINGLE_LOOK_MS`]. */
      timeoutMs: number;
      /** Time between two looks, in milliseconds. */
      pollMs: number;
    }
  | {
      command: 'mark';
      /** The tab. */
      tabId: TabId;
      /** Looked at once, in so far as the page can be read. */
      look?: Condition | null;
      /** How long the page may take for that, in milliseconds. */
      lookMs: number;
    }
  | {
      command: 'aftermath';
      /** The tab. */
      tabId: TabId;
      /** Before the action; see [`Marks`]. */
      openings: number;
      /** The element that was clicked. */
      clicked?: Target | null;
    }
  | {
      command: 'capture';
      /** The tab. */
      tabId: TabId;
      /** What of it. */
      area: Area;
      /** Encoding. */
      format: ImageFormat;
      /** Pixels of the image per CSS pixel, from 1 to 4; a preview may have fewer. */
      scale: number;
      /** An image small enough for a model to take in: see [`crate::limits::PREVIEW_SIDE`]. */
      preview: boolean;
      /** Where the image is posted: an address of the bridge, good for one body. */
      upload: string;
    }
  | {
      command: 'handleDialog';
      /** The tab. */
      tabId: TabId;
      /** What answers them; absent to leave them to the person. */
      policy?: DialogPolicy | null;
    }
  | {
      command: 'evaluate';
      /** The tab. */
      tabId: TabId;
      /** A function, or an expression. */
      code: string;
      /** Passed to the function. */
      target?: Target | null;
      /** Longest wait for a promise, in milliseconds. */
      timeoutMs: number;
    };

/** Which part of a page a read walks. */
export type Scope = {
  /** The root; the body when absent. */
  root?: Target | null;
  /** DOM depth below the root; all when absent. */
  maxDepth?: number | null;
  /** Adds each element's box to its line. */
  boxes: boolean;
  /** Whether the answer will show readable text: prose is not folded then. */
  text: boolean;
  /** Folds runs of similar items. */
  collapse: boolean;
  /** Reads only what changed since the last whole read or delta of the document. */
  sinceObservation: boolean;
};

/** Which element an action or a read means; see *Target selectors*. */
export type Target = 
  | {
      by: 'ref';
      /** Its number. */
      ref: Ref;
    }
  | {
      by: 'selector';
      /** CSS or one of the accepted forms. */
      selector: string;
      /** Takes the first of several matches. */
      first: boolean;
    }
  | {
      by: 'field';
      /** The text that names it. */
      key: string;
      /** Takes the first of several matches. */
      first: boolean;
    }
  | {
      by: 'point';
      /** The point. */
      at: Point;
    };

/** A point, in CSS pixels. */
export type Point = {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
};

/** Which part of a page's tree is read. */
export type TreeScope = {
  /** The root; the body when absent. */
  root?: Target | null;
  /** DOM depth below the root. */
  maxDepth: number;
};

/** Which data of a page is read. */
export type DataRead = 
  | {
      about: 'info';
    }
  | {
      about: 'text';
      /** Names the part that is read, the first match; all of the page when absent. */
      selector?: string | null;
    }
  | {
      about: 'links';
      /** Only those that lead to the page's own site. */
      internalOnly: boolean;
    }
  | {
      about: 'images';
    }
  | {
      about: 'meta';
    }
  | {
      about: 'structured';
    }
  | {
      about: 'frames';
    }
  | {
      about: 'personNeeded';
    };

/** One question to a page. */
export type Question = 
  | {
      ask: 'markup';
      /** The element; the whole page when absent. */
      root?: Target | null;
      /** Only what is rendered and can be read, shadow trees and frames in their places. */
      reading: boolean;
    }
  | {
      ask: 'query';
      /** The selector. */
      selector: string;
      /** `text`, `attrs`, `html`, `bounds`, `tag`, `value`, or an attribute. */
      fields: string[];
      /** Most elements. */
      limit: number;
    }
  | {
      ask: 'bounds';
      /** The element. */
      target: Target;
    }
  | {
      ask: 'style';
      /** The element. */
      target: Target;
      /** CSS properties. */
      properties: string[];
    }
  | {
      ask: 'explain';
      /** The selector. */
      selector: string;
    }
  | {
      ask: 'metrics';
    };

/** One thing done to a page by its content script. */
export type PageAction = 
  | {
      act: 'click';
      /** The element. */
      target: Target;
      /** The pressed button. */
      button: MouseButton;
      /** Keys held meanwhile. */
      modifiers: Modifiers;
      /** Clicks twice, without holding. */
      double: boolean;
      /** How long the button stays down, in milliseconds; 0 for a plain click. */
      holdMs: number;
      /** Where on the element, from the corner of its box; its centre when absent. */
      position?: Point | null;
    }
  | {
      act: 'hover';
      /** The element. */
      target: Target;
      /** Further moves across it, at most 50. */
      steps: number;
      /** How long these take, in milliseconds. */
      durationMs: number;
    }
  | {
      act: 'drag';
      /** What is dragged. */
      from: Target;
      /** Where it is dropped. */
      to: Target;
    }
  | {
      act: 'focus';
      /** The element. */
      target: Target;
    }
  | {
      act: 'blur';
      /** The element. */
      target?: Target | null;
    }
  | {
      act: 'media';
      /** The element. */
      target: Target;
      /** What to do with it. */
      op: MediaOp;
    }
  | {
      act: 'fill';
      /** The field. */
      target: Target;
      /** The new text. */
      value: string;
    }
  | {
      act: 'fillForm';
      /** The fields, in order. */
      fields: FieldFill[];
      /** Stops at the first field that fails. */
      stopAtFailure: boolean;
    }
  | {
      act: 'type';
      /** The field or editor. */
      target: Target;
      /** The text. */
      text: string;
      /** Empties it first. */
      clear: boolean;
    }
  | {
      act: 'edit';
      /** The field or editor. */
      target: Target;
      /** The text. */
      value: string;
      /** What the text is. */
      format: TextFormat;
      /** Replaces what is there. */
      clear: boolean;
    }
  | {
      act: 'submit';
      /** The form, or something in it. Without one: the form of the field that was filled or focused last, else the page's only one. */
      target?: Target | null;
    }
  | {
      act: 'press';
      /** The element that receives the key. */
      target?: Target | null;
      /** The key, as `KeyboardEvent.key` names it. */
      key: string;
      /** Keys held meanwhile. */
      modifiers: Modifiers;
      /** Text that the key inserts, when it is not the key's own. */
      text?: string | null;
      /** How many times, from 1 to 100. */
      repeat: number;
    }
  | {
      act: 'select';
      /** The select. */
      target: Target;
      /** The options that are chosen afterwards. */
      values: string[];
      /** What a value is compared with. */
      by: OptionMatch;
    }
  | {
      act: 'check';
      /** The control. */
      target: Target;
      /** The state afterwards. */
      checked: boolean;
    }
  | {
      act: 'upload';
      /** The input, something around it, or what the drop goes to. Without one: the page's only file input, or its body for a drop. */
      target?: Target | null;
      /** How the page gets them. */
      by: GiveBy;
      /** Of several file inputs without a target, the first. */
      first: boolean;
      /** Without a target, the input that a click asked for last, if one did. */
      lastClicked: boolean;
      /** The files. */
      files: OfferedFile[];
      /** What a drop has besides. */
      data: DroppedData[];
    }
  | {
      act: 'scroll';
      /** What scrolls, or something in it. Without one the page scrolls, or else what is at the middle of the viewport. */
      target?: Target | null;
      /** Where to. */
      direction: ScrollDirection;
      /** How far, in CSS pixels; all the way means the end whatever this says. */
      amount: number;
      /** For a search that loads more of a list: it may scroll tabs of others that are not shown. */
      loadMore: boolean;
    };

/** Keys held during a click or a key press. */
export type Modifiers = {
  /** Alt, Option on macOS. */
  alt: boolean;
  /** Control. */
  ctrl: boolean;
  /** Command on macOS, the Windows key elsewhere. */
  meta: boolean;
  /** Shift. */
  shift: boolean;
};

/** What is done to a video or audio element. */
export type MediaOp = 
  | {
      op: 'play';
    }
  | {
      op: 'pause';
    }
  | {
      op: 'seek';
      /** Seconds from the beginning. */
      time: number;
    }
  | {
      op: 'mute';
    }
  | {
      op: 'unmute';
    };

/** One field of a form and what it receives. */
export type FieldFill = {
  /** How the answer calls the field. */
  name: string;
  /** The field. */
  target: Target;
  /** What it receives. */
  value: FieldValue;
};

/** What a field receives. */
export type FieldValue = 
  | {
      kind: 'any';
      /** The value as text. */
      value: string;
    }
  | {
      kind: 'text';
      /** The new text. */
      value: string;
    }
  | {
      kind: 'checked';
      /** The new state. */
      checked: boolean;
    }
  | {
      kind: 'options';
      /** The options that are chosen afterwards. */
      values: string[];
    };

/** What a text for an editor is. */
export type TextFormat = 'text' | 'html';

/** What a select's option is found by. */
export type OptionMatch = 'value' | 'text' | 'either';

/** How a page gets files. */
export type GiveBy = 'auto' | 'input' | 'drop';

/** A file that the bridge has ready for the extension. */
export type OfferedFile = {
  /** Its name, without directories. */
  name: string;
  /** Its media type; empty when it is not known. */
  mediaType: string;
  /** Its size in bytes. */
  size: number;
  /** When it was changed last, in milliseconds since 1970. */
  modifiedMs: number;
  /** Where its content is taken: an address of the bridge, good for once. */
  address: string;
};

/** What a drop carries besides files. */
export type DroppedData = {
  /** The media type that names it, such as `text/plain`. */
  mediaType: string;
  /** The text. */
  text: string;
};

/** Where a scroll goes. */
export type ScrollDirection = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';

/** What an action's answer shows of the page. */
export type Show = 'nothing' | 'delta' | 'full';

/** A state that a tab may come to. */
export type Condition = 
  | {
      of: 'page';
      /** What. */
      page: PageCondition;
    }
  | {
      of: 'url';
      /** The expression. */
      pattern: string;
    }
  | {
      of: 'urlChanged';
      /** What it was. */
      from: string;
    }
  | {
      of: 'title';
      /** The expression. */
      pattern: string;
    }
  | {
      of: 'tabOpened';
      /** After this moment; see [`Marks`]. */
      since: number;
    }
  | {
      of: 'moved';
      /** After this moment; see [`Marks`]. */
      since: number;
      /** Documents that asked to be kept count after this one. */
      objections: number;
      /** Its address then. */
      from: string;
    }
  | {
      of: 'networkIdle';
      /** For so long, in milliseconds. */
      idleMs: number;
    }
  | {
      of: 'result';
      /** A function, or an expression. */
      code: string;
    };

/** Something that a page may come to show. */
export type PageCondition = 
  | {
      when: 'shown';
      /** The element. */
      target: Target;
    }
  | {
      when: 'gone';
      /** The selector. */
      selector: string;
    }
  | {
      when: 'value';
      /** The selector. */
      selector: string;
      /** The value. */
      value: string;
    }
  | {
      when: 'valueChanged';
      /** The selector. */
      selector: string;
      /** What it held; absent when there was no such element. */
      before?: string | null;
    }
  | {
      when: 'text';
      /** The text that is to be there. */
      text?: string | null;
      /** The text that is not to be there. */
      textGone?: string | null;
      /** Only more occurrences than the first look found count. */
      newOnly: boolean;
    };

/** What a capture shows. */
export type Area = 
  | {
      area: 'viewport';
    }
  | {
      area: 'page';
    }
  | {
      area: 'element';
      /** The element. */
      target: Target;
    };

/** Reads `CommandId` from what came over the socket. */
export const readCommandId: decode.Decoder<CommandId> = decode.lazy(() => decode.integer(1));

/** Reads `Tab` from what came over the socket. */
export const readTab: decode.Decoder<Tab> = decode.lazy(() => decode.open({
  id: readTabId,
  url: decode.text,
  title: decode.text,
  active: decode.flag,
  windowId: readWindowId,
  index: decode.integer(0),
  status: decode.text,
  discarded: decode.flag,
  owned: decode.flag,
}));

/** Reads `TabId` from what came over the socket. */
export const readTabId: decode.Decoder<TabId> = decode.lazy(() => decode.integer(1));

/** Reads `WindowId` from what came over the socket. */
export const readWindowId: decode.Decoder<WindowId> = decode.lazy(() => decode.integer(1));

/** Reads `Left` from what came over the socket. */
export const readLeft: decode.Decoder<Left> = decode.lazy(() => decode.literals('unsaved', 'unasked'));

/** Reads `Observation` from what came over the socket. */
export const readObservation: decode.Decoder<Observation> = decode.lazy(() => decode.open({
  records: decode.text,
  delta: decode.flag,
  url: decode.text,
  title: decode.text,
  readyState: decode.text,
  hidden: decode.flag,
  target: decode.optional(decode.nullable(readRef)),
  urlChanged: decode.flag,
  titleChanged: decode.flag,
  unshownChange: decode.flag,
  frames: decode.optional(decode.list(readFrame)),
  framesLeftOut: decode.optional(decode.integer(0)),
  personNeeded: decode.optional(decode.nullable(readPersonNeeded)),
}));

/** Reads `Ref` from what came over the socket. */
export const readRef: decode.Decoder<Ref> = decode.lazy(() => decode.integer(0));

/** Reads `Frame` from what came over the socket. */
export const readFrame: decode.Decoder<Frame> = decode.lazy(() => decode.open({
  under: decode.optional(decode.nullable(readRef)),
  records: decode.text,
  delta: decode.flag,
  x: decode.number,
  y: decode.number,
}));

/** Reads `PersonNeeded` from what came over the socket. */
export const readPersonNeeded: decode.Decoder<PersonNeeded> = decode.lazy(() => decode.tagged('need', {
  humanCheck: decode.open({
    need: decode.literals('humanCheck'),
    widget: readWidget,
    frame: decode.text,
  }),
  signIn: decode.open({
    need: decode.literals('signIn'),
    field: readSignInField,
  }),
}));

/** Reads `Widget` from what came over the socket. */
export const readWidget: decode.Decoder<Widget> = decode.lazy(() => decode.literals('recaptcha', 'hcaptcha', 'turnstile'));

/** Reads `SignInField` from what came over the socket. */
export const readSignInField: decode.Decoder<SignInField> = decode.lazy(() => decode.literals('password', 'username', 'webauthn'));

/** Reads `ElementTree` from what came over the socket. */
export const readElementTree: decode.Decoder<ElementTree> = decode.lazy(() => decode.open({
  nodes: decode.list(readTreeNode),
  truncated: decode.flag,
  framesLeftOut: decode.optional(decode.integer(0)),
}));

/** Reads `TreeNode` from what came over the socket. */
export const readTreeNode: decode.Decoder<TreeNode> = decode.lazy(() => decode.open({
  depth: decode.integer(0),
  ref: readRef,
  tag: decode.text,
  role: decode.optional(decode.nullable(decode.text)),
  name: decode.optional(decode.nullable(decode.text)),
  text: decode.optional(decode.nullable(decode.text)),
  id: decode.optional(decode.nullable(decode.text)),
  type: decode.optional(decode.nullable(decode.text)),
  value: decode.optional(decode.nullable(decode.text)),
  hasValue: decode.optional(decode.nullable(decode.flag)),
  href: decode.optional(decode.nullable(decode.text)),
  states: decode.list(decode.text),
  content: decode.optional(decode.nullable(decode.text)),
  src: decode.optional(decode.nullable(decode.text)),
  frame: decode.optional(decode.nullable(decode.text)),
  more: decode.optional(decode.nullable(decode.integer(0))),
  bounds: readBounds,
}));

/** Reads `Bounds` from what came over the socket. */
export const readBounds: decode.Decoder<Bounds> = decode.lazy(() => decode.open({
  x: decode.number,
  y: decode.number,
  width: decode.number,
  height: decode.number,
}));

/** Reads `Forms` from what came over the socket. */
export const readForms: decode.Decoder<Forms> = decode.lazy(() => decode.open({
  fields: decode.list(readFormField),
  unavailableFrames: decode.list(readUnreadFrame),
  total: decode.integer(0),
  framesLeftOut: decode.optional(decode.integer(0)),
}));

/** Reads `FormField` from what came over the socket. */
export const readFormField: decode.Decoder<FormField> = decode.lazy(() => decode.open({
  ref: readRef,
  tag: decode.text,
  type: decode.text,
  name: decode.text,
  id: decode.text,
  placeholder: decode.text,
  value: decode.optional(decode.nullable(decode.text)),
  hasValue: decode.optional(decode.nullable(decode.flag)),
  label: decode.text,
  required: decode.flag,
  selector: decode.optional(decode.nullable(decode.text)),
  options: decode.optional(decode.nullable(decode.list(decode.text))),
  optionCount: decode.optional(decode.nullable(decode.integer(0))),
  states: decode.list(decode.text),
  hidden: decode.flag,
  frame: decode.optional(decode.nullable(decode.text)),
  bounds: readBounds,
}));

/** Reads `UnreadFrame` from what came over the socket. */
export const readUnreadFrame: decode.Decoder<UnreadFrame> = decode.lazy(() => decode.open({
  ref: readRef,
  name: decode.text,
  content: decode.text,
  src: decode.optional(decode.nullable(decode.text)),
}));

/** Reads `PageData` from what came over the socket. */
export const readPageData: decode.Decoder<PageData> = decode.lazy(() => decode.tagged('about', {
  info: decode.open({
    about: decode.literals('info'),
    info: readPageInfo,
  }),
  text: decode.open({
    about: decode.literals('text'),
    text: decode.text,
    length: decode.integer(0),
  }),
  links: decode.open({
    about: decode.literals('links'),
    links: decode.list(readPageLink),
    total: decode.integer(0),
  }),
  images: decode.open({
    about: decode.literals('images'),
    images: decode.list(readPageImage),
    total: decode.integer(0),
  }),
  meta: decode.open({
    about: decode.literals('meta'),
    url: decode.text,
    title: decode.text,
    entries: decode.list(readMetaEntry),
    links: decode.list(readLinkEntry),
    truncated: decode.flag,
  }),
  structured: decode.open({
    about: decode.literals('structured'),
    blocks: decode.list(decode.text),
    entries: decode.list(readMetaEntry),
    truncated: decode.flag,
  }),
  frames: decode.open({
    about: decode.literals('frames'),
    frames: decode.list(readFrameEntry),
    total: decode.integer(0),
  }),
  personNeeded: decode.open({
    about: decode.literals('personNeeded'),
    needed: decode.optional(decode.nullable(readPersonNeeded)),
  }),
}));

/** Reads `PageInfo` from what came over the socket. */
export const readPageInfo: decode.Decoder<PageInfo> = decode.lazy(() => decode.open({
  url: decode.text,
  title: decode.text,
  readyState: decode.text,
  lang: decode.text,
  width: decode.number,
  height: decode.number,
  forms: decode.integer(0),
  links: decode.integer(0),
  images: decode.integer(0),
  scrollX: decode.number,
  scrollY: decode.number,
  personNeeded: decode.optional(decode.nullable(readPersonNeeded)),
  dialogs: decode.optional(decode.nullable(readDialogHistory)),
}));

/** Reads `DialogHistory` from what came over the socket. */
export const readDialogHistory: decode.Decoder<DialogHistory> = decode.lazy(() => decode.open({
  policy: decode.optional(decode.nullable(readDialogPolicy)),
  dialogs: decode.list(readDialogRecord),
}));

/** Reads `DialogPolicy` from what came over the socket. */
export const readDialogPolicy: decode.Decoder<DialogPolicy> = decode.lazy(() => decode.closed({
  accept: decode.flag,
  promptText: decode.optional(decode.nullable(decode.text)),
}));

/** Reads `DialogRecord` from what came over the socket. */
export const readDialogRecord: decode.Decoder<DialogRecord> = decode.lazy(() => decode.open({
  type: decode.text,
  message: decode.text,
  defaultValue: decode.optional(decode.nullable(decode.text)),
  timestamp: decode.integer(0),
  accepted: decode.optional(decode.nullable(decode.flag)),
  text: decode.optional(decode.nullable(decode.text)),
  secret: decode.flag,
  pending: decode.flag,
  frame: decode.optional(decode.nullable(decode.text)),
}));

/** Reads `PageLink` from what came over the socket. */
export const readPageLink: decode.Decoder<PageLink> = decode.lazy(() => decode.open({
  href: decode.text,
  text: decode.text,
}));

/** Reads `PageImage` from what came over the socket. */
export const readPageImage: decode.Decoder<PageImage> = decode.lazy(() => decode.open({
  src: decode.text,
  alt: decode.text,
  naturalWidth: decode.integer(0),
  naturalHeight: decode.integer(0),
}));

/** Reads `MetaEntry` from what came over the socket. */
export const readMetaEntry: decode.Decoder<MetaEntry> = decode.lazy(() => decode.open({
  name: decode.text,
  content: decode.text,
}));

/** Reads `LinkEntry` from what came over the socket. */
export const readLinkEntry: decode.Decoder<LinkEntry> = decode.lazy(() => decode.open({
  rel: decode.text,
  href: decode.text,
  type: decode.text,
  hreflang: decode.text,
  title: decode.text,
}));

/** Reads `FrameEntry` from what came over the socket. */
export const readFrameEntry: decode.Decoder<FrameEntry> = decode.lazy(() => decode.open({
  src: decode.text,
  name: decode.text,
  title: decode.text,
  sameOrigin: decode.flag,
  accessible: decode.flag,
}));

/** Reads `Finding` from what came over the socket. */
export const readFinding: decode.Decoder<Finding> = decode.lazy(() => decode.tagged('found', {
  markup: decode.open({
    found: decode.literals('markup'),
    html: decode.text,
    truncated: decode.flag,
    url: decode.text,
    title: decode.text,
  }),
  rows: decode.open({
    found: decode.literals('rows'),
    rows: decode.list(decode.dictionary),
    total: decode.integer(0),
  }),
  bounds: decode.open({
    found: decode.literals('bounds'),
    bounds: readBounds,
    metrics: readPageMetrics,
  }),
  style: decode.open({
    found: decode.literals('style'),
    computed: decode.dictionary,
  }),
  matches: decode.open({
    found: decode.literals('matches'),
    total: decode.integer(0),
    samples: decode.list(readSample),
    suggestions: decode.list(readSuggestion),
  }),
  metrics: decode.open({
    found: decode.literals('metrics'),
    metrics: readPageMetrics,
  }),
}));

/** Reads `PageMetrics` from what came over the socket. */
export const readPageMetrics: decode.Decoder<PageMetrics> = decode.lazy(() => decode.open({
  viewport: readSize,
  page: readSize,
  scrollX: decode.number,
  scrollY: decode.number,
  devicePixelRatio: decode.number,
}));

/** Reads `Size` from what came over the socket. */
export const readSize: decode.Decoder<Size> = decode.lazy(() => decode.open({
  width: decode.number,
  height: decode.number,
}));

/** Reads `Sample` from what came over the socket. */
export const readSample: decode.Decoder<Sample> = decode.lazy(() => decode.open({
  ref: readRef,
  tag: decode.text,
  text: decode.text,
  visible: decode.flag,
}));

/** Reads `Suggestion` from what came over the socket. */
export const readSuggestion: decode.Decoder<Suggestion> = decode.lazy(() => decode.open({
  selector: decode.text,
  matches: decode.integer(0),
}));

/** Reads `Hits` from what came over the socket. */
export const readHits: decode.Decoder<Hits> = decode.lazy(() => decode.open({
  hits: decode.list(readHit),
  bySelector: decode.flag,
  framesLeftOut: decode.optional(decode.integer(0)),
}));

/** Reads `Hit` from what came over the socket. */
export const readHit: decode.Decoder<Hit> = decode.lazy(() => decode.open({
  ref: readRef,
  tag: decode.text,
  text: decode.text,
  selector: decode.optional(decode.nullable(decode.text)),
  bounds: readBounds,
  score: decode.optional(decode.nullable(decode.integer(0))),
  options: decode.optional(decode.list(decode.text)),
}));

/** Reads `Done` from what came over the socket. */
export const readDone: decode.Decoder<Done> = decode.lazy(() => decode.open({
  tag: decode.optional(decode.nullable(decode.text)),
  text: decode.optional(decode.nullable(decode.text)),
  value: decode.optional(decode.nullable(decode.text)),
  values: decode.optional(decode.nullable(decode.list(decode.text))),
  checked: decode.optional(decode.nullable(decode.flag)),
  key: decode.optional(decode.nullable(decode.text)),
  effect: decode.optional(decode.nullable(decode.text)),
  prevented: decode.optional(decode.nullable(decode.flag)),
  note: decode.optional(decode.nullable(decode.text)),
  held_ms: decode.optional(decode.nullable(decode.integer(0))),
  button: decode.optional(decode.nullable(readMouseButton)),
  moves: decode.optional(decode.nullable(decode.integer(0))),
  hovered_ms: decode.optional(decode.nullable(decode.integer(0))),
  via: decode.optional(decode.nullable(readDragVia)),
  media: decode.optional(decode.nullable(readMedia)),
  repeat: decode.optional(decode.nullable(decode.integer(0))),
  stepped: decode.optional(decode.nullable(readStepped)),
  submitted: decode.optional(decode.nullable(readSubmitted)),
  form: decode.optional(decode.nullable(readFormFacts)),
  warning: decode.optional(decode.nullable(readWarning)),
  openedPopup: decode.optional(decode.nullable(readOpenedPopup)),
  fields: decode.optional(decode.nullable(decode.list(readFieldOutcome))),
  scrolled: decode.optional(decode.nullable(readScrolled)),
  given: decode.optional(decode.nullable(readGiven)),
}));

/** Reads `MouseButton` from what came over the socket. */
export const readMouseButton: decode.Decoder<MouseButton> = decode.lazy(() => decode.literals('left', 'right', 'middle'));

/** Reads `DragVia` from what came over the socket. */
export const readDragVia: decode.Decoder<DragVia> = decode.lazy(() => decode.literals('html5', 'pointer'));

/** Reads `Media` from what came over the socket. */
export const readMedia: decode.Decoder<Media> = decode.lazy(() => decode.open({
  src: decode.optional(decode.nullable(decode.text)),
  duration: decode.optional(decode.nullable(decode.number)),
  currentTime: decode.optional(decode.nullable(decode.number)),
  paused: decode.flag,
  muted: decode.flag,
  controls: decode.flag,
  error: decode.optional(decode.nullable(decode.text)),
  reason: decode.optional(decode.nullable(readNotPlaying)),
}));

/** Reads `NotPlaying` from what came over the socket. */
export const readNotPlaying: decode.Decoder<NotPlaying> = decode.lazy(() => decode.literals('autoplay_blocked', 'refused', 'background_tab'));

/** Reads `Stepped` from what came over the socket. */
export const readStepped: decode.Decoder<Stepped> = decode.lazy(() => decode.open({
  role: decode.text,
  value: decode.number,
  target: decode.number,
  min: decode.optional(decode.nullable(decode.number)),
  max: decode.optional(decode.nullable(decode.number)),
  keys: decode.integer(0),
}));

/** Reads `Submitted` from what came over the socket. */
export const readSubmitted: decode.Decoder<Submitted> = decode.lazy(() => decode.literals('button', 'requestSubmit'));

/** Reads `FormFacts` from what came over the socket. */
export const readFormFacts: decode.Decoder<FormFacts> = decode.lazy(() => decode.open({
  ref: readRef,
  action: decode.optional(decode.nullable(decode.text)),
  method: decode.optional(decode.nullable(decode.text)),
  button: decode.optional(decode.nullable(decode.text)),
}));

/** Reads `Warning` from what came over the socket. */
export const readWarning: decode.Decoder<Warning> = decode.lazy(() => decode.open({
  code: decode.text,
  state: decode.dictionary,
  hint: decode.text,
}));

/** Reads `OpenedPopup` from what came over the socket. */
export const readOpenedPopup: decode.Decoder<OpenedPopup> = decode.lazy(() => decode.open({
  ref: readRef,
  role: decode.text,
  name: decode.text,
  openedBy: decode.optional(decode.nullable(readRef)),
  rendered: decode.flag,
  items: decode.list(readPopupItem),
}));

/** Reads `PopupItem` from what came over the socket. */
export const readPopupItem: decode.Decoder<PopupItem> = decode.lazy(() => decode.open({
  ref: readRef,
  role: decode.text,
  name: decode.text,
}));

/** Reads `FieldOutcome` from what came over the socket. */
export const readFieldOutcome: decode.Decoder<FieldOutcome> = decode.lazy(() => decode.open({
  name: decode.text,
  done: decode.optional(decode.nullable(readDone)),
  error: decode.optional(decode.nullable(readErrorReply)),
}));

/** Reads `ErrorReply` from what came over the socket. */
export const readErrorReply: decode.Decoder<ErrorReply> = decode.lazy(() => decode.open({
  error: decode.text,
  code: decode.optional(decode.nullable(readErrorCode)),
  retryable: decode.optional(decode.nullable(decode.flag)),
  hint: decode.optional(decode.nullable(decode.text)),
  state: decode.optional(decode.nullable(decode.dictionary)),
  pressed: decode.optional(decode.nullable(decode.integer(0))),
  visibilityState: decode.optional(decode.nullable(readVisibility)),
}));

/** Reads `ErrorCode` from what came over the socket. */
export const readErrorCode: decode.Decoder<ErrorCode> = decode.lazy(() => decode.literals('not_found', 'not_fillable', 'value_not_reached', 'ambiguous_target', 'not_actionable', 'outcome_not_observed', 'unsupported_selector', 'stale_ref', 'invalid_coordinates', 'navigating', 'tab_closed', 'tab_unloaded', 'restricted_page', 'content_unavailable', 'error_page', 'invalid_tab_id', 'user_tab_read_only', 'user_active', 'new_tab_stalled', 'navigation_stalled', 'screenshot_failed', 'extension_disconnected', 'timeout', 'bridge_unavailable', 'bridge_disconnected', 'token_mismatch', 'port_conflict', 'extension_version_mismatch', 'browser_window_unavailable', 'host_permission_denied', 'launch_in_use', 'capability_restricted', 'mode_restricted', 'invalid_mode', 'invalid_caps', 'invalid_user_tabs', 'invalid_argument', 'no_current_tab', 'tool_not_published', 'not_supported'));

/** Reads `Visibility` from what came over the socket. */
export const readVisibility: decode.Decoder<Visibility> = decode.lazy(() => decode.literals('hidden'));

/** Reads `Scrolled` from what came over the socket. */
export const readScrolled: decode.Decoder<Scrolled> = decode.lazy(() => decode.open({
  target: decode.text,
  by: decode.number,
  x: decode.number,
  y: decode.number,
  maxX: decode.number,
  maxY: decode.number,
  atEnd: decode.flag,
}));

/** Reads `Given` from what came over the socket. */
export const readGiven: decode.Decoder<Given> = decode.lazy(() => decode.open({
  by: readGivenBy,
  files: decode.list(readGivenFile),
  held: decode.optional(decode.nullable(decode.list(readGivenFile))),
}));

/** Reads `GivenBy` from what came over the socket. */
export const readGivenBy: decode.Decoder<GivenBy> = decode.lazy(() => decode.literals('input', 'drop'));

/** Reads `GivenFile` from what came over the socket. */
export const readGivenFile: decode.Decoder<GivenFile> = decode.lazy(() => decode.open({
  name: decode.text,
  size: decode.integer(0),
  type: decode.text,
}));

/** Reads `Seen` from what came over the socket. */
export const readSeen: decode.Decoder<Seen> = decode.lazy(() => decode.tagged('seen', {
  element: decode.open({
    seen: decode.literals('element'),
    visible: decode.flag,
    ref: decode.optional(decode.nullable(readRef)),
  }),
  value: decode.open({
    seen: decode.literals('value'),
    value: decode.optional(decode.nullable(decode.text)),
    redacted: decode.flag,
  }),
  text: decode.open({
    seen: decode.literals('text'),
    text: decode.integer(0),
    textGone: decode.integer(0),
    names: decode.list(readNameMatch),
  }),
  tab: decode.open({
    seen: decode.literals('tab'),
    url: decode.text,
    title: decode.text,
    ended: decode.optional(decode.nullable(readNoPage)),
    left: decode.optional(decode.nullable(readLeft)),
  }),
  tabs: decode.open({
    seen: decode.literals('tabs'),
    opened: decode.list(readTab),
  }),
  network: decode.open({
    seen: decode.literals('network'),
    running: decode.integer(0),
  }),
  result: decode.open({
    seen: decode.literals('result'),
    json: decode.optional(decode.nullable(decode.text)),
    truncated: decode.flag,
  }),
}));

/** Reads `NameMatch` from what came over the socket. */
export const readNameMatch: decode.Decoder<NameMatch> = decode.lazy(() => decode.open({
  ref: readRef,
  role: decode.text,
  name: decode.text,
  source: decode.text,
}));

/** Reads `NoPage` from what came over the socket. */
export const readNoPage: decode.Decoder<NoPage> = decode.lazy(() => decode.literals('kept', 'failed', 'asked'));

/** Reads `ImageFormat` from what came over the socket. */
export const readImageFormat: decode.Decoder<ImageFormat> = decode.lazy(() => decode.literals('png', 'jpeg'));

/** Reads `ToExtension` from what came over the socket. */
export const readToExtension: decode.Decoder<ToExtension> = decode.lazy(() => decode.tagged('kind', {
  welcome: decode.closed({
    kind: decode.literals('welcome'),
    bridge: decode.text,
  }),
  command: decode.closed({
    kind: decode.literals('command'),
    id: readCommandId,
    caller: readCaller,
    deadlineMs: decode.integer(0),
    command: readCommand,
  }),
}));

/** Reads `Caller` from what came over the socket. */
export const readCaller: decode.Decoder<Caller> = decode.lazy(() => decode.closed({
  owner: decode.optional(decode.nullable(readOwnerId)),
  userTabs: readUserTabs,
}));

/** Reads `OwnerId` from what came over the socket. */
export const readOwnerId: decode.Decoder<OwnerId> = decode.lazy(() => decode.text);

/** Reads `UserTabs` from what came over the socket. */
export const readUserTabs: decode.Decoder<UserTabs> = decode.lazy(() => decode.literals('readonly', 'writable'));

/** Reads `Command` from what came over the socket. */
export const readCommand: decode.Decoder<Command> = decode.lazy(() => decode.tagged('command', {
  listTabs: decode.closed({
    command: decode.literals('listTabs'),
    mine: decode.flag,
  }),
  activeTab: decode.closed({
    command: decode.literals('activeTab'),
  }),
  newTab: decode.closed({
    command: decode.literals('newTab'),
    url: decode.text,
    wait: decode.flag,
    timeoutMs: decode.integer(0),
    observe: decode.flag,
  }),
  closeTab: decode.closed({
    command: decode.literals('closeTab'),
    tabId: readTabId,
    force: decode.flag,
  }),
  navigate: decode.closed({
    command: decode.literals('navigate'),
    tabId: readTabId,
    url: decode.text,
    timeoutMs: decode.integer(0),
    observe: decode.flag,
  }),
  goBack: decode.closed({
    command: decode.literals('goBack'),
    tabId: readTabId,
    observe: decode.flag,
  }),
  goForward: decode.closed({
    command: decode.literals('goForward'),
    tabId: readTabId,
  }),
  reload: decode.closed({
    command: decode.literals('reload'),
    tabId: readTabId,
    bypassCache: decode.flag,
  }),
  resizeWindow: decode.closed({
    command: decode.literals('resizeWindow'),
    tabId: readTabId,
    width: decode.integer(0),
    height: decode.integer(0),
  }),
  observe: decode.closed({
    command: decode.literals('observe'),
    tabId: readTabId,
    scope: readScope,
  }),
  readTree: decode.closed({
    command: decode.literals('readTree'),
    tabId: readTabId,
    scope: readTreeScope,
  }),
  readForms: decode.closed({
    command: decode.literals('readForms'),
    tabId: readTabId,
  }),
  readData: decode.closed({
    command: decode.literals('readData'),
    tabId: readTabId,
    read: readDataRead,
  }),
  inspect: decode.closed({
    command: decode.literals('inspect'),
    tabId: readTabId,
    question: readQuestion,
  }),
  find: decode.closed({
    command: decode.literals('find'),
    tabId: readTabId,
    query: decode.text,
  }),
  highlight: decode.closed({
    command: decode.literals('highlight'),
    tabId: readTabId,
    target: decode.optional(decode.nullable(readTarget)),
  }),
  clearHighlights: decode.closed({
    command: decode.literals('clearHighlights'),
  }),
  act: decode.closed({
    command: decode.literals('act'),
    tabId: readTabId,
    action: readPageAction,
    show: readShow,
    waitMs: decode.optional(decode.nullable(decode.integer(0))),
  }),
  await: decode.closed({
    command: decode.literals('await'),
    tabId: readTabId,
    condition: readCondition,
    timeoutMs: decode.integer(0),
    pollMs: decode.integer(0),
  }),
  mark: decode.closed({
    command: decode.literals('mark'),
    tabId: readTabId,
    look: decode.optional(decode.nullable(readCondition)),
    lookMs: decode.integer(0),
  }),
  aftermath: decode.closed({
    command: decode.literals('aftermath'),
    tabId: readTabId,
    openings: decode.integer(0),
    clicked: decode.optional(decode.nullable(readTarget)),
  }),
  capture: decode.closed({
    command: decode.literals('capture'),
    tabId: readTabId,
    area: readArea,
    format: readImageFormat,
    scale: decode.number,
    preview: decode.flag,
    upload: decode.text,
  }),
  handleDialog: decode.closed({
    command: decode.literals('handleDialog'),
    tabId: readTabId,
    policy: decode.optional(decode.nullable(readDialogPolicy)),
  }),
  evaluate: decode.closed({
    command: decode.literals('evaluate'),
    tabId: readTabId,
    code: decode.text,
    target: decode.optional(decode.nullable(readTarget)),
    timeoutMs: decode.integer(0),
  }),
}));

/** Reads `Scope` from what came over the socket. */
export const readScope: decode.Decoder<Scope> = decode.lazy(() => decode.closed({
  root: decode.optional(decode.nullable(readTarget)),
  maxDepth: decode.optional(decode.nullable(decode.integer(0))),
  boxes: decode.flag,
  text: decode.flag,
  collapse: decode.flag,
  sinceObservation: decode.flag,
}));

/** Reads `Target` from what came over the socket. */
export const readTarget: decode.Decoder<Target> = decode.lazy(() => decode.tagged('by', {
  ref: decode.closed({
    by: decode.literals('ref'),
    ref: readRef,
  }),
  selector: decode.closed({
    by: decode.literals('selector'),
    selector: decode.text,
    first: decode.flag,
  }),
  field: decode.closed({
    by: decode.literals('field'),
    key: decode.text,
    first: decode.flag,
  }),
  point: decode.closed({
    by: decode.literals('point'),
    at: readPoint,
  }),
}));

/** Reads `Point` from what came over the socket. */
export const readPoint: decode.Decoder<Point> = decode.lazy(() => decode.closed({
  x: decode.number,
  y: decode.number,
}));

/** Reads `TreeScope` from what came over the socket. */
export const readTreeScope: decode.Decoder<TreeScope> = decode.lazy(() => decode.closed({
  root: decode.optional(decode.nullable(readTarget)),
  maxDepth: decode.integer(0),
}));

/** Reads `DataRead` from what came over the socket. */
export const readDataRead: decode.Decoder<DataRead> = decode.lazy(() => decode.tagged('about', {
  info: decode.closed({
    about: decode.literals('info'),
  }),
  text: decode.closed({
    about: decode.literals('text'),
    selector: decode.optional(decode.nullable(decode.text)),
  }),
  links: decode.closed({
    about: decode.literals('links'),
    internalOnly: decode.flag,
  }),
  images: decode.closed({
    about: decode.literals('images'),
  }),
  meta: decode.closed({
    about: decode.literals('meta'),
  }),
  structured: decode.closed({
    about: decode.literals('structured'),
  }),
  frames: decode.closed({
    about: decode.literals('frames'),
  }),
  personNeeded: decode.closed({
    about: decode.literals('personNeeded'),
  }),
}));

/** Reads `Question` from what came over the socket. */
export const readQuestion: decode.Decoder<Question> = decode.lazy(() => decode.tagged('ask', {
  markup: decode.closed({
    ask: decode.literals('markup'),
    root: decode.optional(decode.nullable(readTarget)),
    reading: decode.flag,
  }),
  query: decode.closed({
    ask: decode.literals('query'),
    selector: decode.text,
    fields: decode.list(decode.text),
    limit: decode.integer(0),
  }),
  bounds: decode.closed({
    ask: decode.literals('bounds'),
    target: readTarget,
  }),
  style: decode.closed({
    ask: decode.literals('style'),
    target: readTarget,
    properties: decode.list(decode.text),
  }),
  explain: decode.closed({
    ask: decode.literals('explain'),
    selector: decode.text,
  }),
  metrics: decode.closed({
    ask: decode.literals('metrics'),
  }),
}));

/** Reads `PageAction` from what came over the socket. */
export const readPageAction: decode.Decoder<PageAction> = decode.lazy(() => decode.tagged('act', {
  click: decode.closed({
    act: decode.literals('click'),
    target: readTarget,
    button: readMouseButton,
    modifiers: readModifiers,
    double: decode.flag,
    holdMs: decode.integer(0),
    position: decode.optional(decode.nullable(readPoint)),
  }),
  hover: decode.closed({
    act: decode.literals('hover'),
    target: readTarget,
    steps: decode.integer(0),
    durationMs: decode.integer(0),
  }),
  drag: decode.closed({
    act: decode.literals('drag'),
    from: readTarget,
    to: readTarget,
  }),
  focus: decode.closed({
    act: decode.literals('focus'),
    target: readTarget,
  }),
  blur: decode.closed({
    act: decode.literals('blur'),
    target: decode.optional(decode.nullable(readTarget)),
  }),
  media: decode.closed({
    act: decode.literals('media'),
    target: readTarget,
    op: readMediaOp,
  }),
  fill: decode.closed({
    act: decode.literals('fill'),
    target: readTarget,
    value: decode.text,
  }),
  fillForm: decode.closed({
    act: decode.literals('fillForm'),
    fields: decode.list(readFieldFill),
    stopAtFailure: decode.flag,
  }),
  type: decode.closed({
    act: decode.literals('type'),
    target: readTarget,
    text: decode.text,
    clear: decode.flag,
  }),
  edit: decode.closed({
    act: decode.literals('edit'),
    target: readTarget,
    value: decode.text,
    format: readTextFormat,
    clear: decode.flag,
  }),
  submit: decode.closed({
    act: decode.literals('submit'),
    target: decode.optional(decode.nullable(readTarget)),
  }),
  press: decode.closed({
    act: decode.literals('press'),
    target: decode.optional(decode.nullable(readTarget)),
    key: decode.text,
    modifiers: readModifiers,
    text: decode.optional(decode.nullable(decode.text)),
    repeat: decode.integer(0),
  }),
  select: decode.closed({
    act: decode.literals('select'),
    target: readTarget,
    values: decode.list(decode.text),
    by: readOptionMatch,
  }),
  check: decode.closed({
    act: decode.literals('check'),
    target: readTarget,
    checked: decode.flag,
  }),
  upload: decode.closed({
    act: decode.literals('upload'),
    target: decode.optional(decode.nullable(readTarget)),
    by: readGiveBy,
    first: decode.flag,
    lastClicked: decode.flag,
    files: decode.list(readOfferedFile),
    data: decode.list(readDroppedData),
  }),
  scroll: decode.closed({
    act: decode.literals('scroll'),
    target: decode.optional(decode.nullable(readTarget)),
    direction: readScrollDirection,
    amount: decode.number,
    loadMore: decode.flag,
  }),
}));

/** Reads `Modifiers` from what came over the socket. */
export const readModifiers: decode.Decoder<Modifiers> = decode.lazy(() => decode.closed({
  alt: decode.flag,
  ctrl: decode.flag,
  meta: decode.flag,
  shift: decode.flag,
}));

/** Reads `MediaOp` from what came over the socket. */
export const readMediaOp: decode.Decoder<MediaOp> = decode.lazy(() => decode.tagged('op', {
  play: decode.closed({
    op: decode.literals('play'),
  }),
  pause: decode.closed({
    op: decode.literals('pause'),
  }),
  seek: decode.closed({
    op: decode.literals('seek'),
    time: decode.number,
  }),
  mute: decode.closed({
    op: decode.literals('mute'),
  }),
  unmute: decode.closed({
    op: decode.literals('unmute'),
  }),
}));

/** Reads `FieldFill` from what came over the socket. */
export const readFieldFill: decode.Decoder<FieldFill> = decode.lazy(() => decode.closed({
  name: decode.text,
  target: readTarget,
  value: readFieldValue,
}));

/** Reads `FieldValue` from what came over the socket. */
export const readFieldValue: decode.Decoder<FieldValue> = decode.lazy(() => decode.tagged('kind', {
  any: decode.closed({
    kind: decode.literals('any'),
    value: decode.text,
  }),
  text: decode.closed({
    kind: decode.literals('text'),
    value: decode.text,
  }),
  checked: decode.closed({
    kind: decode.literals('checked'),
    checked: decode.flag,
  }),
  options: decode.closed({
    kind: decode.literals('options'),
    values: decode.list(decode.text),
  }),
}));

/** Reads `TextFormat` from what came over the socket. */
export const readTextFormat: decode.Decoder<TextFormat> = decode.lazy(() => decode.literals('text', 'html'));

/** Reads `OptionMatch` from what came over the socket. */
export const readOptionMatch: decode.Decoder<OptionMatch> = decode.lazy(() => decode.literals('value', 'text', 'either'));

/** Reads `GiveBy` from what came over the socket. */
export const readGiveBy: decode.Decoder<GiveBy> = decode.lazy(() => decode.literals('auto', 'input', 'drop'));

/** Reads `OfferedFile` from what came over the socket. */
export const readOfferedFile: decode.Decoder<OfferedFile> = decode.lazy(() => decode.closed({
  name: decode.text,
  mediaType: decode.text,
  size: decode.integer(0),
  modifiedMs: decode.integer(0),
  address: decode.text,
}));

/** Reads `DroppedData` from what came over the socket. */
export const readDroppedData: decode.Decoder<DroppedData> = decode.lazy(() => decode.closed({
  mediaType: decode.text,
  text: decode.text,
}));

/** Reads `ScrollDirection` from what came over the socket. */
export const readScrollDirection: decode.Decoder<ScrollDirection> = decode.lazy(() => decode.literals('up', 'down', 'left', 'right', 'top', 'bottom'));

/** Reads `Show` from what came over the socket. */
export const readShow: decode.Decoder<Show> = decode.lazy(() => decode.literals('nothing', 'delta', 'full'));

/** Reads `Condition` from what came over the socket. */
export const readCondition: decode.Decoder<Condition> = decode.lazy(() => decode.tagged('of', {
  page: decode.closed({
    of: decode.literals('page'),
    page: readPageCondition,
  }),
  url: decode.closed({
    of: decode.literals('url'),
    pattern: decode.text,
  }),
  urlChanged: decode.closed({
    of: decode.literals('urlChanged'),
    from: decode.text,
  }),
  title: decode.closed({
    of: decode.literals('title'),
    pattern: decode.text,
  }),
  tabOpened: decode.closed({
    of: decode.literals('tabOpened'),
    since: decode.integer(0),
  }),
  moved: decode.closed({
    of: decode.literals('moved'),
    since: decode.integer(0),
    objections: decode.integer(0),
    from: decode.text,
  }),
  networkIdle: decode.closed({
    of: decode.literals('networkIdle'),
    idleMs: decode.integer(0),
  }),
  result: decode.closed({
    of: decode.literals('result'),
    code: decode.text,
  }),
}));

/** Reads `PageCondition` from what came over the socket. */
export const readPageCondition: decode.Decoder<PageCondition> = decode.lazy(() => decode.tagged('when', {
  shown: decode.closed({
    when: decode.literals('shown'),
    target: readTarget,
  }),
  gone: decode.closed({
    when: decode.literals('gone'),
    selector: decode.text,
  }),
  value: decode.closed({
    when: decode.literals('value'),
    selector: decode.text,
    value: decode.text,
  }),
  valueChanged: decode.closed({
    when: decode.literals('valueChanged'),
    selector: decode.text,
    before: decode.optional(decode.nullable(decode.text)),
  }),
  text: decode.closed({
    when: decode.literals('text'),
    text: decode.optional(decode.nullable(decode.text)),
    textGone: decode.optional(decode.nullable(decode.text)),
    newOnly: decode.flag,
  }),
}));

/** Reads `Area` from what came over the socket. */
export const readArea: decode.Decoder<Area> = decode.lazy(() => decode.tagged('area', {
  viewport: decode.closed({
    area: decode.literals('viewport'),
  }),
  page: decode.closed({
    area: decode.literals('page'),
  }),
  element: decode.closed({
    area: decode.literals('element'),
    target: readTarget,
  }),
}));
