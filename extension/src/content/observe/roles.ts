// Roles: what an element is, from its ARIA role or its tag.
// https://www.w3.org/TR/wai-aria-1.2/#role_definitions, https://www.w3.org/TR/html-aam-1.0/

import { isEditingHost, isInput, isOpenList, isSelect } from '../dom/elements';
import { attributeOf, factsOf } from './facts';
import type { Facts, Read } from './read';

/** Roles of ARIA that a `role` attribute may name. Others are skipped, as browsers do. */
const KNOWN = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code ' +
    'columnheader combobox complementary contentinfo definition deletion dialog document emphasis ' +
    'feed figure form generic graphics-document graphics-object graphics-symbol grid gridcell ' +
    'group heading img image insertion link list listbox listitem log main marquee math menu ' +
    'menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph ' +
    'presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search ' +
    'searchbox separator slider spinbutton status strong subscript superscript switch tab table ' +
    'tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
  color: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};

/** Types of an input that suggests values from a list. */
const SUGGESTING = new Set(['text', 'search', 'tel', 'url', 'email']);

const SECTIONING = 'article, aside, main, nav, section';

const ROW_SCOPE = /^row(group)?$/i;

const COLUMN = 'columnheader';

type ByTag = (element: Element, facts: Facts) => string | null;

const ROLE_BY_TAG: Readonly<Record<string, ByTag>> = {
  a: (_, { attributes }) => (attributes.has('href') ? 'link' : null),
  address: () => 'group',
  area: (_, { attributes }) => (attributes.has('href') ? 'link' : null),
  article: () => 'article',
  aside: () => 'complementary',
  audio: () => 'audio',
  blockquote: () => 'blockquote',
  button: () => 'button',
  canvas: () => 'canvas',
  caption: () => 'caption',
  code: () => 'code',
  datalist: () => 'listbox',
  dd: () => 'definition',
  del: () => 'deletion',
  details: () => 'group',
  dfn: () => 'term',
  dialog: () => 'dialog',
  dt: () => 'term',
  em: () => 'emphasis',
  fieldset: () => 'group',
  figure: () => 'figure',
  footer: element => (element.closest(SECTIONING) === null ? 'contentinfo' : null),
  form: () => 'form',
  frame: () => 'iframe',
  h1: () => 'heading',
  h2: () => 'heading',
  h3: () => 'heading',
  h4: () => 'heading',
  h5: () => 'heading',
  h6: () => 'heading',
  header: element => (element.closest(SECTIONING) === null ? 'banner' : null),
  hgroup: () => 'group',
  hr: () => 'separator',
  iframe: () => 'iframe',
  img: (element, { attributes }) =>
    attributes.has('alt') && element.getAttribute('alt') === '' ? 'presentation' : 'img',
  input: element => (isInput(element) ? inputRole(element) : null),
  ins: () => 'insertion',
  li: () => 'listitem',
  main: () => 'main',
  menu: () => 'list',
  meter: () => 'meter',
  nav: () => 'navigation',
  ol: () => 'list',
  optgroup: () => 'group',
  option: () => 'option',
  output: () => 'status',
  p: () => 'paragraph',
  progress: () => 'progressbar',
  s: () => 'deletion',
  search: () => 'search',
  section: () => 'region',
  select: element =>
    isSelect(element) && isOpenList(element) ? 'listbox' : 'combobox',
  strong: () => 'strong',
  sub: () => 'subscript',
  summary: element => (isSummary(element) ? 'button' : null),
  sup: () => 'superscript',
  table: () => 'table',
  tbody: () => 'rowgroup',
  td: () => 'cell',
  textarea: () => 'textbox',
  tfoot: () => 'rowgroup',
  th: element => (ROW_SCOPE.test(element.getAttribute('scope') ?? '') ? 'rowheader' : COLUMN),
  thead: () => 'rowgroup',
  time: () => 'time',
  tr: () => 'row',
  ul: () => 'list',
  video: () => 'video',
};

/** The first summary opens its details; another one is plain text. */
function isSummary(element: Element): boolean {
  const details = element.parentElement;
  return details?.localName === 'details' && details.querySelector(':scope > summary') === element;
}

const ROLES = new Map(Object.entries(ROLE_BY_TAG));

function inputRole(input: HTMLInputElement): string | null {
  if (input.type === 'hidden') return null;
  if (SUGGESTING.has(input.type) && input.hasAttribute('list')) return 'combobox';
  return INPUT_ROLES[input.type] ?? 'textbox';
}

/** The first role that the `role` attribute names and ARIA knows. */
export function explicitRole(read: Read, element: Element): string | null {
  const attribute = attributeOf(read, element, 'role');
  if (attribute === null) return null;
  const role = attribute
    .toLowerCase()
    .split(/\s+/)
    .find(token => KNOWN.has(token));
  if (role === undefined) return null;
  return role === 'image' ? 'img' : role;
}

export function implicitRole(read: Read, element: Element): string | null {
  const facts = factsOf(read, element);
  const { tag, html, attributes } = facts;
  if (!html) {
    if (tag === 'svg') return 'img';
    if (tag === 'math') return 'math';
    return tag === 'a' && attributes.has('href') ? 'link' : null;
  }
  if (attributes.has('contenteditable') && isEditingHost(element)) return 'textbox';
  return ROLES.get(tag)?.(element, facts) ?? null;
}

/** The element's role. One that can be used keeps its native role against `role="none"`. */
export function roleOf(read: Read, element: Element): string | null {
  const explicit = explicitRole(read, element);
  if (explicit === null) return implicitRole(read, element);
  if (explicit !== 'none' && explicit !== 'presentation') return explicit;
  const native = implicitRole(read, element);
  return native !== null && CONTROLS.has(native) ? native : explicit;
}

/** What a person can operate. */
export const CONTROLS = new Set(
  (
    'button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio ' +
    'scrollbar searchbox slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);

/** Listed with or without a name. */
export const ALWAYS_LISTED = new Set([
  ...CONTROLS,
  ...(
    'alert alertdialog audio banner complementary contentinfo dialog grid iframe listbox log ' +
    'main menu menubar meter navigation progressbar radiogroup search status tablist toolbar ' +
    'tooltip tree treegrid video'
  ).split(' '),
]);

/** Listed when it has a name, whatever gives the role. */
export const LISTED_NAMED = new Set(
  'form graphics-document graphics-symbol group heading img region'.split(' '),
);

/** Listed with a name or something inside: an empty one tells nothing. */
export const LISTED_UNLESS_EMPTY = new Set(
  (
    'alert banner complementary contentinfo log main menu menubar navigation radiogroup search ' +
    'status tablist toolbar tooltip'
  ).split(' '),
);

/** Listed when it has a name and the role is written down (contract: *Named containers*). */
export const LISTED_NAMED_EXPLICIT = new Set(
  (
    'application article cell columnheader feed figure list listitem note row rowheader table ' +
    'tabpanel timer'
  ).split(' '),
);

/** Roles whose name comes from their content when nothing else names them. */
export const NAMED_BY_CONTENT = new Set(
  (
    'button checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio ' +
    'option radio rowheader switch tab tooltip treeitem'
  ).split(' '),
);

/** Roles with a checked state. */
export const CHECKABLE = new Set('checkbox radio switch menuitemcheckbox menuitemradio'.split(' '));
