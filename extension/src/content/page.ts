// What the content script keeps of its document between requests. One is made when the script
// starts and lives as long as the document.

import { newHands, type Hands } from './act/hands';
import type { Line } from './observe/record';
import { newRead, type Read, type Secrets } from './observe/read';
import { Refs } from './observe/refs';
import type { Context } from './target/resolve';
import type { Performed } from './performed';
import type { Watch } from './wait/watch';

/** The page as it was at one moment, for saying later what changed. */
export type Recording = {
  readonly lines: readonly Line<Element>[];
  readonly url: string;
  readonly title: string;
};

/** An action whose effect has not been read yet. */
export type Pending = {
  /** The page right before the first action that it counts for. */
  readonly before: Recording | null;
  readonly watch: Watch;
  readonly performed: Performed;
};

export type Page = {
  readonly refs: Refs;
  readonly secrets: Secrets;
  readonly hands: Hands;
  /** Ends with the document. */
  readonly signal: AbortSignal;
  /** The last whole read or delta, which the next "what changed" compares with. */
  last: Recording | null;
  /** A read that needs more refs. The same request comes again with them in a moment. */
  unnumbered: { readonly recording: Recording; readonly boxes: boolean; readonly at: number } | null;
  pending: Pending | null;
};

export const newPage = (signal: AbortSignal): Page => ({
  refs: new Refs(),
  secrets: new WeakSet(),
  hands: newHands(/^Mac/.test(navigator.platform)),
  signal,
  last: null,
  unnumbered: null,
  pending: null,
});

export const readOf = (page: Page): Read => newRead(page.secrets);

export const contextOf = (page: Page): Context => ({
  read: readOf(page),
  refs: page.refs,
  document,
});
