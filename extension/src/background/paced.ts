// Actions that take time by themselves: a click that holds its button, a hover that keeps moving
// (contract: *POST /api/click*, `holdMs`; *POST /api/hover*, `durationMs`). The page carries out each
// part once; the time in between passes here, where timers are exact.

import type { PageAction, Show } from '../protocol';
import type { Acted, Part } from '../shared/messages';
import { Failure, failure } from './failure';
import type { Link } from './link';
import type { Parts } from './parts';
import type { Deadline } from './timing';
import type { Watch } from './watch';

export type Paced = Extract<PageAction, { act: 'click' | 'hover' }>;

/** When the action goes on, in milliseconds after its beginning; none when it takes no time. */
export function momentsOf(action: PageAction): number[] {
  if (action.act === 'click') return action.holdMs > 0 ? [action.holdMs] : [];
  if (action.act !== 'hover' || action.durationMs === 0) return [];
  const { steps, durationMs } = action;
  return Array.from({ length: steps }, (_, step) => (durationMs * (step + 1)) / steps);
}

export const isPaced = (action: PageAction): action is Paced => momentsOf(action).length > 0;

/** Begins, waits and goes on. What takes the page away meanwhile ends the wait. */
export async function actInParts(
  { content, bells }: Parts,
  watch: Watch,
  link: Link,
  { action, show, ready }: { action: Paced; show: Show; ready: boolean },
  deadline: Deadline,
): Promise<Acted> {
  let part: Part = await content.ask(link, { do: 'begin', action, show, ready }, deadline);
  const since = performance.now();
  const elapsed = (): number => Math.round(performance.now() - since);
  const interruption = () => {
    if (watch.dialog() !== undefined) return 'dialog';
    return link.open ? undefined : 'left';
  };
  for (const moment of momentsOf(action)) {
    if (part.acted !== null) break;
    const why = await bells.until(link.tabId, interruption, deadline.orIn(moment - elapsed()));
    watch.reactsFromNow();
    if (why === 'dialog') return unfinished(action, part, elapsed(), why);
    try {
      part = await content.ask(link, { do: 'goOn' }, deadline);
    } catch (error) {
      if (why === 'left' && isNavigating(error)) return unfinished(action, part, elapsed(), why);
      throw error;
    }
  }
  if (part.acted !== null) return part.acted;
  throw failure('content_unavailable', 'The page did not end the action', { retryable: false });
}

/** A person's button would not come up on the page either. */
const NOTES = {
  click: {
    dialog: 'A dialog opened while the button was down, so the page did not see it go up.',
    left: 'The tab went to another page while the button was down, so no page saw it go up.',
  },
  hover: {
    dialog: 'A dialog opened while the pointer was on the element, so it moved no further.',
    left: 'The tab went to another page while the pointer was on the element.',
  },
} as const;

function unfinished(
  { act }: Paced,
  { done, hidden }: Part,
  elapsed: number,
  why: 'dialog' | 'left',
): Acted {
  const time = act === 'click' ? { held_ms: elapsed } : { hovered_ms: elapsed };
  const told = { ...done, ...time, note: NOTES[act][why] };
  return { done: told, hidden, plainField: false, pageHandledKey: false, newTab: null };
}

const isNavigating = (error: unknown): boolean =>
  error instanceof Failure && error.reply.code === 'navigating';
