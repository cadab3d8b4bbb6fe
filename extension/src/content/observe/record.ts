// A line of an observation and its text form; see crates/protocol/src/page.rs for the format.
// Knows nothing of the DOM: `N` is whatever stands for an element.

import { MARK_CHANGED, MARK_FRAME, MARK_TARGET, STATE_SEPARATOR } from '../../protocol';
import { fold } from './fold';

export const TEXT = 'text';
export const REMOVED = 'removed';
/** State of a frame that another script must read: its document is of another origin. */
export const CROSS_ORIGIN = 'content=cross_origin';
/** Stands for items of a run that are not listed. */
export const MORE = 'more';

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
  /** DOM depth of the innermost element that holds this line and the one before it. */
  readonly level: number;
  /** Of a marker: index of the first line of its run. */
  readonly since?: number;
};

/** A line as it is emitted. */
export type Emitted<N> = {
  readonly line: Line<N>;
  /** Differs from the line's own when lines before it are left out. */
  readonly level: number;
  readonly changed: boolean;
  readonly target: boolean;
  /** Listed only for what a frame may show below it. */
  readonly forFrame: boolean;
  /** Of folded removals: what they were under. */
  readonly under?: N;
};

/** What makes a line differ from the same element's earlier one. */
export const contentKey = (line: Line<unknown>): string =>
  [line.role, line.name, line.url, ...line.states.filter(state => !isClock(state))].join('\t');

/** A playing video is not a change of the page. */
const isClock = (state: string): boolean => state.startsWith('currentTime=');

export const isUnreadFrame = (line: Line<unknown>): boolean => line.states.includes(CROSS_ORIGIN);

export type RefOf<N> = (node: N) => number | undefined;

export function formatRecords<N>(lines: readonly Emitted<N>[], refOf: RefOf<N>): string {
  return lines.map(emitted => formatRecord(emitted, refOf)).join('\n');
}

/** Text has no ref; a line that went has the one the agent knows. */
export const isText = (line: Line<unknown>): boolean =>
  line.role === TEXT || (line.role === REMOVED && line.states.includes(`role=${TEXT}`));

function formatRecord<N>(emitted: Emitted<N>, refOf: RefOf<N>): string {
  const { line, level, changed, target, forFrame } = emitted;
  const under = emitted.under === undefined ? undefined : refOf(emitted.under);
  const states = under === undefined ? line.states : [...line.states, `underRef=${under}`];
  return [
    line.depth,
    level,
    (changed ? MARK_CHANGED : '') + (target ? MARK_TARGET : '') + (forFrame ? MARK_FRAME : ''),
    isText(line) ? '' : (refOf(line.node) ?? ''),
    fold(line.role),
    fold(line.name),
    states.map(fold).join(STATE_SEPARATOR),
    fold(line.url),
  ].join('\t');
}
