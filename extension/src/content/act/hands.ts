// What actions of one document share: the platform whose keys they press, and what earlier
// actions left behind.

import type { Selection } from './caret';

export type Hands = {
  readonly isMac: boolean;
  /** What a hover last left the pointer on. */
  hovered: Element | null;
  /** What was filled or focused last, for submitting its form. */
  lastField: WeakRef<Element> | null;
  /** Fields with keys pressed in them since their last `change` event. */
  readonly typed: WeakSet<Element>;
  /** Of fields where the browser does not tell it. */
  readonly untold: WeakMap<Element, Untold>;
};

/** What keys did in a field that tells no selection; void once its value is another one. */
export type Untold = {
  readonly value: string;
  /** As a person would see it: a number that is not finished is no value yet. */
  readonly text: string;
  readonly selection: Selection;
};

export const newHands = (isMac: boolean): Hands => ({
  isMac,
  hovered: null,
  lastField: null,
  typed: new WeakSet(),
  untold: new WeakMap(),
});

/** What a key or an edit did. */
export type Edited = {
  /** An input type, or what else the key did; `null` when nothing. */
  effect: string | null;
  /** The page cancelled it. */
  prevented: boolean;
};

/** One edit and then another, told as one. */
export const both = (first: Edited, second: Edited): Edited => ({
  effect: second.effect ?? first.effect,
  prevented: first.prevented || second.prevented,
});

export const NOTHING: Edited = { effect: null, prevented: false };
export const PREVENTED: Edited = { effect: null, prevented: true };
