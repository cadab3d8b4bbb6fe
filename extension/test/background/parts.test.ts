// The small parts: activity, requests, popups, dialogs, openings, addresses, captures, bells.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Activity } from '../../src/background/activity';
import { checkedAddress, differsInFragmentOnly } from '../../src/background/addresses';
import { Bells } from '../../src/background/bells';
import { Failure, errorReply, failure } from '../../src/background/failure';
import { Openings } from '../../src/background/openings';
import { RefusedPopups } from '../../src/background/refused-popups';
import { Requests } from '../../src/background/requests';
import type { BrowserTab } from '../../src/background/tabs';
import { Deadline } from '../../src/background/timing';

const tab = { id: 3, windowId: 1, url: 'https://a.test/', active: true } as BrowserTab;

void describe('activity', () => {
  void it('refuses for three seconds after the person’s input', () => {
    const activity = new Activity();
    activity.refuseInUse(tab);
    activity.input(3, 'keydown', 2_900);
    assert.throws(
      () => activity.refuseInUse(tab),
      (error: unknown) => {
        assert.ok(error instanceof Failure);
        const { code, retryable, state } = error.reply;
        assert.deepEqual([code, retryable], ['user_active', true]);
        assert.equal(state?.['reason'], 'input');
        assert.equal(state['input'], 'keydown');
        assert.equal(state['windowMs'], 3_000);
        return true;
      },
    );
    activity.input(3, 'keydown', 3_100);
    activity.refuseInUse(tab);
  });

  void it('is each tab’s own', () => {
    const activity = new Activity();
    activity.input(4, 'wheel', 0);
    activity.refuseInUse(tab);
  });
});

void describe('requests', () => {
  void it('counts those that began after the mark until they end', () => {
    const requests = new Requests(new Bells());
    requests.began({ tabId: 1, requestId: 'old' });
    const mark = requests.mark();
    requests.began({ tabId: 1, requestId: 'new' });
    requests.began({ tabId: 2, requestId: 'elsewhere' });
    assert.equal(requests.running(1, mark), 1);
    requests.ended({ tabId: 1, requestId: 'old' });
    assert.equal(requests.lastEnd(1, mark), undefined);
    requests.ended({ tabId: 1, requestId: 'new' });
    assert.equal(requests.running(1, mark), 0);
    assert.notEqual(requests.lastEnd(1, mark), undefined);
  });

  void it('keeps a redirected request in its place', () => {
    const requests = new Requests(new Bells());
    requests.began({ tabId: 1, requestId: 'a' });
    const mark = requests.mark();
    requests.began({ tabId: 1, requestId: 'a' });
    assert.equal(requests.running(1, mark), 0);
  });
});

void describe('refused popups', () => {
  void it('counts the latest 20 during the dispatch, cut to 2,048 characters', () => {
    const popups = new RefusedPopups();
    const url = 'x'.repeat(5_000);
    for (let index = 0; index < 30; index++) popups.refused(1, { frameId: 0, url, dispatched: true });
    const refused = popups.between(1, 0, 0, Infinity);
    assert.equal(refused.length, 20);
    assert.equal(refused[0]?.length, 2_048);
    assert.deepEqual(popups.between(1, 0, performance.now() + 1, Infinity), []);
  });

  void it('leaves out what the page asks for by itself meanwhile', () => {
    const popups = new RefusedPopups();
    popups.refused(1, { frameId: 0, url: 'a', dispatched: true });
    popups.refused(1, { frameId: 0, url: 'b', dispatched: false });
    popups.refused(1, { frameId: 7, url: 'c', dispatched: false });
    assert.deepEqual(popups.between(1, 0, 0, Infinity), ['a', 'c']);
  });
});

void describe('openings', () => {
  void it('tells which tabs a page opened after the mark', () => {
    const openings = new Openings(new Bells());
    openings.opened(10, 1, true);
    const mark = openings.mark();
    openings.opened(11, 1, true);
    openings.opened(12, 2, true);
    assert.deepEqual(openings.since(1, mark), [11]);
    openings.removed(11);
    assert.deepEqual(openings.since(1, mark), []);
  });

  void it('gives the view back only for tabs of agents’ pages', async () => {
    const openings = new Openings(new Bells());
    openings.opened(10, 1, true);
    openings.opened(11, 1, false);
    await openings.during(2, () => Promise.resolve(openings.opened(12, 2, false)));
    openings.opened(13, 2, false);
    assert.deepEqual([10, 11, 12, 13, 14].filter(tabId => openings.isUnasked(tabId)), [10, 12]);
  });
});

void describe('an address', () => {
  void it('is taken as the browser writes it', () => {
    assert.equal(checkedAddress('HTTPS://A.test'), 'https://a.test/');
    assert.equal(checkedAddress('about:blank'), 'about:blank');
  });

  void it('that runs code or is none is refused', () => {
    const bad = ['javascript:alert(1)', ' JavaScript:0', 'data:text/html,x', 'blob:x', 'a.test', ''];
    for (const url of [...bad, 'moz-extension://x/', 'java\nscript:0']) {
      assert.throws(
        () => checkedAddress(url),
        (error: unknown) => error instanceof Failure && error.reply.code === 'invalid_argument',
        url,
      );
    }
  });

  void it('may differ from the page in its fragment only', () => {
    assert.ok(differsInFragmentOnly('https://a.test/x#1', 'https://a.test/x#2'));
    assert.ok(!differsInFragmentOnly('https://a.test/x', 'https://a.test/x'), 'this is a reload');
    assert.ok(!differsInFragmentOnly('https://a.test/x', 'https://a.test/y#1'));
  });
});

void describe('bells', () => {
  void it('wake whoever waits for the tab', async () => {
    const bells = new Bells();
    const happened: string[] = [];
    const found = bells.until(1, () => happened[0], Deadline.in(5_000));
    bells.ring(1);
    happened.push('there');
    bells.ring(2);
    bells.ring(1);
    assert.equal(await found, 'there');
  });

  void it('give up at the deadline', async () => {
    assert.equal(await new Bells().until(1, () => undefined, Deadline.in(10)), undefined);
  });
});

void describe('a failure', () => {
  void it('says whether a repeat is of use', () => {
    assert.equal(failure('tab_closed', 'gone').reply.retryable, true);
    assert.equal(failure('error_page', 'none').reply.retryable, false);
    assert.equal(failure('navigating', 'left', { retryable: false }).reply.retryable, false);
  });

  void it('is made of anything that was thrown', () => {
    assert.deepEqual(errorReply(new Error('odd')), { error: 'The extension failed: odd' });
    assert.deepEqual(errorReply('odd'), { error: 'The extension failed: odd' });
  });
});
