// Captures of a tab where it is: nothing is shown, scrolled or stitched.

import type { Answer, Area, Target } from '../protocol';
import type { Box, Measures } from '../shared/messages';
import type { Answering } from './content-link';
import { failure, messageOf } from './failure';
import { originOf } from './frames';
import type { Link } from './link';
import { refOf } from './observe';
import { pageToRead } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import type { BrowserTab } from './tabs';
import { LATE, within } from './timing';
import type { Deadline } from './timing';

/** Largest side and area of an image, in its own pixels, that Firefox can make. */
const LARGEST_SIDE = 65_535;
const LARGEST_AREA = 200_000_000;
const JPEG_QUALITY = 90;

export async function capture(
  parts: Parts,
  { caller, deadline }: Call,
  { tabId, area, format, scale }: CommandOf<'capture'>,
): Promise<Answer> {
  if (area.area !== 'viewport') {
    await parts.admission.toCaptureWhole(tabId, caller, captureName(area));
  }
  const tab = await pageToRead(parts, tabId, deadline);
  const link = await parts.content.reach(tab, deadline);
  const target = area.area === 'element' ? area.target : null;
  const page = await measure(parts, link, target, deadline);

  const asked = wanted(area, page.measures);
  const { box, complete } = fitted(asked, scale);
  const details = {
    format,
    scale,
    ...(format === 'jpeg' ? { quality: JPEG_QUALITY } : {}),
    ...(area.area === 'viewport' && complete ? {} : { rect: box }),
  };
  const dataUrl = await taken(tab, details, deadline);
  const { url, title } = page;
  const image = { dataUrl, width: box.width, height: box.height, scale, complete, url, title };
  return { result: 'captured', capture: image };
}

/** Measures the page, and the target in it. */
async function measure(
  parts: Parts,
  page: Link,
  target: Target | null,
  deadline: Deadline,
): Promise<Answering<'measure'>> {
  const link = await parts.content.holder(page, refOf(target));
  if (link === page) return parts.content.ask(page, { do: 'measure', target }, deadline);
  const inFrame = await parts.content.ask(link, { do: 'measure', target }, deadline);
  const origin = await originOf(parts, link, deadline);
  const inPage = await parts.content.ask(page, { do: 'measure', target: null }, deadline);
  const { viewport } = inPage.measures;
  const box = shownIn(inFrame.measures);
  const at = { x: origin.x + viewport.x, y: origin.y + viewport.y };
  const moved = box && { ...box, x: box.x + at.x, y: box.y + at.y };
  return { ...inPage, measures: { ...inPage.measures, target: moved } };
}

/** The part of the target that the frame's viewport shows, in that viewport. */
function shownIn({ viewport, target }: Measures): Box | null {
  if (target === null) return null;
  const left = Math.max(target.x, viewport.x);
  const top = Math.max(target.y, viewport.y);
  const right = Math.min(target.x + target.width, viewport.x + viewport.width);
  const bottom = Math.min(target.y + target.height, viewport.y + viewport.height);
  return { x: left - viewport.x, y: top - viewport.y, width: right - left, height: bottom - top };
}

/** The contract's name of the capture. */
function captureName(area: Area): string {
  return area.area === 'element' ? 'elementScreenshot' : 'fullPageScreenshot';
}

function wanted(area: Area, { viewport, page, target }: Measures): Box {
  switch (area.area) {
    case 'viewport':
      return viewport;
    case 'page':
      return { x: 0, y: 0, ...page };
    case 'element':
      if (target === null || target.width <= 0 || target.height <= 0) throw nothingToSee();
      return target;
  }
}

/** The part of the box that one image can hold. */
export function fitted(box: Box, scale: number): { box: Box; complete: boolean } {
  const side = Math.floor(LARGEST_SIDE / scale);
  const width = Math.min(box.width, side);
  const area = Math.floor(LARGEST_AREA / (scale * scale * Math.max(1, width)));
  const height = Math.min(box.height, side, area);
  return {
    box: { ...box, width, height },
    complete: width === box.width && height === box.height,
  };
}

async function taken(
  tab: BrowserTab,
  details: browser.extensionTypes.ImageDetails,
  deadline: Deadline,
): Promise<string> {
  const image = await within(browser.tabs.captureTab(tab.id, details), deadline).catch(
    (error: unknown) => {
      throw captureFailed(tab, messageOf(error));
    },
  );
  if (image === LATE) throw captureFailed(tab, 'the page did not draw itself in time');
  return image;
}

function captureFailed(tab: BrowserTab, cause: string): Error {
  return failure('screenshot_failed', `The capture of tab ${tab.id} failed: ${cause}`, {
    hint: 'Read the page with browser_snapshot instead, or try again later.',
    state: { tabId: tab.id, cause },
  });
}

function nothingToSee(): Error {
  return failure('screenshot_failed', 'The element takes up no space on the page', {
    hint: 'It may be hidden. Take a new browser_snapshot, or capture the whole viewport.',
  });
}
