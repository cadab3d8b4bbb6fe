// A click that holds its button: what is sent to the page, and when.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bells } from '../../src/background/bells';
import { failure } from '../../src/background/failure';
import { clickAndHold } from '../../src/background/hold';
import type { Link } from '../../src/background/link';
import type { Parts } from '../../src/background/parts';
import { Deadline } from '../../src/background/timing';
import type { Watch } from '../../src/background/watch';
import type { Acted, ContentCommand } from '../../src/shared/messages';

const modifiers = { alt: false, ctrl: false, meta: false, shift: false };
const target = { by: 'ref', ref: 1 } as const;
const released: Acted = { done: { held_ms: 60 }, hidden: true, plainField: false, pageHandledKey: false };

/** A page that is pressed for `holdMs`; `during` happens as soon as its button is down. */
function kit(holdMs: number, during: (page: { open: boolean; dialog: boolean }) => void = () => undefined) {
  const page = { open: true, dialog: false };
  const asked: { do: ContentCommand['do']; at: number }[] = [];
  const bells = new Bells();
  const ask = (_: Link, command: ContentCommand) => {
    asked.push({ do: command.do, at: performance.now() });
    if (command.do === 'release') {
      const left = failure('navigating', 'left', { retryable: false });
      return page.open ? Promise.resolve(released) : Promise.reject(left);
    }
    setTimeout(() => {
      during(page);
      bells.ring(1);
    });
    return Promise.resolve({ done: { tag: 'button' }, hidden: true });
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
  const action = { act: 'click', target, button: 'left', modifiers, double: false, holdMs } as const;
  const click = clickAndHold(parts, watch, link, { action, show: 'delta', ready: false }, Deadline.in(5_000));
  return { asked, click };
}

void describe('a held click', () => {
  void it('presses once, and releases once when the time is over', async () => {
    const { asked, click } = kit(60);
    assert.equal(await click, released);
    assert.deepEqual(asked.map(request => request.do), ['press', 'release']);
    const [press, release] = asked.map(request => request.at);
    assert.ok((release ?? 0) - (press ?? 0) >= 59);
  });

  void it('ends with the page it was on, and says so', async () => {
    const { asked, click } = kit(4_000, page => (page.open = false));
    const { done } = await click;
    assert.equal(done.tag, 'button');
    assert.match(done.note ?? '', /another page/);
    assert.equal(asked.length, 2, 'the release tells a page that was left from one that crashed');
  });

  void it('sends nothing more once a dialog is open', async () => {
    const { asked, click } = kit(4_000, page => (page.dialog = true));
    assert.match((await click).done.note ?? '', /dialog/);
    assert.deepEqual(asked.map(request => request.do), ['press']);
  });
});
