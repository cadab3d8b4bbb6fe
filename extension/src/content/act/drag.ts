// Drags one element to another (contract: *POST /api/drag*): by the events of HTML drag and drop
// where source and destination take them, else by moves of the pressed pointer.

import { isHtml } from '../dom/elements';
import { isAttached, parentInDocument } from '../dom/tree';
import type { DragVia, Point } from '../../protocol';
import { arrive, centerOf, centerOfElement, isInSight, scrollIntoSight } from './approach';
import { chosen, proposed, type DropEffect } from './drop-effects';
import {
  fireDrag,
  fireMouse,
  firePointer,
  newDataTransfer,
  nextTask,
  NO_MODIFIERS,
  type MouseFacts,
} from './events';
import { pressDown, type Down } from './pointer';

/** Moves of a pointer drag: enough to cross the distance at which pages take one for a drag. */
const MOVES = 10;

/** `gone`: the page took the source away when it was pressed. */
export type Dragged = DragVia | 'gone';

/** `breath` lets timers run that the page has set. */
export async function drag(
  from: Element,
  to: Element,
  hovered: Element | null,
  breath: () => Promise<void>,
): Promise<Dragged> {
  // Both in sight if there is room for both: pages ask what is below the pointer.
  scrollIntoSight(to);
  const at = arrive(centerOfElement(from), NO_MODIFIERS, hovered);
  const down = pressDown(centerOfElement(from), 'left', { ...at, detail: 1 });
  await nextTask();
  if (!isAttached(from)) return 'gone';
  if (!isInSight(to)) scrollIntoSight(to);
  // Some pages make an element draggable only once it is pressed.
  const source = draggableAround(from);
  if (source !== null && (await dragByEvents(source, to, at, breath))) return 'html5';
  await dragByMoves(down, to);
  return 'pointer';
}

/** What a browser would drag for a press on the element. */
function draggableAround(element: Element): HTMLElement | null {
  for (let around: Element | null = element; around !== null; around = parentInDocument(around)) {
    if (isHtml(around) && around.draggable) return around;
  }
  return null;
}

const facts = (at: Point, buttons: number): MouseFacts => ({
  x: at.x,
  y: at.y,
  button: 0,
  buttons,
  detail: 0,
  modifiers: NO_MODIFIERS,
});

/** Whether the page took the drag and the drop. */
async function dragByEvents(
  source: HTMLElement,
  to: Element,
  at: Point,
  breath: () => Promise<void>,
): Promise<boolean> {
  const data = newDataTransfer(source);
  data.effectAllowed = 'uninitialized';
  if (!fireDrag(source, 'dragstart', facts(at, 1), data)) return false;
  // Pages change the list that is dragged in, and what they show of it, in a timer.
  await breath();
  fireDrag(source, 'drag', facts(at, 1), data);
  let effect: DropEffect = 'none';
  let isTaken = false;
  for (const [type, part] of OVER) {
    const over = facts(between(at, centerOf(to), part), 1);
    data.dropEffect = proposed(data.effectAllowed);
    const isCancelled = !fireDrag(to, type, over, data);
    isTaken ||= isCancelled;
    if (isCancelled) effect = chosen(data.effectAllowed, data.dropEffect);
    await nextTask();
  }
  const there = facts(centerOf(to), 0);
  data.dropEffect = effect;
  isTaken = !fireDrag(to, 'drop', there, data) || isTaken;
  data.dropEffect = isTaken ? effect : 'none';
  fireDrag(source, 'dragend', there, data);
  return isTaken;
}

/** The drag comes in just before the centre and stays on it. */
const OVER = [
  ['dragenter', 0.95],
  ['dragover', 0.95],
  ['dragover', 1],
] as const;

/** The pressed pointer moves from the source's centre to the destination's, and lets go there. */
async function dragByMoves({ element, at, withMouse }: Down, to: Element): Promise<void> {
  let end = centerOf(to);
  for (let moves = 1; moves <= MOVES; moves++) {
    if (isAttached(to)) end = centerOf(to);
    const here = facts(between(at, end, moves / MOVES), 1);
    firePointer(captor(element, here), 'pointermove', here);
    if (withMouse) fireMouse(moves === MOVES ? landing(to, here) : below(element, here), 'mousemove', here);
    await nextTask();
  }
  const up = facts(end, 0);
  firePointer(captor(element, up), 'pointerup', up);
  if (withMouse) fireMouse(landing(to, up), 'mouseup', up);
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Pointer events stay with the source, as if it had captured the pointer. */
const captor = (source: Element, at: Point): Element =>
  isAttached(source) ? source : below(source, at);

/** A destination that the page has taken away meanwhile is where it was. */
const landing = (to: Element, at: Point): Element => (isAttached(to) ? to : below(to, at));

function below({ ownerDocument }: Element, { x, y }: Point): Element {
  return ownerDocument.elementFromPoint(x, y) ?? ownerDocument.documentElement;
}
