// Sets an ARIA slider or spinbutton, which has no value to assign, with keys as a person would
// (contract: *POST /api/fill*).

import { nextTask, NO_MODIFIERS } from './events';
import { focusableAround, moveFocus } from './focus';
import type { Hands } from './hands';
import { parseKey } from './keys';
import { pressKey } from './press';
import type { Stepped } from '../../protocol';
import { refuse, type Refusal } from '../target/refusal';

const MOST_KEYS = 1_000;
const LONGEST_MS = 20_000;
/** A widget may show what a key did a few tasks later. */
const PATIENT_TASKS = 4;

type Reason =
  'out_of_range' | 'stepped_past' | 'stuck' | 'moved_away' | 'key_limit' | 'time_limit';

/** Keys that lead up and down. */
type Pair = { up: string; down: string };

const SIDEWAYS: Pair = { up: 'ArrowRight', down: 'ArrowLeft' };
const UPRIGHT: Pair = { up: 'ArrowUp', down: 'ArrowDown' };

/** The number that the widget says it has; `null` when it says none. */
export const valueNow = (element: Element): number | null => numberOf(element, 'aria-valuenow');

function numberOf(element: Element, attribute: string): number | null {
  const text = element.getAttribute(attribute)?.trim() ?? '';
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? null : number;
}

/** Values that differ by no more than rounding are the same. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/** Presses until the widget has the value, or until that is known to be out of reach. */
export async function stepTo(
  element: Element,
  role: string,
  target: number,
  hands: Hands,
): Promise<Stepped> {
  const run = new Run(element, role, target, hands);
  const { min, max } = run;
  if ((min !== null && target < min) || (max !== null && target > max)) {
    throw run.notReached('out_of_range');
  }
  if (element.getAttribute('aria-disabled') === 'true') throw run.notReached('stuck');
  moveFocus(focusableAround(element) ?? (element as HTMLElement));
  if (run.hasArrived) return run.stepped;
  const edge = edgeKey(run);
  if (edge !== null) await run.press(edge);
  const isUpright = role === 'spinbutton' || element.getAttribute('aria-orientation') === 'vertical';
  await walk(run, isUpright ? [UPRIGHT, SIDEWAYS] : [SIDEWAYS, UPRIGHT]);
  return run.stepped;
}

function edgeKey({ min, max, target }: Run): 'Home' | 'End' | null {
  if (min !== null && isSame(target, min)) return 'Home';
  return max !== null && isSame(target, max) ? 'End' : null;
}

/** The second pair is for widgets that the first does not move towards the value. */
async function walk(run: Run, [first, second]: [Pair, Pair]): Promise<void> {
  let pair = first;
  let movedAway = false;
  let hasMoved = false;
  while (!run.hasArrived) {
    const before = run.value;
    const way = Math.sign(run.target - before);
    await run.press(way > 0 ? pair.up : pair.down);
    const went = Math.sign(run.value - before);
    if (run.hasArrived) return;
    if (went === way) {
      hasMoved = true;
      if (Math.sign(run.target - run.value) !== way) throw run.notReached('stepped_past');
      continue;
    }
    movedAway ||= went !== 0;
    if (hasMoved || pair === second) throw run.notReached(movedAway ? 'moved_away' : 'stuck');
    pair = second;
  }
}

/** One widget on its way to a value. */
class Run {
  readonly min: number | null;
  readonly max: number | null;
  /** Where it stands; what it said last, while it says nothing. */
  value: number;
  #keys = 0;
  readonly #began = performance.now();

  constructor(
    private readonly element: Element,
    private readonly role: string,
    readonly target: number,
    private readonly hands: Hands,
  ) {
    this.min = numberOf(element, 'aria-valuemin');
    this.max = numberOf(element, 'aria-valuemax');
    this.value = valueNow(element) ?? 0;
  }

  get hasArrived(): boolean {
    return isSame(this.value, this.target);
  }

  get stepped(): Stepped {
    const { role, value, target, min, max } = this;
    return { role, value, target, min, max, keys: this.#keys };
  }

  async press(name: string): Promise<void> {
    if (this.#keys >= MOST_KEYS) throw this.notReached('key_limit');
    if (performance.now() - this.#began > LONGEST_MS) throw this.notReached('time_limit');
    const key = parseKey(name);
    if (key === null) return;
    this.#keys++;
    pressKey(this.element, { key, modifiers: NO_MODIFIERS }, null, this.hands);
    const before = this.value;
    for (let task = 0; task < PATIENT_TASKS && this.value === before; task++) {
      await nextTask();
      this.value = valueNow(this.element) ?? before;
    }
  }

  notReached(reason: Reason): Refusal {
    const isUntouched = reason === 'out_of_range';
    const { role, value, min, max } = this.stepped;
    return refuse(
      'value_not_reached',
      isUntouched,
      `The ${role} stands at ${value} and not at ${this.target}`,
      {
        hint: isUntouched
          ? `Pass a value from ${min ?? 'any'} to ${max ?? 'any'}. Nothing was pressed.`
          : HINTS[reason],
        state: { ...this.stepped, reason },
      },
    );
  }
}

const LOOK = 'Take a new browser_snapshot to see where it stands.';

const HINTS: Readonly<Record<Exclude<Reason, 'out_of_range'>, string>> = {
  stepped_past: `Its steps skip the value: pass one that they reach. ${LOOK}`,
  stuck: `It stopped moving: it may be at an end or disabled, or it may heed only a person's keys. ${LOOK}`,
  moved_away: `Its arrow keys move it away from the value. ${LOOK}`,
  key_limit: `It needs more than ${MOST_KEYS} keys: pass the value again to go on. ${LOOK}`,
  time_limit: `It is too slow: pass the value again to go on. ${LOOK}`,
};
