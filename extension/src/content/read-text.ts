// Counts texts in the rendered text of the top document (contract: *POST /api/wait-for-text*).

import { isTextField } from './dom/elements';
import { styleOf } from './dom/rendered';
import { fold } from './observe/fold';
import { identify } from './observe/describe';
import { isShown } from './observe/look';
import { labelledByText } from './observe/names';
import { contextOf, type Page } from './page';
import type { NameMatch } from '../protocol';
import type { Context } from './target/resolve';

/** How many elements named by a text are told. */
const LISTED = 3;

export function countTexts(texts: readonly string[]): number[] {
  const rendered = renderedText();
  return texts.map(text => (text === '' ? 0 : rendered.split(text).length - 1));
}

/** Of a body without a box the browser would give all text, unseen, and that of scripts too. */
function renderedText(): string {
  const body = document.body as HTMLElement | null;
  return body !== null && hasBox(body) ? body.innerText : '';
}

const hasBox = (body: HTMLElement): boolean =>
  body.checkVisibility() ||
  (styleOf(body).display === 'contents' && document.documentElement.checkVisibility());

/** Visible elements that have one of the texts for a name but do not show it as page text. */
export function elementsNamed(page: Page, texts: readonly string[]): NameMatch[] {
  const context = contextOf(page);
  const wanted = new Set(texts.map(fold).filter(text => text !== ''));
  const named: { element: Element; source: string }[] = [];
  for (const element of document.querySelectorAll(NAMED)) {
    const source = sourceOf(context, element, wanted);
    if (source !== null && isShown(context.read, element)) named.push({ element, source });
    if (named.length === LISTED) break;
  }
  page.refs.issue(named.map(({ element }) => element));
  return named.map(({ element, source }) => ({
    ref: page.refs.issueOne(element),
    ...identify(context.read, element),
    source,
  }));
}

const NAMED = '[placeholder], [aria-label], [aria-labelledby]';

function sourceOf({ read }: Context, element: Element, wanted: ReadonlySet<string>): string | null {
  const labelledBy = labelledByText(read, element);
  if (labelledBy !== null && wanted.has(fold(labelledBy))) return 'aria-labelledby';
  if (wanted.has(fold(element.getAttribute('aria-label') ?? ''))) return 'aria-label';
  const isPlaceholder = isTextField(element) && wanted.has(fold(element.placeholder));
  return isPlaceholder ? 'placeholder' : null;
}
