// How each step of a selector finds elements (contract: *Target selectors*). Text and names are
// read redacted, so masked text and sensitive values never match.

import { isElement, isField, isInput } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { elementsIn, parentInDocument, renderedChildren, type Tree } from '../dom/tree';
import { fold } from '../observe/fold';
import { isShown } from '../observe/look';
import { labelledByText, nameOf, nativeLabels } from '../observe/names';
import { treesIn, type Read } from '../observe/read';
import { isMasked } from '../observe/redact';
import { NAMED_BY_CONTENT, roleOf } from '../observe/roles';
import { headingLevel } from '../observe/states';
import { wholeTextOf } from '../observe/text';
import type { RoleQuery } from './parse';
import type { Compound, CssAlternative, CssSelector, Test } from './parse-css';
import { matchesText, type TextMatch } from './text-match';

/** Where a step searches: the page, or inside one earlier match. */
export type Scope = Document | Element;

export function byCss(read: Read, scope: Scope, selector: CssSelector): Element[] {
  return treesIn(read, scope).flatMap(tree => cssInTree(read, tree, selector));
}

function cssInTree(read: Read, tree: Tree | Element, selector: CssSelector): Element[] {
  const [only] = selector;
  if (selector.length === 1 && only !== undefined) return alternative(read, tree, only);
  const found = new Set(selector.flatMap(part => alternative(read, tree, part)));
  return [...found].sort(inDocumentOrder);
}

const inDocumentOrder = (a: Element, b: Element): number =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;

function alternative(read: Read, tree: Tree | Element, part: CssAlternative): Element[] {
  if (part.kind === 'native') return [...tree.querySelectorAll(part.css)];
  const last = part.compounds.at(-1);
  if (last === undefined) return [];
  return [...tree.querySelectorAll(last.css)].filter(element =>
    matchesCompounds(read, element, part.compounds, part.compounds.length - 1),
  );
}

function matchesCompounds(
  read: Read,
  element: Element,
  compounds: readonly Compound[],
  index: number,
): boolean {
  const compound = compounds[index];
  if (compound === undefined) return true;
  if (!element.matches(compound.css)) return false;
  if (!compound.tests.every(test => passes(read, element, test))) return false;
  if (index === 0) return true;
  return related(element, compound.combinator).some(other =>
    matchesCompounds(read, other, compounds, index - 1),
  );
}

function related(element: Element, combinator: Compound['combinator']): Element[] {
  switch (combinator) {
    case '>':
      return following(element, current => current.parentElement, 1);
    case ' ':
      return following(element, current => current.parentElement, Infinity);
    case '+':
      return following(element, current => current.previousElementSibling, 1);
    case '~':
      return following(element, current => current.previousElementSibling, Infinity);
  }
}

function following(
  element: Element,
  next: (current: Element) => Element | null,
  most: number,
): Element[] {
  const found: Element[] = [];
  for (let other = next(element); other !== null && found.length < most; other = next(other)) {
    found.push(other);
  }
  return found;
}

function passes(read: Read, element: Element, test: Test): boolean {
  switch (test.test) {
    case 'visible':
      return isRendered(element);
    case 'has-text':
    case 'text-is':
      return matchesText(selectorText(read, element), test.match);
    case 'text':
      return isSmallest(read, element, test.match);
  }
}

export function byText(read: Read, scope: Scope, match: TextMatch): Element[] {
  return elementsWithin(read, scope).filter(
    element => !WITHOUT_OWN_TEXT.has(element.localName) && isSmallest(read, element, match),
  );
}

const WITHOUT_OWN_TEXT = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);

function isSmallest(read: Read, element: Element, match: TextMatch): boolean {
  if (!matchesText(selectorText(read, element), match)) return false;
  for (const child of renderedChildren(element)) {
    if (isElement(child) && matchesText(selectorText(read, child), match)) return false;
  }
  return true;
}

/** What text selectors see: the label of a button input, else the whole text. */
function selectorText(read: Read, element: Element): string {
  if (isInput(element) && (element.type === 'submit' || element.type === 'button')) {
    return isMasked(read, element) ? '' : fold(element.value);
  }
  return wholeTextOf(read, element);
}

export function byRole(read: Read, scope: Scope, query: RoleQuery): Element[] {
  return elementsWithin(read, scope).filter(
    element =>
      roleOf(read, element) === query.role &&
      (query.level === null || levelOf(read, element, query.role) === query.level) &&
      (query.includeHidden || isSeen(read, element)) &&
      (query.name === null || matchesText(roleName(read, element), query.name)),
  );
}

/** A popup that is listed although it is not painted is acted on by refs only. */
const isSeen = (read: Read, element: Element): boolean =>
  isShown(read, element) && (read.unpainted.size === 0 || isRendered(element));

/** Only a heading has a level that nobody wrote down. */
const levelOf = (read: Read, element: Element, role: string): string | null =>
  role === 'heading' ? headingLevel(read, element) : element.getAttribute('aria-level');

/** What is hidden renders no text that could name it. */
function roleName(read: Read, element: Element): string {
  const name = nameOf(read, element);
  const isNamedByContent = name === '' && NAMED_BY_CONTENT.has(roleOf(read, element) ?? '');
  return isNamedByContent ? wholeTextOf(read, element) : name;
}

export function byLabel(read: Read, scope: Scope, match: TextMatch): Element[] {
  return elementsWithin(read, scope).filter(element =>
    labelTexts(read, element).some(label => matchesText(label, match)),
  );
}

/** `aria-labelledby`, else `aria-label`, else the labels of a control. */
export function labelTexts(read: Read, element: Element): string[] {
  const author = labelledByText(read, element) ?? element.getAttribute('aria-label');
  if (author !== null && fold(author) !== '') return [fold(author)];
  const labels = nativeLabels(read, element);
  return labels === '' ? [] : [labels, ...eachLabel(read, element)];
}

function eachLabel(read: Read, element: Element): string[] {
  const labels = isField(element) ? [...(element.labels ?? [])] : [];
  return labels.length < 2 ? [] : labels.map(label => wholeTextOf(read, label));
}

/** Elements below the scope in search order. */
export function elementsWithin(read: Read, scope: Scope): Element[] {
  return treesIn(read, scope).flatMap(elementsIn);
}

/** The element above; at the top of a shadow tree its host. */
export const parentStep = (element: Element): Element | null => parentInDocument(element);
