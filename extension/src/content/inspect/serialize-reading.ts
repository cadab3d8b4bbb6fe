// The page as a person reads it, as HTML text for making Markdown and articles of: only what is
// rendered, shadow trees and same-origin frames in their places, no fields, addresses absolute.

import { MARKUP_CHARACTERS } from '../../protocol';
import { isDocument, isElement, isFrame, isHtml, isImage, isLink, isText } from '../dom/elements';
import { contentOf, FRAME_DEPTH, frameDocument, parentOf, renderedChildren } from '../dom/tree';
import { factsOf } from '../observe/facts';
import { isInline, isShown, lookOf, showsText } from '../observe/look';
import type { Read } from '../observe/read';
import { isInMaskedEditor, isMasked } from '../observe/redact';
import { absoluteAddress, unmarked } from './safe-attributes';
import { DEEPEST, isHeldSecret, type Markup } from './serialize';
import { attributeText, Writer } from './writer';

/** What is not text of the page, or a field's. */
const NOT_READ = new Set(
  (
    'audio canvas datalist embed head input link map meta meter noscript object ' +
    'option progress script select style svg template video'
  ).split(' '),
);

/** What tells a reader something of the text. */
const KEPT = new Set('alt class colspan datetime dir id itemprop lang rel role rowspan start title'.split(' '));

/** Readers of HTML need the call stack too: deeper elements are written without their tags. */
const DEEPEST_TAG = 150;

type Walk = { read: Read; writer: Writer; leftOut: ReadonlySet<Element> };
type Place = { deep: number; frames: number; isSecret: boolean };

/** What is shown of the element; of a document, with what its head says of it. */
export function serializeReading(
  read: Read,
  root: Element | Document,
  leftOut: ReadonlySet<Element>,
): Markup {
  const writer = new Writer(MARKUP_CHARACTERS);
  const walk = { read, writer, leftOut };
  if (isDocument(root)) {
    const element: Element | null = root.documentElement;
    const lang = element?.getAttribute('lang') ?? '';
    writer.add(`<html${attributeText('lang', unmarked(lang))}><head>`);
    writeHead(walk, root);
    writer.add('</head>');
    const top = contentOf(root);
    if (top !== null) write(walk, top, TOP);
    writer.add('</html>');
  } else if (isShown(read, root)) {
    write(walk, root, { ...TOP, isSecret: isInMaskedEditor(read, root) });
  }
  return { html: writer.html, truncated: writer.truncated };
}

const TOP: Place = { deep: 0, frames: 0, isSecret: false };

/** Facts about an article; the other things that a head holds are not for reading. */
const FACTS = /^(?:(?:og|article|twitter|dc|dcterms|parsely)[:.].*|.*(?:author|title|description|date|publi).*)$/i;

function writeHead({ writer }: Walk, document: Document): void {
  writer.add('<title>');
  writer.addText(document.title);
  writer.add('</title>');
  for (const meta of document.head?.querySelectorAll('meta[content]') ?? []) {
    const key = ['property', 'name', 'itemprop'].find(each => meta.hasAttribute(each));
    const name = key === undefined ? '' : unmarked(meta.getAttribute(key) ?? '');
    if (key === undefined || !FACTS.test(name)) continue;
    const content = unmarked(meta.getAttribute('content') ?? '');
    writer.add(`<meta${attributeText(key, name)}${attributeText('content', content)}>`);
  }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    // A slash that is escaped is the same to JSON, and ends no element.
    const json = unmarked(script.textContent ?? '').replaceAll('</', '<\\/');
    writer.add(`<script type="application/ld+json">${json}</script>`);
  }
}

function write(walk: Walk, element: Element, place: Place): void {
  const { read, writer, leftOut } = walk;
  const { tag, html } = factsOf(read, element);
  if (writer.isFull || leftOut.has(element) || NOT_READ.has(tag)) return;
  if (place.deep > DEEPEST) {
    writer.truncated = true;
    return;
  }
  if (!lookOf(read, element).open || isHeldSecret(read, element)) return;
  if (isFrame(element)) return writeFrame(walk, element, place);
  if (html && (tag === 'br' || tag === 'hr' || tag === 'wbr')) return writer.add(`<${tag}>`);
  if (isImage(element)) return writer.add(`<img${attributesOf(element)}>`);
  const name = place.deep > DEEPEST_TAG || tag === 'slot' ? null : nameOf(walk, element);
  if (name !== null) writer.add(`<${name}${attributesOf(element)}>`);
  writeContent(walk, element, { ...place, deep: place.deep + 1 });
  if (name !== null) writer.add(`</${name}>`);
}

/** Readers know no elements of a page's own making; how they are laid out says what they are. */
function nameOf({ read }: Walk, element: Element): string {
  const { tag, html } = factsOf(read, element);
  if (html && !tag.includes('-') && /^[a-z][a-z\d]*$/.test(tag)) return tag;
  return isInline(read, element) ? 'span' : 'div';
}

function attributesOf(element: Element): string {
  let text = '';
  for (const { name, value } of element.attributes) {
    if (KEPT.has(name)) text += attributeText(name, unmarked(value));
  }
  if (isLink(element)) text += attributeText('href', absoluteAddress(element, element.href));
  // A picture written out as its address would be most of the text.
  if (isImage(element) && element.currentSrc !== '' && !element.currentSrc.startsWith('data:')) {
    text += attributeText('src', absoluteAddress(element, element.currentSrc));
  }
  return text;
}

function writeContent(walk: Walk, element: Element, place: Place): void {
  const { read, writer } = walk;
  for (const child of renderedChildren(element, factsOf(read, element).tag)) {
    if (writer.isFull) return;
    if (isElement(child)) write(walk, child, place);
    else if (isText(child) && child.data !== '') {
      const isSecret = place.isSecret || isMasked(read, element);
      if (isSecret || !showsText(read, element)) continue;
      writer.addText(child.data);
    }
  }
}

function writeFrame(walk: Walk, frame: HTMLIFrameElement, place: Place): void {
  const body = frameDocument(frame)?.body;
  if (body === null || body === undefined || place.frames >= FRAME_DEPTH) return;
  if (!isHtml(body) || parentOf(body) === null) return;
  walk.writer.add('<div>');
  writeContent(walk, body, { ...place, deep: place.deep + 1, frames: place.frames + 1 });
  walk.writer.add('</div>');
}
