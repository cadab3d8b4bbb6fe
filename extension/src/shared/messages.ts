// What the parts of the extension say to each other. One union per direction:
//   background -> content script   ContentRequest   (long-lived port, JSON text; ContentMessage)
//   content script -> background   ContentReply     (the same port, JSON text)
//   early scripts -> background    PageReport       (runtime.sendMessage)
//   popup -> background            PopupRequest     (runtime.sendMessage)
// Texts, not objects, cross the port: the browser copies an object many times more slowly.

import type {
  DataRead,
  DialogRecord,
  Done,
  ElementTree,
  ErrorReply,
  Finding,
  Forms,
  Hits,
  Observation,
  PageAction,
  PageCondition,
  PageData,
  Point,
  Question,
  Scope,
  Seen,
  Show,
  Target,
  TreeScope,
} from '../protocol';

/**
 * Name of the port between background and content script. The script connects (`runtime.connect`)
 * when it is injected, and again each time it is injected anew into the same document or the
 * document comes back from the history's cache: the port closed when it went there.
 */
export const CONTENT_PORT = 'kitsune-content';

/** Raised when the content script must be replaced by a newer one after an update. */
export const CONTENT_VERSION = 1;

/**
 * Ref numbers that a document may give out: from `next` up to, not including, `end`.
 * The background hands them out, so that a number never names two nodes in the browser.
 * Of two requests under way at once the second may carry an old `next`: a script never goes back
 * below its own next number as long as that lies inside the lease.
 */
export type RefLease = { next: number; end: number };

/**
 * The text of a `ContentRequest`, with the files of an upload beside it: they alone cross as what
 * they are, without their bytes.
 */
export type ContentMessage = string | { text: string; files: readonly Blob[] };

/** `returns`: how often the tab has come back to the document. Refs of an earlier stay are void. */
export type ContentRequest = {
  id: number;
  returns: number;
  lease: RefLease;
  command: ContentCommand;
};

export type ContentCommand =
  /** Answers at once: tells a blocked or replaced page from a living one. */
  | { do: 'ping' }
  /** Walks the document. */
  | { do: 'observe'; scope: Scope }
  /** Resolves the target, records the page and dispatches; `ready`: only if the target is. */
  | { do: 'act'; action: PageAction; show: Show; ready: boolean }
  /** The same of an action that pauses, up to its first pause. */
  | { do: 'begin'; action: PageAction; show: Show; ready: boolean }
  /** Takes that action up, until its next pause or its end. */
  | { do: 'goOn' }
  /** An action that waits for the page, as for a video to start, waits no longer. */
  | { do: 'stopWaiting' }
  /** How long the page has been quiet, before the action too. */
  | { do: 'quiet' }
  /** What the action changed, or the whole page; ends the watch that `act` began. */
  | { do: 'observeAfter'; show: Show }
  /** The page as a tree of elements of at most so many characters; `whole`: all of it or nothing. */
  | { do: 'readTree'; scope: TreeScope; characters: number; whole: boolean }
  /** The fields of the page's forms. */
  | { do: 'readForms' }
  /** Data of the page. */
  | { do: 'readData'; read: DataRead }
  /** One question about the page. */
  | { do: 'inspect'; question: Question }
  /** Finds elements by CSS or words. */
  | { do: 'find'; query: string }
  /** Draws a border around the element; `null` takes all borders away. */
  | { do: 'highlight'; target: Target | null }
  /** Looks once whether a condition is met; see content/look.ts. */
  | { do: 'look'; condition: PageCondition; last: boolean; moreThan: number | null }
  /** Says which frame of another origin has the focus, if one has. */
  | { do: 'focusedFrame' }
  /** Says which frame of another origin scrolls in the place of the page, if one does. */
  | { do: 'frameToScroll'; action: PageAction }
  /** Says which frame of another origin is at a point of the viewport, if one is. */
  | { do: 'frameAt'; at: Point }
  /** Where things are, for a capture. Scrolls nothing. */
  | { do: 'measure'; target: Target | null }
  /** The same, after it has scrolled what a capture shows into view: the target, or the page's top. */
  | { do: 'reveal'; target: Target | null }
  /** Scrolls back what `reveal` has scrolled. */
  | { do: 'scrollBack' }
  /** Puts the element where one read of `window[property]` in the page's world finds it. */
  | { do: 'handOver'; target: Target; property: string };

/** A box in CSS pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** A frame of another origin that an observation lists, for a script of its own to read. */
export type ListedFrame = {
  /** The frame's element. */
  ref: number;
  /** The browser's number of the frame. */
  frameId: number;
  /** Its viewport, in that of the document that lists it. */
  at: Box;
  /** DOM depth below where the read began. */
  depth: number;
  /** Its line is listed for itself, not only for what the frame may show. */
  shown: boolean;
};

