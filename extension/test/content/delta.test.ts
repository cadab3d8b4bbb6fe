// What an action changed. A page is written as lines `role name [state]`, indented by two spaces;
// elements are told apart by `#id`, which is not part of the line.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deltaOf } from '../../src/content/observe/delta';
import type { Line } from '../../src/content/observe/record';

function page(text: string): Line<string>[] {
  const above: number[] = [];
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line, index) => {
      const indent = line.length - line.trimStart().length;
      const [, role = '', node = '', name = '', state] =
        /^(\w+)#(\w+) ?([^[]*)(?:\[(.*)\])?$/.exec(line.trim()) ?? [];
      const depth = indent / 2;
      above[depth] = index;
      return {
        node,
        depth,
        parent: depth === 0 ? -1 : (above[depth - 1] ?? -1),
        role,
        name: name.trim(),
        states: state === undefined ? [] : [state],
        url: '',
        level: depth,
      };
    });
}

function delta(before: string, after: string, target: string | null = null) {
  const { lines, changed } = deltaOf(page(before), page(after), target);
  return {
    changed,
    lines: lines.map(({ line: { depth, role, node, states }, changed, target, forFrame }) =>
      [
        depth,
        `${role}#${node}`,
        ...(changed ? ['c'] : []),
        ...(target ? ['t'] : []),
        ...(forFrame ? ['f'] : []),
        ...states,
      ].join(' '),
    ),
  };
}

void test('the same page has an empty delta', () => {
  const same = 'main#m\n  button#b Save';
  assert.deepEqual(delta(same, same), { changed: false, lines: [] });
});

void test('a new line comes with its ancestors only', () => {
  const after = 'banner#h\n  link#l Home\nmain#m\n  button#b Save\n  list#u\n    option#o One';
  assert.deepEqual(delta('banner#h\n  link#l Home\nmain#m\n  button#b Save\n  list#u', after), {
    changed: true,
    lines: ['0 main#m', '1 list#u', '2 option#o c'],
  });
});

void test('the target is listed although it did not change', () => {
  assert.deepEqual(delta('main#m\n  button#b Save', 'main#m\n  button#b Save', 'b'), {
    changed: false,
    lines: ['0 main#m', '1 button#b t'],
  });
});

void test('a frame of another origin is listed for what may have changed in it', () => {
  const frame = 'main#m\n  button#b Save\n  region#r\n    iframe#f Pay[content=cross_origin]';
  assert.deepEqual(delta(frame, frame), {
    changed: false,
    lines: ['0 main#m f', '1 region#r f', '2 iframe#f f content=cross_origin'],
  });
  assert.deepEqual(delta('main#m\n  button#b Save', frame).lines, [
    '0 main#m',
    '1 region#r c',
    '2 iframe#f c content=cross_origin',
  ]);
});

void test('another name or state of an element is a change', () => {
  assert.deepEqual(delta('button#b Save', 'button#b Save [expanded=true]').lines, [
    '0 button#b c expanded=true',
  ]);
});

void test('the same text in another place is a change', () => {
  assert.deepEqual(delta('text#p Saved.', 'text#p Saved.\ntext#q Saved.').lines, ['0 text#q c']);
});

void test('a playing video is no change', () => {
  assert.equal(delta('video#v [currentTime=1]', 'video#v [currentTime=2]').changed, false);
});

void test('only the top-most of what went is named', () => {
  assert.deepEqual(delta('main#m\n  dialog#d Hint\n    button#c Close', 'main#m').lines, [
    '0 removed#d c role=dialog',
  ]);
});

void test('a text that was replaced is not gone, one that vanished is', () => {
  assert.deepEqual(delta('text#p Loading', 'text#p Done').lines, ['0 text#p c']);
  assert.deepEqual(delta('text#p Loading', '').lines, ['0 removed#p c role=text']);
});

void test('the marker of a run follows any of its lines', () => {
  const run = (name: string): Line<string>[] => {
    const lines = page(`list#l\n  link#a ${name}\n  link#b Two\n  more#l [count=9]\nbutton#z Ok`);
    return lines.map(line => (line.role === 'more' ? { ...line, since: 1 } : line));
  };
  const { lines } = deltaOf(run('One'), run('First'), null);
  assert.deepEqual(
    lines.map(({ line }) => `${line.role}#${line.node}`),
    ['list#l', 'link#a', 'more#l'],
  );
});

void test('a run that is listed whole now is not gone', () => {
  const folded = 'list#l\n  link#a One\n  more#l [count=9]';
  assert.deepEqual(delta(folded, 'list#l\n  link#a One').lines, []);
});

void test('more than three removals under one line fold into one', () => {
  const before = 'main#m\n  button#a 1\n  button#b 2\n  button#c 3\n  button#d 4';
  assert.deepEqual(delta(before, 'main#m').lines, ['0 removed#a c role=button more=3 under=main']);
});

void test('an element that moved but says the same is no change', () => {
  assert.equal(
    delta('main#m\n  button#b Save\nbanner#h', 'main#m\nbanner#h\n  button#b Save').changed,
    false,
  );
});
