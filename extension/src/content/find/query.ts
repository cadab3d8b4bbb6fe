// What is searched for, taken apart (contract: *POST /api/find*): words without fillers, words that
// name a role, and phrases. Pure.

import { fold } from '../observe/fold';

/** One thing that an element may have. */
export type Term = {
  readonly text: string;
  /** The roles that the text names, if it names one. */
  readonly roles: ReadonlySet<string> | null;
};

export type Query = {
  readonly terms: readonly Term[];
  /** Parts in quotes, and what the words say together. */
  readonly phrases: readonly string[];
};

/** Text as it is compared. */
export const comparable = (text: string): string => fold(text).toLowerCase();

const TERMS = 20;

export function parseQuery(text: string): Query {
  const quoted = [...text.matchAll(/["“„]([^"“”„]+)["”]/g)].map(([, inner]) => comparable(inner ?? ''));
  const words = comparable(text.replace(/["“”„]/g, ' ')).split(' ').map(trimmed).filter(isGiven);
  const named = takeRoles(words);
  const telling = named.filter(({ text, roles }) => roles !== null || !FILLERS.has(text));
  const terms = (telling.length === 0 ? named : telling).slice(0, TERMS);
  const whole = words.join(' ');
  const withoutRoles = named.filter(({ roles }) => roles === null).map(({ text }) => text).join(' ');
  const phrases = [...quoted, ...[whole, withoutRoles].filter(phrase => phrase.includes(' '))];
  return { terms, phrases: [...new Set(phrases.filter(isGiven))] };
}

const isGiven = (text: string): boolean => text !== '';

/** Without punctuation around it, unless there is nothing else. */
const trimmed = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || word;

function takeRoles(words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let index = 0; index < words.length; index++) {
    const [word = '', next] = words.slice(index, index + 2);
    const pair = next === undefined ? undefined : ROLES.get(`${word} ${next}`);
    if (pair !== undefined) {
      terms.push({ text: `${word} ${next}`, roles: pair });
      index += 1;
    } else {
      terms.push({ text: word, roles: ROLES.get(word) ?? null });
    }
  }
  return terms;
}

const FILLERS = new Set(
  (
    'a an and are at by can do for from how i in into is it its me my of on or our please should ' +
    'that the there this to want where which with you your'
  ).split(' '),
);

/** The roles that words of people name. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  'button': ['button', 'btn'],
  'link': ['link', 'hyperlink', 'anchor'],
  'combobox listbox': ['dropdown', 'drop-down', 'drop down', 'combobox', 'combo box', 'select', 'selector', 'picker'],
  'searchbox search': ['search bar', 'search box', 'search field', 'search input', 'searchbox', 'searchbar'],
  'textbox searchbox combobox spinbutton': ['input', 'field', 'input field', 'input box'],
  'textbox searchbox': ['textbox', 'text box', 'text field', 'text area', 'textarea'],
  'checkbox switch': ['checkbox', 'check box', 'tickbox'],
  'switch checkbox': ['toggle', 'switch'],
  'radio': ['radio', 'radio button'],
  'slider spinbutton': ['slider', 'stepper'],
  'tab': ['tab'],
  'menu menubar': ['menu', 'menubar'],
  'menuitem menuitemcheckbox menuitemradio': ['menuitem', 'menu item', 'menu entry'],
  'option': ['option'],
  'heading': ['heading', 'headline'],
  'img graphics-document graphics-symbol': ['image', 'picture', 'photo', 'icon', 'logo'],
  'dialog alertdialog': ['dialog', 'modal', 'popup', 'pop-up'],
  'table grid': ['table', 'grid'],
  'list': ['list'],
  'form': ['form'],
  'navigation': ['navigation', 'navbar', 'nav bar'],
  'video': ['video', 'video player'],
  'iframe': ['iframe', 'frame'],
};

const ROLES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(NAMED_BY).flatMap(([roles, names]) =>
    names.map(name => [name, new Set(roles.split(' '))] as const),
  ),
);
