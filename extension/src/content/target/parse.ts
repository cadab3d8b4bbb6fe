// Selector text -> steps (contract: *Target selectors*). Pure; what it does not know it refuses,
// so that a selector never means another element than its author thought.

import { parseCss, type CssSelector } from './parse-css';
import { NotAccepted, splitSteps } from './scan';
import { contains, equals, parsePattern, parseQuoted, part, type TextMatch } from './text-match';

export type Step =
  | { step: 'ref'; ref: number }
  | { step: 'css'; selector: CssSelector; source: string }
  | { step: 'text'; match: TextMatch }
  | { step: 'role'; query: RoleQuery }
  | { step: 'label'; match: TextMatch }
  | { step: 'nth'; index: number }
  | { step: 'parent' }
  | { step: 'xpath'; expression: string };

export type RoleQuery = {
  role: string;
  name: TextMatch | null;
  level: string | null;
  includeHidden: boolean;
};

export function parseSelector(selector: string): Step[] {
  return splitSteps(selector).map((step, index) => parseStep(step.trim(), index === 0));
}

function parseStep(source: string, isFirst: boolean): Step {
  if (source === '') throw new NotAccepted('a step is empty');
  const ref = /^e(\d+)$/.exec(source);
  if (ref !== null && isFirst) return { step: 'ref', ref: Number(ref[1]) };
  if (ref !== null) throw new NotAccepted('a ref may only be the first step');
  if (source === '..' || source === 'xpath=..') return parentStep(isFirst);
  if (/^(\.\.|\(*\/)/.test(source)) return { step: 'xpath', expression: source };
  if (/^["']/.test(source)) return { step: 'text', match: quotedText(source) };
  const engine = /^([a-zA-Z][\w:-]*)=(.*)$/s.exec(source);
  if (engine === null) return { step: 'css', selector: parseCss(source), source };
  return engineStep(engine[1] ?? '', (engine[2] ?? '').trim(), isFirst);
}

function parentStep(isFirst: boolean): Step {
  if (isFirst) throw new NotAccepted('".." needs a step before it');
  return { step: 'parent' };
}

function engineStep(engine: string, body: string, isFirst: boolean): Step {
  switch (engine) {
    case 'text':
      return { step: 'text', match: textMatch(body) };
    case 'internal:text':
      return { step: 'text', match: quotedOrPattern(body) };
    case 'internal:label':
      return { step: 'label', match: quotedOrPattern(body) };
    case 'role':
      return { step: 'role', query: parseRole(body, false) };
    case 'internal:role':
      return { step: 'role', query: parseRole(body, true) };
    case 'xpath':
      return { step: 'xpath', expression: body };
    case 'nth':
      return nthStep(body, isFirst);
    default:
      throw new NotAccepted(`"${engine}=" is not an accepted form`);
  }
}

function nthStep(body: string, isFirst: boolean): Step {
  if (isFirst) throw new NotAccepted('"nth=" needs a step before it');
  if (!/^-?\d+$/.test(body)) throw new NotAccepted('"nth=" takes a whole number');
  return { step: 'nth', index: Number(body) };
}

function textMatch(body: string): TextMatch {
  if (body === '') throw new NotAccepted('"text=" needs a text');
  return pattern(body) ?? (/^["']/.test(body) ? quotedText(body) : contains(body));
}

/** Quoted text is the whole text with its case; with `i` it is lax again. */
function quotedText(body: string): TextMatch {
  const quoted = parseQuoted(body);
  if (quoted === null) throw new NotAccepted('the quotes do not end the text');
  if (quoted.suffix === 'i') return contains(quoted.text);
  if (quoted.suffix === '' || quoted.suffix === 's') return equals(quoted.text, false);
  throw new NotAccepted(`"${quoted.suffix}" may not follow the quotes`);
}

function quotedOrPattern(body: string): TextMatch {
  return pattern(body) ?? quotedText(body);
}

function pattern(body: string): TextMatch | null {
  try {
    return parsePattern(body);
  } catch {
    throw new NotAccepted('the regular expression is not valid');
  }
}

function parseRole(body: string, isInternal: boolean): RoleQuery {
  const head = /^([a-z-]+)\s*/i.exec(body);
  if (head === null) throw new NotAccepted('"role=" needs a role');
  const query: RoleQuery = {
    role: (head[1] ?? '').toLowerCase(),
    name: null,
    level: null,
    includeHidden: false,
  };
  for (const attribute of bracketed(body.slice(head[0].length))) {
    readRoleAttribute(query, attribute, isInternal);
  }
  return query;
}

/** The contents of `[…][…]`. */
function bracketed(text: string): string[] {
  const contents: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const end =
      /^\[((?:[^\]"'/]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/)*)\]\s*/.exec(
        rest,
      );
    if (end === null) throw new NotAccepted('a role takes attributes in brackets');
    contents.push((end[1] ?? '').trim());
    rest = rest.slice(end[0].length);
  }
  return contents;
}

function readRoleAttribute(query: RoleQuery, attribute: string, isInternal: boolean): void {
  const parts = /^([\w-]+)\s*(?:([*^$]?=)\s*(.*))?$/s.exec(attribute);
  const [, key = '', operator = '', value = ''] = parts ?? [];
  if (key === 'name' && operator !== '') query.name = nameMatch(operator, value, isInternal);
  else if (key === 'level' && operator === '=' && LEVEL.test(value)) query.level = value;
  else if (key === 'include-hidden' && /^(true)?$/.test(value)) query.includeHidden = true;
  else if (key === 'include-hidden' && value === 'false') query.includeHidden = false;
  else throw new NotAccepted(`[${attribute}] is not an attribute that a role takes here`);
}

const LEVEL = /^\d+$/;

/** Quoted, ignoring case unless an `s` follows the quotes; or an expression. */
function nameMatch(operator: string, value: string, isInternal: boolean): TextMatch {
  const regex = operator === '=' ? pattern(value) : null;
  if (regex !== null) return regex;
  const quoted = parseQuoted(value);
  if (quoted === null || !['', 'i', 's'].includes(quoted.suffix)) {
    throw new NotAccepted('a name stands in quotes, or between slashes as an expression');
  }
  const ignoreCase = quoted.suffix !== 's';
  switch (operator) {
    case '*=':
      return part('includes', quoted.text, ignoreCase);
    case '^=':
      return part('starts', quoted.text, ignoreCase);
    case '$=':
      return part('ends', quoted.text, ignoreCase);
    default:
      return isInternal && quoted.suffix === 'i'
        ? contains(quoted.text)
        : equals(quoted.text, ignoreCase);
  }
}
