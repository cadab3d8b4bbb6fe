// Data of the page: facts, text, and lists of what it refers to (contract: *Page Data*). All of the
// document and its shadow trees, shown or not; frames have documents of their own, and their text alone is
// read with the page's.

import { elementsOf, fitting, rootsIn, type Fitting } from './page-elements';
import { isInternal, isSameOrigin, shortAddress } from './page-addresses';
import { clip, fold } from './fold';
import { isShown } from './look';
import { nameOf } from './names';
import { shownTextOf } from './page-text';
import { personNeeded } from './person-needed';
import type { Read } from './read';
import { isInMaskedEditor } from './redact';
import { hiddenTextOf, renderedTextOf } from './text';
import { isForm, isFrame, isImage, isLink, type Link } from '../dom/elements';
import { beginningOf } from '../dom/string';
import { contentOf, frameDocument, shadowRootOf } from '../dom/tree';
import {
  NAME_LENGTH,
  PAGE_TEXT_CHARACTERS,
  type DataRead,
  type FrameEntry,
  type PageData,
  type PageImage,
  type PageInfo,
  type PageLink,
  type PersonNeeded,
} from '../../protocol';
import { readMeta, readStructured } from './metadata';

/** `part` is what a text is read of; all of the page when it is `null`. */
export function readPageData(read: Read, wish: DataRead, part: Element | null): PageData {
  switch (wish.about) {
    case 'info':
      return { about: 'info', info: infoOf(read) };
    case 'personNeeded':
      return { about: 'personNeeded', needed: needed(read, rootsIn(document)) };
    case 'text':
      return { about: 'text', ...textOf(read, part ?? contentOf(document)) };
    case 'links':
      return { about: 'links', ...linksOf(read, wish.internalOnly) };
    case 'images':
      return { about: 'images', ...imagesOf(read) };
    case 'meta':
      return { about: 'meta', ...readMeta(document) };
    case 'structured':
      return { about: 'structured', ...readStructured(document) };
    case 'frames':
      return { about: 'frames', ...framesOf() };
  }
}

const needed = (read: Read, roots: Iterable<ShadowRoot>): PersonNeeded | null =>
  personNeeded(read, [document, ...roots]);

function infoOf(read: Read): PageInfo {
  const roots: ShadowRoot[] = [];
  const counts = { forms: 0, links: 0, images: 0 };
  for (const element of elementsOf(document)) {
    const root = shadowRootOf(element);
    if (root !== null) roots.push(root);
    if (isForm(element)) counts.forms += 1;
    else if (isLink(element)) counts.links += 1;
    else if (isImage(element)) counts.images += 1;
  }
  const { innerWidth, innerHeight, scrollX, scrollY } = window;
  return {
    url: document.URL,
    title: document.title,
    readyState: document.readyState,
    lang: (document.documentElement as Element | null)?.getAttribute('lang') ?? '',
    width: innerWidth,
    height: innerHeight,
    ...counts,
    scrollX,
    scrollY,
    personNeeded: needed(read, roots),
  };
}

function textOf(read: Read, part: Element | null): { text: string; length: number } {
  const text = part === null ? '' : shownTextOf(read, part);
  return { text: beginningOf(text, PAGE_TEXT_CHARACTERS), length: text.length };
}

function linksOf(read: Read, internalOnly: boolean): { links: PageLink[]; total: number } {
  const all = [...elementsOf(document)].filter(isLink);
  const wanted = internalOnly ? all.filter(link => isInternal(link.href)) : all;
  const { items, total } = fitting(wanted, link => linkOf(read, link));
  return { links: items, total };
}

function linkOf(read: Read, link: Link): PageLink {
  const text = isShown(read, link) ? renderedTextOf(read, link) : hiddenTextOf(read, link);
  return {
    href: shortAddress(link.href),
    text: clip(text === '' ? nameOf(read, link) : text, NAME_LENGTH),
  };
}

function imagesOf(read: Read): { images: PageImage[]; total: number } {
  const images = [...elementsOf(document)].filter(isImage);
  const { items, total } = fitting(images, image => imageOf(read, image));
  return { images: items, total };
}

const imageOf = (read: Read, image: HTMLImageElement): PageImage => ({
  src: shortAddress(image.currentSrc === '' ? image.src : image.currentSrc),
  alt: isInMaskedEditor(read, image) ? '' : clip(fold(image.alt), NAME_LENGTH),
  naturalWidth: image.naturalWidth,
  naturalHeight: image.naturalHeight,
});

function framesOf(): { frames: FrameEntry[]; total: number } {
  const frames = [...elementsOf(document)].filter(isFrame);
  const { items, total }: Fitting<FrameEntry> = fitting(frames, frameOf);
  return { frames: items, total };
}

function frameOf(frame: HTMLIFrameElement): FrameEntry {
  const inner = frameDocument(frame);
  const src = inner === null ? frame.src : inner.URL;
  return {
    src: shortAddress(src),
    name: clip(fold(frame.getAttribute('name') ?? ''), NAME_LENGTH),
    title: clip(fold(frame.getAttribute('title') ?? ''), NAME_LENGTH),
    sameOrigin: inner !== null || isSameOrigin(frame),
    accessible: inner !== null,
  };
}
