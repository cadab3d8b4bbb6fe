// The link that a click follows into a new tab, which the browser drops without the person's own
// input (contract: *Popup-blocked links*).

import { isLink, type Link } from '../dom/elements';
import { parentInDocument } from '../dom/tree';
import type { NewTabLink } from '../../shared/messages';

/** The link at or around a clicked element, if a person's click would open it in a new tab. */
export function newTabLink(element: Element): NewTabLink | null {
  const link = linkAround(element);
  if (link === null || link.hasAttribute('download') || !opensBlank(link)) return null;
  if (link.protocol !== 'http:' && link.protocol !== 'https:') return null;
  return { url: link.href, opener: link.relList.contains('opener') };
}

function linkAround(element: Element): Link | null {
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    if (isLink(each)) return each;
  }
  return null;
}

/** An empty target is none to Firefox: then the document's base decides. */
function opensBlank(link: Link): boolean {
  const own = link.getAttribute('target') ?? '';
  const base = link.ownerDocument.querySelector('base[target]')?.getAttribute('target');
  return (own === '' ? (base ?? '') : own).toLowerCase() === '_blank';
}
