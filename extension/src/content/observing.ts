// Walks the page and makes an observation of its lines: whole, scoped, or what changed.

import { parentOf } from './dom/tree';
import { deltaOf, wholeOf } from './observe/delta';
import { MoreRefs } from './observe/refs';
import { listedFrame } from './observe/frames';
import { formatRecords, REMOVED, TEXT, type Emitted } from './observe/record';
import type { Folding } from './observe/similar';
import { walkFrom } from './observe/walk';
import { rootsIn } from './observe/page-elements';
import { personNeeded } from './observe/person-needed';
import { contextOf, readOf, type Page, type Recording } from './page';
import type { Observation, PersonNeeded, Scope } from '../protocol';
import { notFound, Refusal } from './target/refusal';
import { resolve } from './target/resolve';

/** How the page is walked. */
export type Manner = {
  readonly boxes: boolean;
  /** `null` lists every item of a run. */
  readonly folding: Folding | null;
};

const NOTHING: ReadonlySet<Element> = new Set();

/** A whole read: of each run the first items. */
const reading = ({ boxes, text, collapse }: Pick<Scope, 'boxes' | 'text' | 'collapse'>): Manner => ({
  boxes,
  folding: collapse ? { text, keep: NOTHING, isNew: () => false } : null,
});

/** The page before an action on these elements: their items are listed wherever they stand. */
export const recordBefore = (page: Page, targets: readonly Element[]): Recording =>
  recordPage(page, { boxes: false, folding: before(targets) });

const before = (targets: readonly Element[]): Folding => ({
  text: true,
  keep: withAbove(targets),
  isNew: () => false,
});

/** After `recording`: what it lists stays listed, and what is new is listed too. */
function after({ listed, collapsed }: Recording, target: Element | null): Folding {
  const keep = withAbove(target === null ? [] : [target]);
  for (const item of listed) keep.add(item);
  return { text: true, keep, isNew: item => !listed.has(item) && !collapsed.has(item) };
}

function withAbove(elements: readonly Element[]): Set<Element> {
  const all = new Set<Element>();
  for (const element of elements) {
    let above: Element | null = element;
    for (; above !== null && !all.has(above); above = parentOf(above)) all.add(above);
  }
  return all;
}

/** The whole page. A document without a body has no lines. */
function recordPage(page: Page, manner: Manner): Recording {
  const root: Element | null = document.body ?? document.documentElement;
  const read = readOf(page);
  const options = { read, ...manner, maxDepth: Infinity, isScoped: false };
  const walked =
    root === null ? { lines: [], listed: NOTHING, collapsed: NOTHING } : walkFrom(root, options);
  const { roots } = read;
  // A component can make its tree without any change around it.
  for (const root of roots) page.passwords.lookInto(root);
  const needed = personNeeded(read, [document, ...roots]);
  return { ...walked, roots, needed, url: document.location.href, title: document.title };
}

export function observe(page: Page, scope: Scope): Observation {
  if (scope.sinceObservation && page.last !== null)
    return observeChanges(page, page.last, NO_ACTION);
  const isWhole = (scope.root ?? null) === null && (scope.maxDepth ?? null) === null;
  if (!isWhole) return observeScope(page, scope);
  return observeWhole(page, reading(scope), NO_ACTION);
}

/** What an action's answer shows of a whole page. */
export const observeAll = (page: Page, cause: Cause): Observation =>
  observeWhole(page, { boxes: false, folding: before(targetsOf(cause)) }, cause);

const targetsOf = ({ target }: Cause): Element[] => (target === null ? [] : [target]);

/** Longest time within which a request comes again with more refs. */
const AGAIN_MS = 500;

/** The page now, or as it was when the same request lacked refs a moment ago. */
function readPage(page: Page, kind: string, record: () => Recording): Recording {
  const kept = page.unnumbered;
  page.unnumbered = null;
  const isAgain = kept !== null && kept.kind === kind && performance.now() - kept.at < AGAIN_MS;
  return isAgain ? kept.recording : record();
}