export type Measures = {
  /** The viewport, in page coordinates. */
  viewport: Box;
  /** In page coordinates too. */
  page: Box;
  /** The target, in page coordinates. */
  target: Box | null;
  /** The viewport of the target, in that of the document, when it is a frame. */
  inside: Box | null;
  devicePixelRatio: number;
};

/** `plainField`: a plain field write, which needs no least wait (contract: Waiting for the page). */
export type Acted = {
  done: Done;
  hidden: boolean;
  plainField: boolean;
  pageHandledKey: boolean;
  newTab: NewTabLink | null;
};

/** A link that was clicked and that a person's click would have opened in a new tab. */
export type NewTabLink = { url: string; opener: boolean };

/** What one look found. */
export type Looked = { met: boolean; seen: Seen };
/** A part of an action that pauses: `acted` at its end, before that what is known at the pause. */
export type Part = { acted: Acted | null; done: Done; hidden: boolean };

/** `at` is the point in the viewport of what the frame holds. */
export type FrameThere = { frameId: number; at: Point };

export type ContentAnswer =
  | { did: 'ping'; version: number }
  | { did: 'observe'; observation: Observation; frames: readonly ListedFrame[] }
  | ({ did: 'act' } & Acted)
  | ({ did: 'begin' } & Part)
  | ({ did: 'goOn' } & Part)
  | { did: 'stopWaiting' }
  /**
   * Milliseconds since the last DOM change or request of a script; whether the DOM changed since the
   * action; milliseconds since a script's last request after it.
   */
  | { did: 'quiet'; quietMs: number; changed: boolean; requestMs: number | null }
  /** `done` has the values read back after the page has settled. */
  | {
      did: 'observeAfter';
      observation: Observation | null;
      frames: readonly ListedFrame[];
      done: Done;
    }
  /** `size`: what the tree takes of the characters. */
  | { did: 'readTree'; tree: ElementTree; size: number; frames: readonly ListedFrame[] }
  | { did: 'readForms'; forms: Forms; frames: readonly ListedFrame[] }
  | { did: 'readData'; data: PageData }
  | { did: 'inspect'; finding: Finding }
  | { did: 'find'; hits: Hits; frames: readonly ListedFrame[] }
  | { did: 'highlight' }
  | ({ did: 'look' } & Looked)
  | { did: 'focusedFrame'; frameId: number | null }
  | { did: 'frameToScroll'; frameId: number | null }
  | { did: 'frameAt'; frame: FrameThere | null }
  | { did: 'measure'; measures: Measures; url: string; title: string }
  /** `seen`: the part of the target that nothing around it cuts off, in the document's viewport. */
  | { did: 'reveal'; measures: Measures; seen: Box | null; url: string; title: string }
  | { did: 'scrollBack' }
  | { did: 'handOver' };

export type ContentReply = {
  id: number;
  /** The document's next unused ref number. */
  next: number;
  outcome:
    | { kind: 'answer'; answer: ContentAnswer }
    | { kind: 'error'; error: ErrorReply }
    /** The lease does not suffice: ask again with `count` numbers or more. Nothing was done. */
    | { kind: 'moreRefs'; count: number };
};

/** What the document_start scripts report of their own accord. */
export type PageReport =
  /** The person gave this frame trusted input. Never what was typed. */
  | { report: 'input'; type: string; sinceMs: number }
  /** A native dialog opens for the person. */
  | ({ report: 'dialogOpened' } & Pick<DialogRecord, 'type' | 'message' | 'defaultValue'>)
  /** The one that was open in this frame is answered. */
  | ({ report: 'dialogClosed' } & Pick<DialogRecord, 'accepted' | 'text' | 'secret'>)
  /** The tab's policy answered these. */
  | { report: 'dialogsAnswered'; dialogs: DialogRecord[] }
  /** `window.open` returned null to a page script; `dispatched`: while events of an action ran. */
  | { report: 'popupRefused'; url: string | null; dispatched: boolean }
  /** The document asked to be kept when the browser left it, and who is asked about that. */
  | { report: 'leaving'; asks: 'person' | 'nobody' }
  /** The page asked for files in this frame. */
  | { report: 'fileChooser' };

export type PopupRequest = { ask: 'connection' };

/** What the popup shows. */
export type ConnectionView = {
  connected: boolean;
  socketUrl: string;
  /** Why there is no connection, in plain words. */
  reason: string | null;
  bridgeVersion: string | null;
  extensionVersion: string;
  flavor: 'dev' | 'signed';
};
