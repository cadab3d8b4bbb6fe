// Gives an editor text as if it were pasted. Editors that keep their own text take several lines so
// and in no other single step.

import { nextTask, viewOf } from './events';

/** Whether the page took the text: it cancelled the paste and changed the editor itself. */
export async function pasteInEditor(host: HTMLElement, text: string): Promise<boolean> {
  const { ClipboardEvent } = viewOf(host);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true });
  // Set as by the page itself: it may not read what another world has put there.
  event.wrappedJSObject?.clipboardData?.setData('text/plain', text);
  const before = host.innerHTML;
  if (host.dispatchEvent(event)) return false;
  const until = performance.now() + REPAINT_MS;
  while (host.innerHTML === before && performance.now() < until) await nextTask();
  return host.innerHTML !== before;
}

/** An editor may repaint in a timer of its own, which a quick machine's tasks overtake. */
const REPAINT_MS = 50;
