// Which documents an action is for: that of the page, or those of frames whose refs it names. A form
// may name fields of several; they are filled in order, those of one document at a time.

import { FRAME_LEVELS, FRAMES_MS } from '../protocol';
import type { FieldOutcome, PageAction } from '../protocol';
import type { Choosers } from './choosers';
import type { ContentLinks } from './content-link';
import { failure } from './failure';
import type { Link } from './link';
import { refOf } from './observe';
import type { Parts } from './parts';
import type { Deadline } from './timing';

type FillForm = Extract<PageAction, { act: 'fillForm' }>;
type Scroll = Extract<PageAction, { act: 'scroll' }>;

/** A part of an action, and the document that carries it out. */
export type Errand<A extends PageAction = PageAction> = { link: Link; action: A };

export type Errands = { earlier: Errand<FillForm>[]; last: Errand };

export async function errandsOf(
  { content, choosers }: Parts,
  page: Link,
  action: PageAction,
  deadline: Deadline,
): Promise<Errands> {
  const isUntargeted = 'target' in action && (action.target ?? null) === null;
  if ((action.act === 'press' || action.act === 'submit') && isUntargeted) {
    return { earlier: [], last: { link: await focused(content, page, deadline), action } };
  }
  if (action.act === 'upload' && isUntargeted && action.lastClicked) {
    return { earlier: [], last: { link: await asker(content, choosers, page, deadline), action } };
  }
  if (action.act === 'scroll') return { earlier: [], last: await scrolling(content, page, action, deadline) };
  if (action.act === 'drag') {
    return { earlier: [], last: { link: await holderOfBoth(content, page, action), action } };
  }
  if (action.act !== 'fillForm') {
    const at = await pointedAt(content, page, action, deadline);
    const last = at ?? { link: await content.holder(page, refOf(action.target)), action };
    return { earlier: [], last };
  }
  const earlier: Errand<FillForm>[] = [];
  for (const field of action.fields) {
    const link = await content.holder(page, refOf(field.target));
    const latest = earlier.at(-1);
    if (latest?.link === link) latest.action.fields.push(field);
    else earlier.push({ link, action: { ...action, fields: [field] } });
  }
  const last = earlier.pop() ?? { link: page, action };
  return { earlier, last };
}

/** What is at a point inside frames of other origins is for their documents, in their viewports. */
async function pointedAt(
  content: ContentLinks,
  page: Link,
  action: PageAction,
  deadline: Deadline,
): Promise<Errand | undefined> {
  if ((action.act !== 'click' && action.act !== 'hover') || action.target.by !== 'point') return;
  let link = page;
  let { at } = action.target;
  for (let level = 0; level < FRAME_LEVELS; level++) {
    const { frame } = await content.ask(link, { do: 'frameAt', at }, deadline);
    const inner =
      frame === null
        ? undefined
        : await content.reachFrame(page, frame.frameId, deadline.orIn(FRAMES_MS));
    if (frame === null || inner === undefined) break;
    ({ at } = frame);
    link = inner;
  }
  return { link, action: { ...action, target: { by: 'point', at } } };
}

/** Both ends of a drag are in one document: no event leads from one to another. */
async function holderOfBoth(
  content: ContentLinks,
  page: Link,
  { from, to }: Extract<PageAction, { act: 'drag' }>,
): Promise<Link> {
  const link = await content.holder(page, refOf(from));
  if (link === (await content.holder(page, refOf(to)))) return link;
  throw failure('not_supported', 'The two elements are in documents of different origins', {
    hint: 'Nothing was dragged. Both ends must be in the page, or in one frame and named by refs.',
  });
}

/** The document whose element has the focus: the page's, or that of a frame that was read. */
async function focused(content: ContentLinks, page: Link, deadline: Deadline): Promise<Link> {
  if (page.frames.all().length === 0) return page;
  let link = page;
  for (let level = 0; level < FRAME_LEVELS; level++) {
    const { frameId } = await content.ask(link, { do: 'focusedFrame' }, deadline);
    const inner = frameId === null ? undefined : page.frames.of(frameId);
    if (inner === undefined) return link;
    link = inner;
  }
  return link;
}

/** The document that asked for files last. */
async function asker(
  content: ContentLinks,
  choosers: Choosers,
  page: Link,
  deadline: Deadline,
): Promise<Link> {
  const asked = choosers.frameOf(page.tabId);
  if (asked === undefined) return page;
  const link = await content.reachFrame(page, asked.frameId, deadline.orIn(FRAMES_MS));
  return link !== undefined && link.documentId === asked.documentId ? link : page;
}

/** The document that scrolls. For a frame of another origin it is the one that the frame holds. */
async function scrolling(
  content: ContentLinks,
  page: Link,
  action: Scroll,
  deadline: Deadline,
): Promise<Errand<Scroll>> {
  const ref = refOf(action.target);
  const link = await content.holder(page, ref);
  const frames = page.frames.all();
  const asked = frames.find(({ place }) => ref !== undefined && place?.in === link && place.ref === ref);
  if (asked !== undefined) return { link: asked, action: { ...action, target: null } };
  if ((action.target ?? null) !== null || frames.length === 0) return { link, action };
  const { frameId } = await content.ask(page, { do: 'frameToScroll', action }, deadline);
  return { link: (frameId === null ? undefined : page.frames.of(frameId)) ?? page, action };
}

export type Filled = {
  fields: FieldOutcome[];
  /** Every field was a plain one. */
  plain: boolean;
  /** A field failed, and the form is to be left then. */
  stopped: boolean;
};

/** Fills the fields before those of the last document. A dialog of the page ends it. */
export async function fillEarlier(
  { bells, content, dialogs }: Parts,
  errands: readonly Errand<FillForm>[],
  deadline: Deadline,
): Promise<Filled> {
  const filled: Filled = { fields: [], plain: true, stopped: false };
  for (const { link, action } of errands) {
    const command = { do: 'act', action, show: 'nothing', ready: false } as const;
    const asked = content.ask(link, command, deadline);
    const dialog = bells.until(link.tabId, () => dialogs.of(link.tabId), deadline);
    const first = await Promise.race([asked, dialog]);
    if (dialogs.of(link.tabId) !== undefined || first === undefined || !('plainField' in first)) {
      asked.catch(() => undefined);
      filled.fields.push(...action.fields.map(unknown));
      return { ...filled, stopped: true };
    }
    const { plainField } = first;
    const { done } = await content.ask(link, { do: 'observeAfter', show: 'nothing' }, deadline);
    const fields = done.fields ?? [];
    filled.fields.push(...fields);
    filled.plain &&= plainField;
    filled.stopped = action.stopAtFailure && fields.some(({ error }) => (error ?? null) !== null);
    if (filled.stopped) break;
  }
  return filled;
}

/** Behind a dialog the page does not say how far it came. */
const unknown = ({ name }: FillForm['fields'][number]): FieldOutcome => ({
  name,
  done: null,
  error: {
    error: 'A native dialog opened while the fields were filled, so it is not known what this one holds',
    retryable: false,
    hint: 'Once the dialog is answered, take a new browser_snapshot.',
  },
});
