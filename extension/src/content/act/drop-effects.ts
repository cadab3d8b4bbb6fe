// What a drag may do where it is: the two words that the page and the browser exchange on a
// DataTransfer. Pure. https://html.spec.whatwg.org/multipage/dnd.html#drag-and-drop-processing-model

export type DropEffect = DataTransfer['dropEffect'];
type EffectAllowed = DataTransfer['effectAllowed'];

const ALL: readonly DropEffect[] = ['copy', 'link', 'move'];

const ALLOWED: Readonly<Record<EffectAllowed, readonly DropEffect[]>> = {
  none: [],
  copy: ['copy'],
  copyLink: ['copy', 'link'],
  copyMove: ['copy', 'move'],
  link: ['link'],
  linkMove: ['link', 'move'],
  move: ['move'],
  all: ALL,
  uninitialized: ALL,
};

/** What the browser proposes before each dragenter and dragover. */
export const proposed = (allowed: EffectAllowed): DropEffect => ALLOWED[allowed][0] ?? 'none';

/** What comes of the page's choice. */
export const chosen = (allowed: EffectAllowed, effect: DropEffect): DropEffect =>
  ALLOWED[allowed].includes(effect) ? effect : 'none';
