// What the content script keeps of its document between requests. One is made when the script
// starts and lives as long as the document.

import { newHands, type Hands } from './act/hands';
import type { Pauses } from './act/pauses';
import type { RequestCalls } from './wait/request-calls';
import { Highlights } from './inspect/highlight';
import { isPainted } from './observe/popups';
import { newRead, type Read } from './observe/read';
import { Refs } from './observe/refs';
import type { Walked } from './observe/walk';
import type { PersonNeeded } from '../protocol';
import type { Acted, ListedFrame } from '../shared/messages';
import type { Context } from './target/resolve';
import type { Performed } from './performed';
import { stillOpen, type KeptPopup, type PopupsBefore } from './popups';
import type { Scrolled } from './reveal';
import { Passwords } from './wait/passwords';
import { Watch } from './wait/watch';

/** The page as it was at one moment, for saying later what changed. */
export type Recording = Walked & {
  readonly url: string;
  readonly title: string;
  /** The shadow roots in it. */
  readonly roots: ReadonlySet<ShadowRoot>;
  readonly needed: PersonNeeded | null;
};

/** An action whose effect has not been read yet. */
export type Pending = {
  /** The page right before the first action that it counts for. */
  readonly before: Recording | null;
  readonly performed: Performed;
  /** Of an action that may open a popup. */
  readonly popups: PopupsBefore | null;
};

/** An action that pauses. `ended` is its outcome as a whole. */
export type Paused = { readonly pauses: Pauses; readonly ended: Promise<Acted> };

/** How long an action waits for the page: until the background says that it is over. */
export type Patience = { readonly over: Promise<void>; readonly end: () => void };

export type Page = {
  readonly refs: Refs;
  readonly passwords: Passwords;
  readonly hands: Hands;
  readonly highlights: Highlights;
  readonly watch: Watch;
  /** Ends with the document. */
  readonly signal: AbortSignal;
  /** How often the tab has come back to the document. */
  returns: number;
  /** The last whole read or delta, which the next "what changed" compares with. */
  last: Recording | null;
  /** A read that needs more refs. The same request comes again with them in a moment. */
  unnumbered: { readonly recording: Recording; readonly kind: string; readonly at: number } | null;
  pending: Pending | null;
  /** An action that is not at its end. */
  paused: Paused | null;
  /** That of the action under way. */
  patience: Patience;
  /** What a capture has scrolled, until it is scrolled back. */
  scrolled: readonly Scrolled[];
  /** The popups that actions were told to have opened, while they stay open. */
  popups: readonly KeptPopup[];
  /** The frames of other origins that the last observation lists. */
  frames: readonly ListedFrame[];
};

export function newPage(signal: AbortSignal, requests: RequestCalls | undefined): Page {
  const passwords = new Passwords(document, signal);
  return {
    refs: new Refs(),
    passwords,
    watch: new Watch(document, passwords, requests, signal),
    hands: newHands(/^Mac/.test(navigator.platform)),
    highlights: new Highlights(),
    signal,
    returns: 0,
    last: null,
    unnumbered: null,
    pending: null,
    paused: null,
    patience: newPatience(),
    scrolled: [],
    frames: [],
    popups: [],
  };
}

export function newPatience(): Patience {
  let end: () => void = () => undefined;
  const over = new Promise<void>(resolve => {
    end = resolve;
  });
  return { over, end };
}

/** The tab shows the document again, as if it were another one. */
export function comeBack(page: Page, returns: number): void {
  page.returns = returns;
  page.refs.forget();
  page.watch.end();
  page.paused?.pauses.abandon();
  page.hands.hovered = null;
  Object.assign(page, { last: null, unnumbered: null, pending: null, paused: null, scrolled: [], popups: [] });
}

export function readOf(page: Page): Read {
  page.popups = stillOpen(page.popups);
  const unpainted = page.popups.map(({ popup }) => popup).filter(popup => !isPainted(popup));
  return newRead(page.passwords.seen, unpainted);
}

export const contextOf = (page: Page): Context => ({
  read: readOf(page),
  refs: page.refs,
  document,
});
