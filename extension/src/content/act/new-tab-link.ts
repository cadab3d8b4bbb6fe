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

function opensBlank(link: Link): boolean {
  const base = link.ownerDocument.querySelector('base[target]')?.getAttribute('target');
  return (link.getAttribute('target') ?? base ?? '').toLowerCase() === '_blank';
}
