// The text that a page shows (contract: *GET /api/page-text*). The browser's own `innerText` says it of
// a document, but not of shadow trees and frames in it: around those the text is put together here.

import { isField, isFrame, isHtml, isShadowRoot, isDocument, isText, isElement } from '../dom/elements';
import { around, contentOf, frameDocument, parentOf, renderedChildren, treesWithin, type Tree } from '../dom/tree';
import { isShown, styleIn } from './look';
import type { Read } from './read';
import { isInMaskedEditor, isMasked, isSensitive } from './redact';
import { RenderedText } from './rendered-text';
import { renderedTextOf } from './text';

/** More marks of masked text than this tell how long the text is. */
const MASKS = /([\u2022\u25e6\u25cf\u25a0])\1{8,}/g;

/** All that is shown of a part of the page. The contract lets it tell the length of a mask; this does not. */
export function shownTextOf(read: Read, part: Element): string {
  return shown(read, part).replace(MASKS, (_, mark: string) => mark.repeat(8));
}

/** Of what has no box the browser would tell all text, unseen and masked; of a field what it holds. */
function shown(read: Read, part: Element): string {
  if (isField(part)) return '';
  const ways = waysBelow(read, part);
  const isBoxed = part.checkVisibility();
  if (ways.towards.size === 0 && isHtml(part) && isBoxed) return part.innerText;
  if (!isBoxed && !isShown(read, part)) return '';
  if (ways.towards.size === 0) return renderedTextOf(read, part);
  const text = new RenderedText();
  write({ read, text, ...ways }, part, 0);
  return text.toString();
}

type Ways = {
  /** What holds something that `innerText` does not tell rightly. */
  readonly towards: ReadonlySet<Element>;
  /** Editors whose text is a secret, though it is shown. */
  readonly secret: ReadonlySet<Element>;
};

type Walk = Ways & { readonly read: Read; readonly text: RenderedText };

function waysBelow(read: Read, part: Element): Ways {
  const trees = treesWithin(part);
  const secret = new Set(trees.flatMap(tree => secretEditorsIn(read, tree)));
  const ends = trees.flatMap(tree => (isElement(tree) ? [] : [...holderOf(tree), ...slotsIn(tree)]));
  const towards = new Set<Element>();
  for (const end of [...secret, ...ends]) {
    for (let at: Element | null = end; at !== null && !towards.has(at); at = around(at)) {
      towards.add(at);
      if (at === part) break;
    }
  }
  return { towards, secret };
}

const secretEditorsIn = (read: Read, tree: Tree | Element): Element[] =>
  [...tree.querySelectorAll('[contenteditable]')].filter(
    editor => isSensitive(read, editor) && !isInMaskedEditor(read, editor),
  );

/** The host of a shadow tree, or the frame of a document. */
function holderOf(tree: Tree): Element[] {
  if (isShadowRoot(tree)) return [tree.host];
  const root: Element | null = tree.documentElement;
  const frame = root === null ? null : parentOf(root);
  return frame === null ? [] : [frame];
}

/** What a slot shows is in another tree. */
const slotsIn = (tree: Tree): Element[] => (isDocument(tree) ? [] : [...tree.querySelectorAll('slot')]);

/** Elements that leave a line free around them; all other blocks only end the line. */
const PARAGRAPH = 2;
const LINE = 1;
const BLOCK = /^(?:block|flow-root|flex|grid|list-item|table|table-caption|table-row)\b/;

/** A page can nest without limit, a call stack cannot. */
const DEEPEST = 500;

function write(walk: Walk, element: Element, deep: number): void {
  const { read, text, towards, secret } = walk;
  const { display, visibility } = styleIn(read, element);
  const isBoxed = element.checkVisibility();
  if ((!isBoxed && display !== 'contents') || isField(element) || secret.has(element)) return;
  if (element.localName === 'br') return text.endLine();
  const breaks = !BLOCK.test(display) ? 0 : element.localName === 'p' ? PARAGRAPH : LINE;
  text.needsBreaks(breaks);
  const isOwn = (towards.has(element) || !isBoxed) && deep <= DEEPEST;
  if (isFrame(element)) {
    if (visibility === 'visible' && isOwn) writeFrame(walk, element, deep + 1);
  } else if (isOwn) writeContent(walk, element, deep + 1);
  else text.add(isHtml(element) ? element.innerText : renderedTextOf(read, element));
  text.needsBreaks(breaks);
  if (display === 'table-cell' && element.nextElementSibling !== null) text.add('\t');
}

function writeContent(walk: Walk, element: Element, deep: number): void {
  for (const child of renderedChildren(element)) {
    if (isElement(child)) write(walk, child, deep);
    else if (isText(child)) writeText(walk, element, child);
  }
}

function writeFrame(walk: Walk, frame: HTMLIFrameElement, deep: number): void {
  const document = frameDocument(frame);
  const root = document === null ? null : contentOf(document);
  if (root === null) return;
  walk.text.needsBreaks(LINE);
  write(walk, root, deep);
  walk.text.needsBreaks(LINE);
}

function writeText({ read, text }: Walk, parent: Element, node: Text): void {
  const style = styleIn(read, parent);
  if (style.visibility !== 'visible' || isMasked(read, parent) || !hasBox(node)) return;
  const shown = transformed(node.data, style.textTransform);
  if (style.getPropertyValue('white-space-collapse') === 'collapse') text.addLoose(shown);
  else text.add(shown);
}

/** Text without a box is not shown: in what is closed, skipped, or given to no slot. */
function hasBox(text: Text): boolean {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
}

function transformed(text: string, how: string): string {
  if (how === 'uppercase') return text.toUpperCase();
  if (how === 'lowercase') return text.toLowerCase();
  if (how === 'capitalize') return text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, first => first.toUpperCase());
  return text;
}
