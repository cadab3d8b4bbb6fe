// A line of an observation and its text form; see crates/protocol/src/page.rs for the format.
// Knows nothing of the DOM: `N` is whatever stands for an element.

import { MARK_BLOCK, MARK_CHANGED, MARK_TARGET, STATE_SEPARATOR } from '../../protocol';
import { fold } from './fold';

export const TEXT = 'text';
export const REMOVED = 'removed';

export type Line<N> = {
  /** The element; for a text line the block that holds the text. */
  readonly node: N;
  readonly depth: number;
  /** Index of the line above it in the same list, or -1. */
  readonly parent: number;
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly url: string;
  /** The bridge may cut before it without splitting a small block. */
  readonly block: boolean;
};

/** A line as it is emitted. */
export type Emitted<N> = Line<N> & {
  readonly changed: boolean;
  readonly target: boolean;
  /** Of folded removals: what they were under. */
  readonly under?: N;
};

/** What makes a line differ from the same element's earlier one. */
export const contentKey = (line: Line<unknown>): string =>
  [line.role, line.name, line.url, ...line.states.filter(state => !isClock(state))].join('\t');

/** A playing video is not a change of the page. */
const isClock = (state: string): boolean => state.startsWith('currentTime=');

/** Roughly what the line costs when it is shown, in characters. */
export const costOf = (line: Line<unknown>): number =>
  line.depth * 2 + line.role.length + line.name.length + line.url.length + statesCost(line) + 16;

const statesCost = (line: Line<unknown>): number =>
  line.states.reduce((sum, state) => sum + state.length + 3, 0);

export type RefOf<N> = (node: N) => number | undefined;

export function formatRecords<N>(lines: readonly Emitted<N>[], refOf: RefOf<N>): string {
  return lines.map(line => formatRecord(line, refOf)).join('\n');
}

/** Text has no ref; a line that went has the one the agent knows. */
export const isText = (line: Line<unknown>): boolean =>
  line.role === TEXT || (line.role === REMOVED && line.states.includes(`role=${TEXT}`));

function formatRecord<N>(line: Emitted<N>, refOf: RefOf<N>): string {
  const under = line.under === undefined ? undefined : refOf(line.under);
  const states = under === undefined ? line.states : [...line.states, `underRef=${under}`];
  const marks =
    (line.changed ? MARK_CHANGED : '') +
    (line.target ? MARK_TARGET : '') +
    (line.block ? MARK_BLOCK : '');
  return [
    line.depth,
    marks,
    isText(line) ? '' : (refOf(line.node) ?? ''),
    fold(line.role),
    fold(line.name),
    states.map(fold).join(STATE_SEPARATOR),
    fold(line.url),
  ].join('\t');
}
