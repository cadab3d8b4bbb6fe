// Where on a page is what a capture shows. What must be scrolled for it is scrolled back afterwards.

import type { Area, Target } from '../protocol';
import { common, moved } from '../shared/boxes';
import type { Box } from '../shared/messages';
import { onPixels } from './capture-size';
import type { Answering } from './content-link';
import { errorReply, failure } from './failure';
import type { Link } from './link';
import { refOf } from './observe';
import type { Parts } from './parts';
import type { BrowserTab } from './tabs';
import { Deadline } from './timing';

/** Longest wait for a document to scroll back. */
const BACK_MS = 2_000;

export type Place = {
  /** What can be shown, in page coordinates. */
  readonly box: Box;
  /** What the tab shows, in page coordinates. */
  readonly viewport: Box;
  /** Size of all that was asked for. */
  readonly whole: { readonly width: number; readonly height: number };
  readonly url: string;
  readonly title: string;
};

/** Runs `use` while what is to be captured is in view. */
export async function inView<T>(
  parts: Parts,
  tab: BrowserTab,
  area: Area,
  deadline: Deadline,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const page = await reached(parts, tab, area, deadline);
  if (page === undefined) return use(await viewOf(tab));
  // Documents that were asked to scroll.
  const scrolled: Link[] = [];
  try {
    return await use(await find(parts, page, area, deadline, scrolled));
  } finally {
    // The time for the capture may be over; the page comes back all the same.
    const until = Deadline.in(BACK_MS);
    for (const link of scrolled.reverse()) {
      await parts.content.ask(link, { do: 'scrollBack' }, until).catch(() => undefined);
    }
  }
}

/** The page; a viewer's or error page of the browser can be captured as it is shown, but not asked. */
async function reached(
  { content }: Parts,
  tab: BrowserTab,
  { area }: Area,
  deadline: Deadline,
): Promise<Link | undefined> {
  return content.reach(tab, deadline).catch((error: unknown) => {
    if (area !== 'viewport' || errorReply(error).code !== 'error_page') throw error;
    return undefined;
  });
}

/** What the tab shows, as the browser knows it. */
async function viewOf({ id, width = 0, height = 0, url = '', title = '' }: BrowserTab): Promise<Place> {
  const zoom = await browser.tabs.getZoom(id).catch(() => 1);
  const viewport = { x: 0, y: 0, width: width / zoom, height: height / zoom };
  return { box: viewport, viewport, whole: viewport, url, title };
}

async function find(
  parts: Parts,
  page: Link,
  area: Area,
  deadline: Deadline,
  scrolled: Link[],
): Promise<Place> {
  if (area.area === 'element') return findElement(parts, page, area.target, deadline, scrolled);
  if (area.area === 'viewport') {
    const command = { do: 'measure', target: null } as const;
    const { measures, url, title } = await parts.content.ask(page, command, deadline);
    const { viewport } = measures;
    return { box: viewport, viewport, whole: viewport, url, title };
  }
  const { measures, url, title } = await reveal(parts, page, null, deadline, scrolled);
  const { page: box, viewport } = measures;
  return { box, viewport, whole: box, url, title };
}

/** The element in its own document, then that document's frame in the one around it, and so on. */
async function findElement(
  parts: Parts,
  page: Link,
  target: Target,
  deadline: Deadline,
  scrolled: Link[],
): Promise<Place> {
  const link = await parts.content.holder(page, refOf(target));
  let shown = await reveal(parts, link, target, deadline, scrolled);
  const whole = shown.measures.target;
  let seen = shown.seen;
  for (let at = link.place; at !== undefined; at = at.in.place) {
    const frame = { by: 'ref', ref: at.ref } as const;
    shown = await reveal(parts, at.in, frame, deadline, scrolled);
    const { inside } = shown.measures;
    seen = seen && inside && shown.seen && common(moved(seen, inside), common(inside, shown.seen));
  }
  if (whole === null || seen === null || seen.width <= 0 || seen.height <= 0) throw nothingToSee(page.tabId);
  const { measures, url, title } = shown;
  const { viewport } = measures;
  return { box: onPixels(moved(seen, viewport)), viewport, whole: onPixels(whole), url, title };
}

async function reveal(
  { content }: Parts,
  link: Link,
  target: Target | null,
  deadline: Deadline,
  scrolled: Link[],
): Promise<Answering<'reveal'>> {
  scrolled.push(link);
  return content.ask(link, { do: 'reveal', target }, deadline);
}

function nothingToSee(tabId: number): Error {
  const cause = 'The element takes up no space that can be seen';
  return failure('screenshot_failed', cause, {
    hint: 'It may be hidden. Take a new browser_snapshot, or capture the whole viewport.',
    state: { stage: 'locate', tabId, cause },
  });
}