function keepingIfMore(
  page: Page,
  read: { recording: Recording; kind: string },
  observe: () => Observation,
): Observation {
  try {
    return observe();
  } catch (error) {
    if (error instanceof MoreRefs) page.unnumbered = { ...read, at: performance.now() };
    throw error;
  }
}

/** What led to an observation. */
export type Cause = {
  readonly target: Element | null;
  /** The page changed in ways that lines may not show. */
  readonly unseen: boolean;
};

const NO_ACTION: Cause = { target: null, unseen: false };

function observeWhole(page: Page, manner: Manner, cause: Cause): Observation {
  const { boxes, folding } = manner;
  const kind = `whole ${boxes} ${folding?.text ?? 'all'}`;
  const recording = readPage(page, kind, () => recordPage(page, manner));
  const emitted = wholeOf(recording.lines, cause.target);
  const observation = keepingIfMore(page, { recording, kind }, () =>
    observationOf(page, emitted, null, cause, recording.needed),
  );
  // With their boxes every line would look changed the next time.
  if (!boxes) page.last = recording;
  return observation;
}

export function observeChanges(page: Page, before: Recording, cause: Cause): Observation {
  const kind = 'changes';
  const recording = readPage(page, kind, () =>
    recordPage(page, { boxes: false, folding: after(before, cause.target) }),
  );
  const { lines } = deltaOf(before.lines, recording.lines, cause.target);
  const observation = keepingIfMore(page, { recording, kind }, () =>
    observationOf(page, lines, before, cause, recording.needed),
  );
  page.last = recording;
  return observation;
}

function observeScope(page: Page, scope: Scope): Observation {
  const root = scopeRoot(page, scope);
  const read = readOf(page);
  const { lines } = walkFrom(root, {
    read,
    ...reading(scope),
    maxDepth: scope.maxDepth ?? Infinity,
    isScoped: (scope.root ?? null) !== null,
  });
  // Of the whole page, which a scoped read has not walked.
  const needed = personNeeded(read, [document, ...rootsIn(document)]);
  return observationOf(page, wholeOf(lines, null), null, NO_ACTION, needed, root);
}

/** Scoped reads say which selector found nothing. */
export function scopeRoot(page: Page, { root }: Pick<Scope, 'root'>): Element {
  if (root === null || root === undefined) return topElement();
  try {
    return resolve(contextOf(page), root, 'read');
  } catch (error) {
    const isMissing = error instanceof Refusal && error.reply.code === 'not_found';
    if (!isMissing || root.by !== 'selector') throw error;
    throw notFound({ selector: root.selector }, `Selector not found: ${root.selector}`);
  }
}

/** A page can take its own root away. */
function topElement(): Element {
  const top: Element | null = document.body ?? document.documentElement;
  if (top === null) throw notFound({}, 'The document has no elements');
  return top;
}

/** Gives the emitted lines their refs; throws `MoreRefs` before anything is shown. */
function observationOf(
  page: Page,
  lines: readonly Emitted<Element>[],
  before: Recording | null,
  { target, unseen }: Cause,
  needed: PersonNeeded | null,
  root: Element | null = document.body,
): Observation {
  const named = lines.filter(({ line: { role } }) => role !== TEXT && role !== REMOVED);
  page.refs.issue([...named.map(({ line }) => line.node), ...(target === null ? [] : [target])]);
  page.frames = lines.flatMap(({ line, forFrame }) => listedFrame(page.refs, root, line, !forFrame));
  return {
    records: formatRecords(lines, node => page.refs.numberOf(node)),
    delta: before !== null,
    url: document.location.href,
    title: document.title,
    readyState: document.readyState,
    hidden: document.hidden,
    target: target === null ? null : (page.refs.numberOf(target) ?? null),
    urlChanged: before !== null && before.url !== document.location.href,
    titleChanged: before !== null && before.title !== document.title,
    unshownChange: unseen,
    ...(needed === null ? {} : { personNeeded: needed }),
  };
}
