// Carries out what the pointer does: clicks, hovers, drags.

import { centerOfElement, type Aim } from './act/approach';
import { noteForClick } from './act/click-notes';
import { drag } from './act/drag';
import { nextTask } from './act/events';
import { hover } from './act/hover';
import { newTabLink } from './act/new-tab-link';
import type { Pauses } from './act/pauses';
import { click, clickAndHold, wasDispatched, type Clicked } from './act/pointer';
import { pressOption } from './act/select';
import { isFrame, isMedia, isOption } from './dom/elements';
import { frameDocument, isAttached } from './dom/tree';
import { describeTarget, hiddenWarning } from './done';
import type { Page } from './page';
import { toggle } from './perform-media';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction, Point, Target, Warning } from '../protocol';
import { pointedAt } from './target/point';
import { invalidCoordinates, Refusal } from './target/refusal';

type Act<K extends PageAction['act']> = Extract<PageAction, { act: K }>;

/** `pauses` keeps the button down. */
export async function performClick(
  page: Page,
  action: Act<'click'>,
  pauses: Pauses | null,
): Promise<Performed> {
  const aim = aimAt(action.target, action.position ?? null, page);
  const { element } = aim;
  const described = describeTarget(page, element);
  const warning = warningOf(action.target, element);
  const { button, modifiers, double } = action;
  const press = { button, modifiers, double };
  // Before the page can change or remove what is clicked.
  const newTab = isPlainClick(action) ? newTabLink(element) : null;
  const missing = newTab === null ? missingNote(element, press) : null;
  const wasPaused = isMedia(element) && element.paused;
  const { hovered } = page.hands;
  let heldMs: number | null = null;
  const clicked =
    pauses === null
      ? click(aim, press, hovered)
      : await clickAndHold(aim, press, hovered, async () => {
          const since = performance.now();
          await pauses.pause(described);
          heldMs = Math.round(performance.now() - since);
        });
  if (wasDispatched(clicked) && button === 'left' && isOption(element))
    pressOption(element, modifiers);
  const isLeftOver = clicked === 'clicked' && button === 'left' && !double;
  const media =
    isLeftOver && isMedia(element) && element.paused === wasPaused
      ? await toggle(page, element)
      : null;
  const done = {
    ...described,
    button: button === 'left' ? null : button,
    note: clicked === 'clicked' ? missing : CLICK_NOTES[clicked],
    held_ms: heldMs,
    media,
    warning,
  };
  return performed(element, done, { newTab: clicked === 'clicked' ? newTab : null });
}

/** One that follows a link the way its page says. */
const isPlainClick = ({ button, double, modifiers }: Act<'click'>): boolean =>
  button === 'left' && !double && !Object.values(modifiers).includes(true);

const missingNote = (element: Element, press: Parameters<typeof noteForClick>[1]): string | null =>
  isUnreadFrame(element) ? OTHER_FRAME : noteForClick(element, press);

const CLICK_NOTES: Readonly<Record<Exclude<Clicked, 'clicked'>, string | null>> = {
  cancelled: null,
  disabled: 'The control is disabled, so it got no click.',
  gone: 'The element left the page under the pointer, so it got no click.',
};

/** `pauses` spreads the moves over time; without it each comes a task after the one before. */
export async function performHover(
  page: Page,
  action: Act<'hover'>,
  pauses: Pauses | null,
): Promise<Performed> {
  const aim = aimAt(action.target, null, page);
  const { element } = aim;
  const { tag = null } = describeTarget(page, element);
  const warning = warningOf(action.target, element);
  const { hovered } = page.hands;
  page.hands.hovered = element;
  const since = performance.now();
  const pause = (moves: number): Promise<void> => pauses?.pause({ tag, moves }) ?? nextTask();
  const moves = await hover(aim, hovered, action.steps, pause);
  return performed(element, {
    tag,
    ...(action.steps === 0
      ? {}
      : { moves, hovered_ms: Math.round(performance.now() - since) }),
    note: hoverNote(element),
    warning,
  });
}

function hoverNote(element: Element): string | null {
  if (!isAttached(element)) return 'The element left the page while the pointer was on it.';
  return isUnreadFrame(element) ? OTHER_FRAME : null;
}

export async function performDrag(page: Page, action: Act<'drag'>): Promise<Performed> {
  const from = targetOf(page, action.from, 'pointer');
  const to = targetOf(page, action.to, 'pointer');
  const via = await drag(from, to, page.hands.hovered, () => breath(page));
  if (via === 'gone') {
    throw new Refusal({
      error: 'The element left the page under the pointer, so it was not dragged',
      retryable: false,
      hint: 'What brought the pointer there reached the page. Take a new browser_snapshot before you go on.',
    });
  }
  return performed(to, { via, note: isAttached(to) ? null : DESTINATION_LEFT });
}

const DESTINATION_LEFT =
  'The destination left the page meanwhile: the drag ended where it had been, on whatever is there now.';

/** Lets the page's timers run. In a hidden tab they may take long: then the page is not waited for. */
function breath(page: Page): Promise<void> {
  const timers = new Promise<void>(resolve => setTimeout(resolve));
  return Promise.race([timers, page.patience.over]);
}

function aimAt(target: Target, position: Point | null, page: Page): Aim {
  if (target.by === 'point') {
    const { element, at } = pointedAt(document, target.at);
    return { element, point: { of: 'viewport', at } };
  }
  const element = targetOf(page, target, 'pointer');
  return position === null ? centerOfElement(element) : { element, point: pointOf(element, position) };
}

function pointOf(element: Element, at: Point): Aim['point'] {
  const { width, height } = element.getBoundingClientRect();
  if (at.x <= width && at.y <= height) return { of: 'box', at };
  throw invalidCoordinates(
    'The position lies outside the element',
    "Pass a point in CSS pixels from the top left corner of the element's box.",
    { ...at, width, height },
  );
}

/** What lies at a point is in sight. */
const warningOf = (target: Target, element: Element): Warning | null =>
  target.by === 'point' ? null : hiddenWarning(element);

const isUnreadFrame = (element: Element): boolean =>
  isFrame(element) && frameDocument(element) === null;

const OTHER_FRAME =
  'Here is a frame of another site, whose content was not reached. Take a browser_snapshot and use the refs that it shows inside the frame.';
