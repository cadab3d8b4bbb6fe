// Points at an element, and keeps the pointer moving on it for pages that wait for several moves
// (contract: *POST /api/hover*).

import { boxOf } from '../dom/rendered';
import { isAttached } from '../dom/tree';
import type { Point } from '../../protocol';
import { arrive, centerOf, move, spotOf, type Aim } from './approach';
import { NO_MODIFIERS } from './events';

/** Pixels that the pointer moves beside a point: it is to stay near it. */
const BESIDE = 4;

/**
 * Arrives, and moves `steps` times more, each time after `pause`. Says how many moves there were:
 * fewer when the page took the element away.
 */
export async function hover(
  aim: Aim,
  hovered: Element | null,
  steps: number,
  pause: (moves: number) => Promise<void>,
): Promise<number> {
  const { element } = aim;
  arrive(aim, NO_MODIFIERS, hovered, steps === 0 ? spotOf : () => along(aim, 0));
  for (let moves = 1; moves <= steps; moves++) {
    await pause(moves);
    if (!isAttached(element)) return moves;
    const at = { ...along(aim, moves / steps), detail: 0, modifiers: NO_MODIFIERS };
    move(element, { ...at, button: 0, buttons: 0 });
  }
  return steps + 1;
}

/** A part of the way across the middle half of the element, or of that beside the point. */
function along(aim: Aim, part: number): Point {
  if (aim.point !== null) {
    const { x, y } = spotOf(aim);
    return { x: x + BESIDE * part, y };
  }
  const { x, width } = boxOf(aim.element);
  return { x: x + width * (0.25 + part / 2), y: centerOf(aim.element).y };
}
