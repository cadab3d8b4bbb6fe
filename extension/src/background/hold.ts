// A click that holds its button (contract: *POST /api/click*, `holdMs`). The page presses and
// releases, each once; the time in between passes here, where timers are exact.

import type { PageAction, Show } from '../protocol';
import type { Acted } from '../shared/messages';
import { Failure } from './failure';
import type { Link } from './link';
import type { Parts } from './parts';
import type { Deadline } from './timing';
import type { Watch } from './watch';

type Click = Extract<PageAction, { act: 'click' }>;

/** Presses, waits and releases. What takes the page away meanwhile ends the wait. */
export async function clickAndHold(
  { content, bells }: Parts,
  watch: Watch,
  link: Link,
  { action, show, ready }: { action: Click; show: Show; ready: boolean },
  deadline: Deadline,
): Promise<Acted> {
  const pressed = await content.ask(link, { do: 'press', action, show, ready }, deadline);
  const since = performance.now();
  const interruption = () => {
    if (watch.dialog() !== undefined) return 'dialog';
    return link.open ? undefined : 'left';
  };
  const why = await bells.until(link.tabId, interruption, deadline.orIn(action.holdMs));
  const unreleased = (note: string): Acted => ({
    done: { ...pressed.done, held_ms: Math.round(performance.now() - since), note },
    hidden: pressed.hidden,
    plainField: false,
    pageHandledKey: false,
    newTab: null,
  });
  watch.reactsFromNow();
  if (why === 'dialog') return unreleased(TO_DIALOG);
  try {
    return await content.ask(link, { do: 'release' }, deadline);
  } catch (error) {
    if (why === 'left' && isNavigating(error)) return unreleased(ON_ANOTHER_PAGE);
    throw error;
  }
}

/** A person's button would not come up on the page either. */
const TO_DIALOG = 'A dialog opened while the button was down, so the page did not see it go up.';

const ON_ANOTHER_PAGE =
  'The tab went to another page while the button was down, so no page saw it go up.';

const isNavigating = (error: unknown): boolean =>
  error instanceof Failure && error.reply.code === 'navigating';
