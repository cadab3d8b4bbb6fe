// Actions that take time by themselves: what is sent to the page, and when.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bells } from '../../src/background/bells';
import { failure } from '../../src/background/failure';
import type { Link } from '../../src/background/link';
import { actInParts, type Paced } from '../../src/background/paced';
import type { Parts } from '../../src/background/parts';
import { Deadline } from '../../src/background/timing';
import type { Watch } from '../../src/background/watch';
import type { Acted, ContentCommand } from '../../src/shared/messages';

const modifiers = { alt: false, ctrl: false, meta: false, shift: false };
const target = { by: 'ref', ref: 1 } as const;
const acted: Acted = { done: { tag: 'a' }, hidden: true, plainField: false, pageHandledKey: false, newTab: null };

const held = (holdMs: number): Paced => ({
  act: 'click',
  target,
  button: 'left',
  modifiers,
  double: false,
  holdMs,
});

const hovering = (steps: number, durationMs: number): Paced => ({
  act: 'hover',
  target,
  steps,
  durationMs,
});

/** A page that ends the action at its `parts`th part; `during` happens after the first. */
function kit(action: Paced, ends: number, during: (page: { open: boolean; dialog: boolean }) => void = () => undefined) {
  const page = { open: true, dialog: false };
  const asked: { do: ContentCommand['do']; at: number }[] = [];
  const bells = new Bells();
  const ask = (_: Link, command: ContentCommand) => {
    asked.push({ do: command.do, at: performance.now() });
    const left = failure('navigating', 'left', { retryable: false });
    if (!page.open) return Promise.reject(left);
    if (asked.length === 1) {
      setTimeout(() => {
        during(page);
        bells.ring(1);
      });
    }
    const isEnd = asked.length === ends;
    return Promise.resolve({ acted: isEnd ? acted : null, done: { tag: 'button' }, hidden: true });
  };
  const parts = { content: { ask }, bells } as unknown as Parts;
  const watch = {
    dialog: () => (page.dialog ? { type: 'alert', message: '' } : undefined),
    reactsFromNow: () => undefined,
  } as unknown as Watch;
  const link = {
    tabId: 1,
    get open() {
      return page.open;
    },
  } as unknown as Link;
  const outcome = actInParts(parts, watch, link, { action, show: 'delta', ready: false }, Deadline.in(5_000));
  const names = () => asked.map(request => request.do);
  return { asked, names, outcome };
}

void describe('an action that takes time', () => {
  void it('holds the button once, for as long as asked', async () => {
    const { asked, names, outcome } = kit(held(60), 2);
    assert.equal(await outcome, acted);
    assert.deepEqual(names(), ['begin', 'goOn']);
    const [press, release] = asked.map(request => request.at);
    assert.ok((release ?? 0) - (press ?? 0) >= 59);
  });

  void it('spreads moves evenly over its time', async () => {
    const { asked, names, outcome } = kit(hovering(3, 90), 4);
    assert.equal(await outcome, acted);
    assert.deepEqual(names(), ['begin', 'goOn', 'goOn', 'goOn']);
    const [begin = 0, ...moves] = asked.map(request => request.at);
    moves.forEach((at, index) => assert.ok(at - begin >= 30 * (index + 1) - 1));
  });

  void it('is over when the page ends it early', async () => {
    const { names, outcome } = kit(hovering(50, 4_000), 2);
    assert.equal(await outcome, acted);
    assert.deepEqual(names(), ['begin', 'goOn']);
  });

  void it('ends with the page it was on, and says so', async () => {
    for (const action of [held(4_000), hovering(2, 4_000)]) {
      const { asked, outcome } = kit(action, 9, page => (page.open = false));
      const { done } = await outcome;
      assert.equal(done.tag, 'button');
      assert.match(done.note ?? '', /another page/);
      assert.equal(asked.length, 2, 'the request tells a page that was left from one that crashed');
    }
  });

  void it('sends nothing more once a dialog is open', async () => {
    const { names, outcome } = kit(held(4_000), 9, page => (page.dialog = true));
    assert.match((await outcome).done.note ?? '', /dialog/);
    assert.deepEqual(names(), ['begin']);
  });
});
