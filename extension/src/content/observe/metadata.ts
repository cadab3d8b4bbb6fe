// What a page says of itself in `meta` and `link` elements and in JSON-LD.

import { shortAddress } from './page-addresses';
import { clip, cut, fold } from './fold';
import { fitting } from './page-elements';
import {
  DATA_CHARACTERS,
  NAME_LENGTH,
  type LinkEntry,
  type MetaEntry,
  type PageData,
} from '../../protocol';

/** The bridge cuts what a `meta` element says further, once its addresses are redacted. */
const CONTENT_LENGTH = 10_000;

/** Attributes that name a `meta` element, the first that is there counts. */
const NAMES = ['name', 'property', 'http-equiv', 'itemprop'] as const;

type MetaRead = Omit<Extract<PageData, { about: 'meta' }>, 'about'>;
type StructuredRead = Omit<Extract<PageData, { about: 'structured' }>, 'about'>;

export function readMeta(document: Document): MetaRead {
  const entries = fitting(metaElements(document), entryOf);
  const links = fitting([...document.querySelectorAll<HTMLLinkElement>(LINKS)], linkOf);
  return {
    url: document.URL,
    title: document.title,
    entries: entries.items,
    links: links.items,
    truncated: isCut(entries) || isCut(links),
  };
}

export function readStructured(document: Document): StructuredRead {
  const previews = metaElements(document).filter(meta => PREVIEWS.test(nameOf(meta)));
  const entries = fitting(previews, entryOf);
  const scripts = [...document.querySelectorAll('script[type="application/ld+json" i]')];
  const blocks = scripts.map(script => script.textContent ?? '');
  const listed = withinSize(blocks);
  return {
    blocks: listed,
    entries: entries.items,
    truncated: isCut(entries) || listed.length < blocks.length,
  };
}

const LINKS = 'link[rel][href]';

const PREVIEWS = /^(og|twitter):/i;

const isCut = ({ items, total }: { items: unknown[]; total: number }): boolean =>
  items.length < total;

/** The blocks that fit as a whole: a part of one is no JSON. */
function withinSize(blocks: readonly string[]): string[] {
  let room = DATA_CHARACTERS;
  return blocks.filter(block => {
    if (block.length > room) return false;
    room -= block.length;
    return true;
  });
}

const metaElements = (document: Document): HTMLMetaElement[] =>
  [...document.querySelectorAll('meta')].filter(meta => nameOf(meta) !== '');

function nameOf(meta: HTMLMetaElement): string {
  const name = NAMES.map(key => meta.getAttribute(key)).find(key => key !== null && key !== '');
  return clip(fold(name ?? (meta.hasAttribute('charset') ? 'charset' : '')), NAME_LENGTH);
}

const entryOf = (meta: HTMLMetaElement): MetaEntry => ({
  name: nameOf(meta),
  content: cut(meta.getAttribute('content') ?? meta.getAttribute('charset') ?? '', CONTENT_LENGTH),
});

const linkOf = (link: HTMLLinkElement): LinkEntry => ({
  rel: clip(fold(link.rel), NAME_LENGTH),
  href: shortAddress(link.href),
  type: clip(fold(link.type), NAME_LENGTH),
  hreflang: clip(fold(link.hreflang), NAME_LENGTH),
  title: clip(fold(link.title), NAME_LENGTH),
});
