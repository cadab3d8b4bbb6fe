// Drops files and data on an element, as if they were dragged here from outside the page (contract:
// browser_drop).

import { isAttached } from '../dom/tree';
import type { DroppedData, Point } from '../../protocol';
import { centerOf, scrollIntoSight } from './approach';
import { chosen, proposed } from './drop-effects';
import { fireDrag, newDataTransfer, nextTask, NO_MODIFIERS, type MouseFacts } from './events';

/** `refused`: the page took no drop here. `unhandled`: it did, and left the rest to the browser. */
export type Dropped = 'taken' | 'unhandled' | 'refused';

/** What a drop carries. The page's own functions put it in, or the page could not read it. */
export function transferOf(
  element: Element,
  files: readonly File[],
  data: readonly DroppedData[],
): DataTransfer {
  const transfer = newDataTransfer(element);
  const ofPage = transfer.wrappedJSObject ?? transfer;
  for (const { mediaType, text } of data) ofPage.setData(mediaType, text);
  for (const file of files) ofPage.items.add(file);
  transfer.effectAllowed = 'all';
  return transfer;
}

/** `isOwn`: the browser itself takes what is dropped on the element. */
export async function drop(
  to: Element,
  transfer: DataTransfer,
  isOwn: boolean,
): Promise<{ dropped: Dropped; on: Element }> {
  scrollIntoSight(to);
  const at = centerOf(to);
  if ((await isTakenOver(to, at, transfer)) || isOwn) return finish(to, at, transfer);
  // Pages show what takes the drop only once something is dragged over them.
  const shown = to.ownerDocument.elementFromPoint(at.x, at.y);
  const other = isAttached(to) && (shown === null || shown === to || to.contains(shown)) ? null : shown;
  if (other !== null && (await isTakenOver(other, at, transfer))) return finish(other, at, transfer);
  fireDrag(other ?? to, 'dragleave', facts(at), transfer);
  return { dropped: 'refused', on: to };
}

/** Comes in and stays: whether the page would take the drop. */
async function isTakenOver(to: Element, at: Point, transfer: DataTransfer): Promise<boolean> {
  let isTaken = false;
  for (const type of ['dragenter', 'dragover', 'dragover'] as const) {
    transfer.dropEffect = proposed(transfer.effectAllowed);
    const isCancelled = !fireDrag(to, type, facts(at), transfer);
    if (isCancelled) isTaken = chosen(transfer.effectAllowed, transfer.dropEffect) !== 'none';
    await nextTask();
  }
  return isTaken;
}

function finish(to: Element, at: Point, transfer: DataTransfer): { dropped: Dropped; on: Element } {
  const isUnhandled = fireDrag(to, 'drop', facts(at), transfer);
  return { dropped: isUnhandled ? 'unhandled' : 'taken', on: to };
}

const facts = ({ x, y }: Point): MouseFacts => ({
  x,
  y,
  button: 0,
  buttons: 0,
  detail: 0,
  modifiers: NO_MODIFIERS,
});
