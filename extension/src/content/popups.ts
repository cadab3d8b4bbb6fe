// The popup that a click or hover opened (contract: *Opened popups*): what was there before, which
// one opened, and those that snapshots list, even unpainted, while they stay open.

import { isAttached, parentInDocument, parentOf, treeOf, type Tree } from './dom/tree';
import { styleOf } from './dom/rendered';
import { attributeOf } from './observe/facts';
import { clip, fold } from './observe/fold';
import { authorName, nameOf } from './observe/names';
import {
  isContainer,
  isOpen,
  isPainted,
  isPlain,
  ITEMS,
  itemsOf,
  openPopupsIn,
  saysHidden,
  signatureOf,
} from './observe/popups';
import { roleOf } from './observe/roles';
import { readOf, type Page } from './page';
import { NAME_LENGTH, POPUP_ITEMS, type OpenedPopup } from '../protocol';
import type { Watch } from './wait/watch';

/** The popups of a page right before an action on `element`. */
export type PopupsBefore = {
  readonly element: Element;
  /** `aria-expanded` of the element and of all around it, from the inside. */
  readonly expanded: ReadonlyMap<Element, string | null>;
  /** What each open popup held. */
  readonly open: ReadonlyMap<Element, ReadonlySet<Element>>;
};

export function popupsBefore(element: Element): PopupsBefore {
  const expanded = new Map<Element, string | null>();
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    expanded.set(each, each.getAttribute('aria-expanded'));
  }
  const open = openPopupsIn(treesOf(element));
  return { element, expanded, open: new Map(open.map(popup => [popup, contents(popup)])) };
}

const treesOf = (element: Element): Set<Tree> =>
  new Set<Tree>([treeOf(element), element.ownerDocument]);

const contents = (popup: Element): Set<Element> => new Set(popup.querySelectorAll(ITEMS));

/** A popup that was reported, for as long as it stays open. */
export type KeptPopup = {
  readonly popup: Element;
  /** What says by `aria-expanded` that it is open; without one its `signature` does. */
  readonly expander: Element | null;
  readonly signature: string;
};

/** Reported popups that are kept. */
const KEPT = 10;

/** What the action opened. It is kept, and has refs. */
export function openedPopup(page: Page, before: PopupsBefore, watch: Watch): OpenedPopup | null {
  const found = find(before, watch);
  if (found === null) return null;
  const { popup, expander } = found;
  const others = page.popups.filter(kept => kept.popup !== popup);
  page.popups = [...others.slice(1 - KEPT), { popup, expander, signature: signatureOf(popup) }];
  const read = readOf(page);
  const items = itemsOf(read, popup, POPUP_ITEMS);
  page.refs.issue([popup, ...items, ...(isAttached(before.element) ? [before.element] : [])]);
  const openedBy = page.refs.numberOf(before.element);
  const title = fold(attributeOf(read, popup, 'title') ?? '');
  return {
    ref: page.refs.issueOne(popup),
    role: roleOf(read, popup) ?? 'generic',
    name: clip(authorName(read, popup) ?? title, NAME_LENGTH),
    ...(openedBy === undefined ? {} : { openedBy }),
    rendered: isPainted(popup),
    items: items.map(item => ({
      ref: page.refs.issueOne(item),
      role: roleOf(read, item) ?? 'generic',
      name: nameOf(read, item),
    })),
  };
}

type Found = Pick<KeptPopup, 'popup' | 'expander'>;

function find(before: PopupsBefore, watch: Watch): Found | null {
  const expander = newlyExpanded(before);
  const controlled = expander === null ? null : controlledBy(expander);
  const isAround = (popup: Element): boolean => before.expanded.has(popup);
  if (controlled !== null && !saysHidden(controlled) && !isAround(controlled)) {
    return { popup: controlled, expander };
  }
  const open = openPopupsIn(treesOf(before.element)).filter(popup => !isAround(popup));
  const hasPopup = expander !== null || saysHasPopup(before);
  const opened = open.findLast(
    popup => !before.open.has(popup) && (hasPopup || isPlain(popup) || isInEarlierHost(popup, watch)),
  );
  const popup = opened ?? (hasPopup ? open.findLast(each => isRefilled(each, before)) : undefined);
  return popup === undefined ? null : { popup, expander: null };
}

/** What was expanded by the action: the nearest around the element that says so. */
function newlyExpanded({ expanded }: PopupsBefore): Element | null {
  for (const [element, was] of expanded) {
    const now = element.getAttribute('aria-expanded');
    if (now !== null) return now === 'true' && was !== 'true' ? element : null;
  }
  return null;
}

function saysHasPopup({ expanded }: PopupsBefore): boolean {
  for (const element of expanded.keys()) {
    const says = element.getAttribute('aria-haspopup');
    if (says !== null) return says !== 'false';
  }
  return false;
}

function controlledBy(expander: Element): Element | null {
  const tree = treeOf(expander);
  const ids = ['aria-controls', 'aria-owns'].flatMap(
    name => expander.getAttribute(name)?.split(/\s+/) ?? [],
  );
  for (const id of ids) {
    const named = id === '' ? null : tree.getElementById(id);
    if (named !== null) return named;
  }
  return null;
}

/** A shared layer that is not displayed, and not a closed list that the action brought with its own. */
function isInEarlierHost(popup: Element, watch: Watch): boolean {
  for (let above = parentOf(popup); above !== null; above = parentOf(above)) {
    if (styleOf(above).display === 'none') return !watch.wasAdded(above);
  }
  return false;
}

function isRefilled(popup: Element, { open }: PopupsBefore): boolean {
  const held = open.get(popup);
  return (
    held !== undefined && isContainer(popup) && [...contents(popup)].some(item => !held.has(item))
  );
}

/** The kept popups that are still open. */
export const stillOpen = (kept: readonly KeptPopup[]): KeptPopup[] =>
  kept.filter(({ popup, expander, signature }) => {
    if (!isAttached(popup)) return false;
    if (expander === null) return isOpen(popup) && signatureOf(popup) === signature;
    return expander.getAttribute('aria-expanded') === 'true' && !saysHidden(popup);
  });
