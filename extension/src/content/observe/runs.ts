// Lines of text: the visible inline text of one block is one line (contract: *browser_snapshot*).
// A line is placed where its text begins and filled when the text ends. Text that only repeats a
// link, label or name around it gets none.

import { TEXT_LINE_LENGTH } from '../../protocol';
import { clip, fold } from './fold';
import { TEXT } from './record';
import { push, type Place, type Walk } from './walk';

export type Run = {
  /** Index of its line. */
  readonly index: number;
  text: string;
  /** Some of it says more than links and labels do. */
  own: boolean;
  /** What is said around it, which may say the same. */
  readonly cover: Pick<Place, 'cover' | 'coversParts'>;
};

/** A text longer than this is cut anyway; more of it is not kept. */
const ENOUGH = 4 * TEXT_LINE_LENGTH;

/** Letters, digits, currencies and pictures; bars, dots and arrows only separate links. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Sc}\p{So}]/u;

export function startRun(walk: Walk, place: Place): Run {
  if (walk.run !== null) return walk.run;
  const index = push(walk, place, {
    node: place.block,
    role: TEXT,
    name: '',
    states: [],
    url: '',
    dropped: true,
  });
  walk.run = { index, text: '', own: false, cover: place };
  return walk.run;
}

export function addText(walk: Walk, place: Place, text: string): void {
  const run = startRun(walk, place);
  if (run.text.length < ENOUGH) run.text += text;
  run.own ||= SAYS_SOMETHING.test(text) && (place.ownText || !isSaid(place, fold(text)));
}

export function addSpace(walk: Walk): void {
  if (walk.run !== null) walk.run.text += ' ';
}

export function endRun(walk: Walk): void {
  const run = walk.run;
  walk.run = null;
  const line = run === null ? undefined : walk.lines[run.index];
  if (run === null || line === undefined) return;
  const text = clip(fold(run.text), TEXT_LINE_LENGTH);
  const isRepeated = text === '' || isSaid(run.cover, text);
  line.name = text;
  line.dropped = !run.own || isRepeated;
}

/** Whether the name around a text says the same (contract: *text=True*, *Named containers*). */
const isSaid = ({ cover, coversParts }: Pick<Place, 'cover' | 'coversParts'>, text: string): boolean =>
  coversParts ? cover.includes(text) : cover === text;
