// What changed between two observations (contract: *Post-action snapshots*). Pure: it compares
// lists of lines and knows nothing of the DOM.

import { contentKey, isUnreadFrame, MORE, REMOVED, TEXT, type Emitted, type Line } from './record';

/** More removals than this under one line fold into one. */
const REMOVED_LISTED = 3;

export type Delta<N> = {
  /** Changed lines under their ancestors, in document order, then the removed ones. */
  readonly lines: Emitted<N>[];
  /** Whether any line is new, changed or removed. */
  readonly changed: boolean;
};

/**
 * The lines of `after` that `before` lacks, the target's, and all their ancestors; then the
 * top-most lines of `before` whose element is no longer shown. Frames that others read are there
 * too, for what may have changed in them.
 */
export function deltaOf<N>(
  before: readonly Line<N>[],
  after: readonly Line<N>[],
  target: N | null,
): Delta<N> {
  const known = contentsOf(before);
  const changed = after.map(line => known.get(line.node)?.has(contentKey(line)) !== true);
  const shown = after.map((line, index) => changed[index] === true || isTarget(line, target));
  showMarkers(after, shown);
  showAncestors(after, shown);
  const withFrames = after.map((line, index) => shown[index] === true || isUnreadFrame(line));
  showAncestors(after, withFrames);
  const removed = removedLines(before, after);
  return {
    lines: [...shownLines(after, { withFrames, shown, changed }, target), ...removed],
    changed: changed.includes(true) || removed.length > 0,
  };
}

/** A run's marker follows any of the run's lines. */
function showMarkers<N>(lines: readonly Line<N>[], shown: boolean[]): void {
  lines.forEach(({ since }, index) => {
    if (since !== undefined) shown[index] ||= shown.slice(since, index).includes(true);
  });
}

function shownLines<N>(
  lines: readonly Line<N>[],
  { withFrames, shown, changed }: Record<'withFrames' | 'shown' | 'changed', readonly boolean[]>,
  target: N | null,
): Emitted<N>[] {
  const emitted: Emitted<N>[] = [];
  let level = Infinity;
  lines.forEach((line, index) => {
    level = Math.min(level, line.level);
    if (withFrames[index] !== true) return;
    emitted.push({
      line,
      level,
      changed: changed[index] === true,
      target: isTarget(line, target),
      forFrame: shown[index] !== true,
    });
    level = Infinity;
  });
  return emitted;
}

function showAncestors<N>(lines: readonly Line<N>[], shown: boolean[]): void {
  // Backwards, so that an ancestor of an ancestor is reached: parents come before children.
  for (let index = lines.length - 1; index >= 0; index--) {
    const parent = lines[index]?.parent ?? -1;
    if (shown[index] === true && parent >= 0) shown[parent] = true;
  }
}

/** Every line, as a whole observation emits it. */
export const wholeOf = <N>(lines: readonly Line<N>[], target: N | null): Emitted<N>[] =>
  lines.map(line => ({
    line,
    level: line.level,
    changed: false,
    target: isTarget(line, target),
    forFrame: false,
  }));

const isTarget = <N>(line: Line<N>, target: N | null): boolean =>
  target !== null && line.node === target && line.role !== TEXT && line.role !== MORE;

function contentsOf<N>(lines: readonly Line<N>[]): Map<N, Set<string>> {
  const contents = new Map<N, Set<string>>();
  for (const line of lines) {
    const known = contents.get(line.node);
    if (known === undefined) contents.set(line.node, new Set([contentKey(line)]));
    else known.add(contentKey(line));
  }
  return contents;
}

function removedLines<N>(before: readonly Line<N>[], after: readonly Line<N>[]): Emitted<N>[] {
  const elements = new Set<N>();
  const texts = new Set<N>();
  for (const line of after) (line.role === TEXT ? texts : elements).add(line.node);
  // A block whose text is another one now is not gone.
  // Nor is a run that is listed whole now.
  const isGone = (line: Line<N>): boolean =>
    line.role !== MORE && !(line.role === TEXT ? texts : elements).has(line.node);
  const gone = before.map(isGone);
  const topMost = before.filter(
    (line, index) => gone[index] === true && gone[line.parent] !== true,
  );
  return [...groupBy(topMost, line => line.parent)].flatMap(([parent, lines]) =>
    foldRemoved(before[parent], lines),
  );
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** `more` counts the removals that the first one stands for; `under` is the line above them. */
function foldRemoved<N>(parent: Line<N> | undefined, lines: readonly Line<N>[]): Emitted<N>[] {
  if (lines.length <= REMOVED_LISTED) return lines.map(line => removedLine(line, []));
  return lines.slice(0, 1).map(line => {
    const more = `more=${lines.length - 1}`;
    if (parent === undefined) return removedLine(line, [more]);
    return { ...removedLine(line, [more, `under=${parent.role}`]), under: parent.node };
  });
}

const removedLine = <N>(line: Line<N>, states: readonly string[]): Emitted<N> => ({
  line: {
    ...line,
    depth: 0,
    parent: -1,
    role: REMOVED,
    states: [`role=${line.role}`, ...states],
    url: '',
  },
  level: 0,
  changed: true,
  target: false,
  forFrame: false,
});
