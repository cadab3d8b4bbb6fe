// Takes one image of a tab where it is, and posts it to the bridge.

import { PREVIEW_SIZE } from '../protocol';
import type { ImageFormat } from '../protocol';
import type { Box } from '../shared/messages';
import { failure, messageOf } from './failure';
import { getTab } from './tabs';
import type { BrowserTab } from './tabs';
import { LATE, within } from './timing';
import type { Deadline } from './timing';

const JPEG_QUALITY = 90;
/** Of a preview that is too large otherwise. */
const LOWER_QUALITY = 75;
/** How often a preview is drawn anew, each time smaller. */
const TRIES = 5;
/** A smaller drawing has more detail a pixel. */
const MARGIN = 0.9;

/** What is drawn; without a rect, what the tab shows. */
export type Drawing = {
  readonly format: ImageFormat;
  readonly scale: number;
  readonly rect: Box | undefined;
};

export type Image = { readonly dataUrl: string; readonly format: ImageFormat; readonly scale: number };

export async function draw(
  tab: BrowserTab,
  { format, scale, rect }: Drawing,
  deadline: Deadline,
  quality = JPEG_QUALITY,
): Promise<Image> {
  // The browser draws a zoomed page larger by itself.
  const zoom = await browser.tabs.getZoom(tab.id).catch(() => 1);
  const details = {
    format,
    scale: scale / zoom,
    ...(format === 'jpeg' ? { quality } : {}),
    ...(rect === undefined ? {} : { rect }),
  };
  const drawing = browser.tabs.captureTab(tab.id, details).catch(messageOfFailure);
  const dataUrl = await within(drawing, deadline);
  if (dataUrl === LATE) throw await failed(tab, 'capture', 'the page did not draw itself in time');
  if (typeof dataUrl !== 'string') throw await failed(tab, 'capture', dataUrl.failed);
  if (!dataUrl.startsWith('data:image/')) throw await failed(tab, 'capture', 'Firefox drew no image');
  return { dataUrl, format, scale };
}

const messageOfFailure = (error: unknown): { failed: string } => ({ failed: messageOf(error) });

/** The same, small enough to be sent to a model: with less quality first, then with fewer pixels. */
export async function drawPreview(
  tab: BrowserTab,
  drawing: Drawing,
  deadline: Deadline,
): Promise<Image> {
  let image = await draw(tab, drawing, deadline);
  let { scale } = drawing;
  for (let tries = 0; tries < TRIES && image.dataUrl.length > PREVIEW_SIZE; tries++) {
    if (image.format === 'jpeg') scale *= Math.sqrt(PREVIEW_SIZE / image.dataUrl.length) * MARGIN;
    image = await draw(tab, { ...drawing, format: 'jpeg', scale }, deadline, LOWER_QUALITY);
  }
  return image;
}

/** Sends the image to an address of the bridge. */
export async function post(
  tab: BrowserTab,
  { dataUrl }: Image,
  upload: string,
  deadline: Deadline,
): Promise<void> {
  const sending = fetch(dataUrl)
    .then(async image => fetch(upload, { method: 'POST', body: await image.blob() }))
    .then(({ ok, status }) => (ok ? undefined : { failed: `HTTP ${status}` }), messageOfFailure);
  const sent = await within(sending, deadline);
  if (sent === LATE) throw await failed(tab, 'transfer', 'the bridge did not take the image in time');
  if (sent !== undefined) throw await failed(tab, 'transfer', sent.failed);
}

/** Why there is no image; when the tab has closed meanwhile, that is why. */
async function failed({ id }: BrowserTab, stage: string, cause: string): Promise<Error> {
  const tab = await getTab(id).catch((closed: unknown) => closed);
  if (tab instanceof Error) return tab;
  return failure('screenshot_failed', `The capture of tab ${id} failed: ${cause}`, {
    hint: 'Read the page with browser_snapshot instead.',
    state: { stage, tabId: id, cause },
  });
}
