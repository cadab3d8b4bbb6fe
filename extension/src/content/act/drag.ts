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

/** `gone`: the page took the source away when the pointer came to it or pressed it. */
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
  if (!isAttached(from)) return 'gone';
  const down = pressDown(centerOfElement(from), 'left', { ...at, detail: 1 });
  await nextTask();
  if (!isAttached(from)) return 'gone';
  if (!isInSight(to)) scrollIntoSight(to);
  const goal = new Goal(to);
  // Some pages make an element draggable only once it is pressed.
  const source = draggableAround(from);
  if (source !== null && (await dragByEvents(source, goal, at, breath))) return 'html5';
  await dragByMoves(down, goal);
  return 'pointer';
}

/** Where the drag goes. A destination that the page has taken away meanwhile is where it was. */
class Goal {
  #center: Point;

  constructor(private readonly element: Element) {
    this.#center = centerOf(element);
  }

  get center(): Point {
    if (isAttached(this.element)) this.#center = centerOf(this.element);
    return this.#center;
  }

  at(point: Point): Element {
    return isAttached(this.element) ? this.element : below(this.element, point);
  }
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
  goal: Goal,
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
    const over = facts(between(at, goal.center, part), 1);
    data.dropEffect = proposed(data.effectAllowed);
    const isCancelled = !fireDrag(goal.at(over), type, over, data);
    isTaken ||= isCancelled;
    if (isCancelled) effect = chosen(data.effectAllowed, data.dropEffect);
    await nextTask();
  }
  const there = facts(goal.center, 0);
  data.dropEffect = effect;
  isTaken = !fireDrag(goal.at(there), 'drop', there, data) || isTaken;
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
async function dragByMoves({ element, at, withMouse }: Down, goal: Goal): Promise<void> {
  for (let moves = 1; moves <= MOVES; moves++) {
    const here = facts(between(at, goal.center, moves / MOVES), 1);
    firePointer(captor(element, here), 'pointermove', here);
    if (withMouse) fireMouse(moves === MOVES ? goal.at(here) : below(element, here), 'mousemove', here);
    await nextTask();
  }
  const up = facts(goal.center, 0);
  firePointer(captor(element, up), 'pointerup', up);
  if (withMouse) fireMouse(goal.at(up), 'mouseup', up);
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Pointer events stay with the source, as if it had captured the pointer. */
const captor = (source: Element, at: Point): Element =>
  isAttached(source) ? source : below(source, at);

function below({ ownerDocument }: Element, { x, y }: Point): Element {
  return ownerDocument.elementFromPoint(x, y) ?? ownerDocument.documentElement;
}
