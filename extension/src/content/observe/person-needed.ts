// What only the person can do on this page: solve a check that they are one, or sign in (contract:
// *needs_user hints*). Seen from frames' addresses and fields' attributes, never from what the page
// says; what is hidden or off the page counts for nothing. One query per tree.

import { isFrame, isInput } from '../dom/elements';
import { boxOf } from '../dom/rendered';
import type { PersonNeeded } from '../../protocol';
import { isShown } from './look';
import type { Read } from './read';

type Tree = Document | ShadowRoot;
type Widget = Extract<PersonNeeded, { need: 'humanCheck' }>['widget'];
type Field = Extract<PersonNeeded, { need: 'signIn' }>['field'];

/** What the widgets put their answer into once they are solved. */
const RESPONSES = ['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response'];

const ASKED = `iframe, input, ${RESPONSES.map(name => `[name="${name}"]`).join(', ')}`;

export function personNeeded(read: Read, trees: Iterable<Tree>): PersonNeeded | null {
  // A frame's document says nothing of the page that the person sees.
  if (window !== window.top) return null;
  const found = [...trees].flatMap(tree => [...tree.querySelectorAll(ASKED)]);
  return humanCheck(read, found) ?? signIn(read, found);
}

function humanCheck(read: Read, found: readonly Element[]): PersonNeeded | null {
  for (const frame of found) {
    if (!isFrame(frame)) continue;
    const widget = widgetOf(frame.src);
    if (widget === null || !isSeen(read, frame)) continue;
    return isSolved(found) ? null : { need: 'humanCheck', ...widget };
  }
  return null;
}

function isSolved(found: readonly Element[]): boolean {
  const responses = found.filter(element => RESPONSES.includes(element.getAttribute('name') ?? ''));
  return responses.length > 0 && responses.every(field => valueOf(field) !== '');
}

const valueOf = (field: Element): string => ('value' in field ? String(field.value) : '');

/** The widget of a frame's address, with the address's origin and path. */
export function widgetOf(address: string): { widget: Widget; frame: string } | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, search, hash } = new URL(address);
  if (protocol !== 'https:' || /[?&#]size=invisible\b/.test(search + hash)) return null;
  const known = WIDGETS.find(({ host, path }) => host.test(hostname) && path.test(pathname));
  return known === undefined ? null : { widget: known.widget, frame: origin + pathname };
}

const WIDGETS: readonly { widget: Widget; host: RegExp; path: RegExp }[] = [
  {
    widget: 'recaptcha',
    host: /^www\.(google\.com|recaptcha\.net)$/,
    path: /^\/recaptcha\/(api2|enterprise)\/(anchor|bframe)\b/,
  },
  { widget: 'hcaptcha', host: /\.hcaptcha\.com$/, path: /^\/captcha\// },
  {
    widget: 'turnstile',
    host: /^challenges\.cloudflare\.com$/,
    path: /^\/cdn-cgi\/challenge-platform\//,
  },
];

function signIn(read: Read, found: readonly Element[]): PersonNeeded | null {
  let field: Field | null = null;
  for (const input of found) {
    if (!isInput(input)) continue;
    const tokens = (input.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/);
    const isNew = tokens.includes('new-password');
    const asks = isNew ? null : asksFor(input.type, tokens);
    if ((!isNew && asks === null) || !isSeen(read, input)) continue;
    // A sign-up or a change of the password.
    if (isNew) return null;
    field ??= asks;
  }
  return field === null ? null : { need: 'signIn', field };
}

function asksFor(type: string, tokens: readonly string[]): Field | null {
  if (type === 'password' || tokens.includes('current-password')) return 'password';
  if (type === 'hidden') return null;
  if (tokens.includes('username')) return 'username';
  return tokens.includes('webauthn') ? 'webauthn' : null;
}

/** Rendered, with a size, and within what the page can be scrolled to. */
function isSeen(read: Read, element: Element): boolean {
  if (!isShown(read, element)) return false;
  const { x, y, width, height } = boxOf(element);
  if (width === 0 || height === 0) return false;
  const left = x + window.scrollX;
  const top = y + window.scrollY;
  const page = document.documentElement;
  return (
    left + width > 0 && top + height > 0 && left < page.scrollWidth && top < page.scrollHeight
  );
}
