// The file input that a page asked to choose files for last, and whether its file chooser stays
// closed. A chooser opens over everything the person does, so an agent's click opens none: files come
// by `upload` (contract: browser_file_upload).
//
// The early script and the content script of a document share one record. The first hears of calls
// of the page's scripts, which reach inputs in no document too; the second sees the clicks.

import { viewOf } from './act/events';
import { isElement, isFileInput, isShadowRoot } from './dom/elements';
import { report } from './report';

type Chooser = {
  input: HTMLInputElement | null;
  /** The input was in no document once the page's call had ended, as some pages want it. */
  loose: boolean;
  /** Actions under way. */
  acting: number;
  actedAt: number;
  asked: boolean;
};

const shared = globalThis as unknown as { kitsuneChooser?: Chooser };
const chooser = (shared.kitsuneChooser ??= {
  input: null,
  loose: false,
  acting: 0,
  actedAt: -Infinity,
  asked: false,
});

/** A page may ask a while after a click, as long as a browser would let it after a person's. */
const FOLLOWS_MS = 5_000;

/** The page asks for files; says whether the chooser is to stay closed. */
export function chooserAsked(input: HTMLInputElement): boolean {
  chooser.input = input;
  chooser.loose = false;
  chooser.asked = true;
  void Promise.resolve().then(() => {
    if (chooser.input === input) chooser.loose = !input.isConnected;
  });
  report({ report: 'fileChooser' });
  return staysClosed();
}

/** A chooser is the agent's doing while it acts, and later as long as the person has not acted. */
function staysClosed(): boolean {
  if (chooser.acting > 0) return true;
  const follows = performance.now() - chooser.actedAt < FOLLOWS_MS;
  return follows && !navigator.userActivation.isActive;
}

/** The input that asked last, unless the page has taken it away since. */
export function lastAsked(): HTMLInputElement | null {
  const { input, loose } = chooser;
  if (input === null || !isFileInput(input) || !(input.isConnected || loose)) return null;
  return input;
}

/** Runs an action on these elements, and no file chooser opens; says whether one was asked for. */
export async function withChoosersClosed<T>(
  elements: readonly Element[],
  run: () => Promise<T> | T,
): Promise<{ result: T; asked: boolean }> {
  const ended = new AbortController();
  for (const place of new Set([window, ...elements.flatMap(listeningPlaces)])) {
    place.addEventListener('click', keepClosed, { signal: ended.signal });
  }
  chooser.acting++;
  chooser.asked = false;
  try {
    return { result: await run(), asked: chooser.asked };
  } finally {
    chooser.acting--;
    chooser.actedAt = performance.now();
    ended.abort();
  }
}

/** The last that hear of a click; of one in a closed shadow tree nobody outside hears the target. */
function listeningPlaces(element: Element): EventTarget[] {
  const root = element.getRootNode();
  return [viewOf(element), ...(isShadowRoot(root) ? [root] : [])];
}

/** The page's own listeners have seen the click as it is. */
function keepClosed(event: Event): void {
  const [target] = event.composedPath();
  if (event.defaultPrevented || !isAnyFileInput(target)) return;
  if (chooserAsked(target)) event.preventDefault();
}

/** Of anything that a page hands over. */
export const isAnyFileInput = (value: unknown): value is HTMLInputElement =>
  typeof value === 'object' &&
  value !== null &&
  'nodeType' in value &&
  isElement(value as Node) &&
  isFileInput(value as Element);
