// Which elements have a line, and what it says (contract: *browser_snapshot*, *Images*,
// *Named containers*, *Frames*).

import { hrefOf } from '../dom/ask';
import {
  isAnchor,
  isCheckable,
  isEditingHost,
  isHtml,
  isInput,
  isLabel,
  isLink,
  isSvg,
} from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { clickableKind, isMarked } from './clickable';
import { factsOf, hasAttribute } from './facts';
import { clip } from './fold';
import { authorName, customName, nameOf } from './names';
import type { Read } from './read';
import { ALWAYS_LISTED, explicitRole, LISTED_NAMED, LISTED_NAMED_EXPLICIT, roleOf } from './roles';
import { statesOf } from './states';
import { renderedTextOf } from './text';
import { NAME_LENGTH } from '../../protocol';

export type Description = {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly url: string;
};

/** Least side of a drawing that is listed without a name. */
const CANVAS_SIDE = 24;

/** The element's line, or `null` when it has none. */
export function describe(read: Read, element: Element): Description | null {
  const { tag, attributes } = factsOf(read, element);
  if (tag === 'label' && isLabel(element)) return describeLabel(read, element);
  const role = roleOf(read, element);
  const isEditor = attributes.has('contenteditable') && isEditingHost(element);
  if (isEditor) return described(read, element, editorRole(role));
  // An image that is a control is listed as one (contract: *Images*).
  const isControl = role === 'img' && isMarked(read, element);
  const clickable = isControl ? describeClickable(read, element) : null;
  if (clickable !== null) return clickable;
  if (role !== null && isListed(read, element, role)) return described(read, element, role);
  return isControl ? null : describeClickable(read, element);
}

/** Role and name for an error's candidates, whether or not the element has a line. */
export function identify(read: Read, element: Element): { role: string; name: string } {
  const { role, name } = describe(read, element) ?? {
    role: roleOf(read, element) ?? 'generic',
    name: nameOf(read, element) || clip(renderedTextOf(read, element), NAME_LENGTH),
  };
  return { role, name };
}

function isListed(read: Read, element: Element, role: string): boolean {
  if (ALWAYS_LISTED.has(role)) return true;
  if (role === 'canvas') return isLargeCanvas(element) || nameOf(read, element) !== '';
  if (role === 'gridcell') return isUsableCell(read, element);
  const needsName =
    LISTED_NAMED.has(role) ||
    (LISTED_NAMED_EXPLICIT.has(role) && explicitRole(read, element) === role);
  return needsName && nameOf(read, element) !== '';
}

/** Of a grid's many cells those that can be focused or chosen, or that the page names. */
const isUsableCell = (read: Read, cell: Element): boolean =>
  hasAttribute(read, cell, 'tabindex') ||
  hasAttribute(read, cell, 'aria-selected') ||
  authorName(read, cell) !== null;

function isLargeCanvas(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.width >= CANVAS_SIDE && box.height >= CANVAS_SIDE;
}

const editorRole = (role: string | null): string =>
  role === 'searchbox' || role === 'combobox' ? role : 'textbox';

const described = (read: Read, element: Element, role: string): Description => ({
  role,
  name: nameOf(read, element),
  states: statesOf(read, element, role),
  url: role === 'link' ? urlOf(read, element) : '',
});

function urlOf(read: Read, element: Element): string {
  const url = addressOf(read, element);
  return /^https?:/.test(url) ? url : '';
}

function addressOf(read: Read, element: Element): string {
  const { tag, html } = factsOf(read, element);
  // By far the most frequent one.
  if (html && tag === 'a' && isAnchor(element)) return hrefOf(element);
  if (isLink(element)) return element.href;
  return isSvg(element) ? svgUrlOf(element) : '';
}

function svgUrlOf(link: SVGElement): string {
  const written = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
  return URL.canParse(written, link.baseURI) ? new URL(written, link.baseURI).href : '';
}

function describeClickable(read: Read, element: Element): Description | null {
  const kind = clickableKind(read, element);
  if (kind === null) return null;
  const explicit = explicitRole(read, element) ?? 'button';
  const name = explicit === 'img' ? nameOf(read, element) : customName(read, element);
  if (kind === 'pointer' && name === '') return null;
  const role = INERT.has(explicit) ? 'button' : explicit;
  return {
    role,
    name,
    states: statesOf(read, element, role),
    url: '',
  };
}

/** Roles that say nothing of what a press would do. */
const INERT = new Set(['generic', 'img', 'none', 'presentation']);

/**
 * A label is listed in place of its control when the control itself is not rendered: it is what a
 * person sees and presses then.
 */
function describeLabel(read: Read, label: HTMLLabelElement): Description | null {
  const control = label.control;
  if (control === null || !isHtml(control)) return null;
  const isHiddenBehind =
    (isCheckable(control) || (isInput(control) && control.type === 'file')) && !isRendered(control);
  const role = isHiddenBehind ? roleOf(read, control) : null;
  return role === null ? null : { ...described(read, control, role) };
}
