// One question to the page -> what the page answers; see crates/protocol/src/inspect.rs.

import type { Finding, Question, Target } from '../../protocol';
import { contextOf, readOf, type Page } from '../page';
import { matchSelector, resolve } from '../target/resolve';
import { styleOf } from '../dom/rendered';
import { explain } from './explain';
import { topBox } from '../observe/boxes';
import { metricsOf } from './metrics';
import { rowsOf } from './query';
import { markedStyle } from './safe-attributes';
import { serialize } from './serialize';
import { serializeReading } from './serialize-reading';

export function answer(page: Page, question: Question): Finding {
  switch (question.ask) {
    case 'markup':
      return markup(page, question.root ?? null, question.reading);
    case 'query':
      return query(page, question);
    case 'bounds':
      return {
        found: 'bounds',
        bounds: topBox(elementOf(page, question.target)),
        metrics: metricsOf(document),
      };
    case 'style':
      return { found: 'style', computed: styles(page, question) };
    case 'explain':
      return { found: 'matches', ...explain(page, question.selector, isOurs(page)) };
    case 'metrics':
      return { found: 'metrics', metrics: metricsOf(document) };
  }
}

type Asked<A extends Question['ask']> = Extract<Question, { ask: A }>;

const elementOf = (page: Page, target: Target): Element => resolve(contextOf(page), target, 'read');

/** The borders that we have drawn are no part of the page. */
const isOurs = (page: Page): ((element: Element) => boolean) => {
  const borders = page.highlights.elements;
  return element => borders.has(element);
};

function markup(page: Page, root: Target | null, reading: boolean): Finding {
  const element = root === null ? document : elementOf(page, root);
  const leftOut = page.highlights.elements;
  const made = reading
    ? serializeReading(readOf(page), element, leftOut)
    : serialize(readOf(page), 'documentElement' in element ? element.documentElement : element, leftOut);
  return { found: 'markup', ...made, url: document.location.href, title: document.title };
}

function query(page: Page, { selector, fields, limit }: Asked<'query'>): Finding {
  const ours = isOurs(page);
  const context = contextOf(page);
  const matches = matchSelector(context, selector).filter(element => !ours(element));
  const asked = { read: context.read, leftOut: page.highlights.elements };
  const rows = rowsOf(asked, matches.slice(0, limit), fields);
  return { found: 'rows', rows, total: matches.length };
}

function styles(page: Page, { target, properties }: Asked<'style'>): Record<string, string> {
  const style = styleOf(elementOf(page, target));
  const named = properties.map(name => [name, style.getPropertyValue(name)] as const);
  return Object.fromEntries(
    named.filter(([, value]) => value !== '').map(([name, value]) => [name, markedStyle(value)]),
  );
}
