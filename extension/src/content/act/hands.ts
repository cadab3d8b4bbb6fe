// What actions of one document share: the platform whose keys they press, and what earlier
// actions left behind.

export type Hands = {
  readonly isMac: boolean;
  /** What a hover last left the pointer on. */
  hovered: Element | null;
  /** What was filled or focused last, for submitting its form. */
  lastField: WeakRef<Element> | null;
  /** Fields with keys pressed in them since their last `change` event. */
  readonly typed: WeakSet<Element>;
};

export const newHands = (isMac: boolean): Hands => ({
  isMac,
  hovered: null,
  lastField: null,
  typed: new WeakSet(),
});

/** What a key or an edit did. */
export type Edited = {
  /** An input type, or what else the key did; `null` when nothing. */
  effect: string | null;
  /** The page cancelled it. */
  prevented: boolean;
};

export const NOTHING: Edited = { effect: null, prevented: false };
export const PREVENTED: Edited = { effect: null, prevented: true };
