// What is said of a load that did not end in time (contract: POST /api/navigate, POST /api/new-tab).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { loaded } from '../../src/background/load';
import type { HowLoaded } from '../../src/background/load';
import type { Parts } from '../../src/background/parts';
import { Deadline } from '../../src/background/timing';

type Tab = { url: string; status: string };

/** What the answer tells of a tab whose page calls itself `inPage`. */
async function told(tab: Tab, inPage: string, how: Partial<HowLoaded>) {
  const shown = { id: 7, windowId: 1, index: 0, active: false, title: '', ...tab };
  const scripting = { executeScript: () => Promise.resolve([{ result: inPage }]) };
  const tabs = { get: () => Promise.resolve(shown), query: () => Promise.resolve([shown]) };
  Object.assign(globalThis, { browser: { tabs, scripting } });
  const parts = { ownership: { isOwned: () => true } } as unknown as Parts;
  const call = { caller: {}, deadline: Deadline.in(1_000) } as Parameters<typeof loaded>[1];
  const wanted = 'https://a.example/';
  const answer = await loaded(parts, call, 7, { end: 'late', observe: false, left: null, wanted, ...how });
  assert.equal(answer.result, 'loaded');
  if (answer.result !== 'loaded') throw new Error('another answer');
  return { timedOut: answer.timedOut, stalled: answer.stalled, url: answer.tab.url };
}

const BLANK = { url: 'about:blank', status: 'complete' };
const LOADING = { url: 'about:blank', status: 'loading' };
const THERE = { url: 'https://a.example/', status: 'loading' };

void test('a tab that stays blank without a page is stalled', async () => {
  const stalled = { timedOut: true, stalled: true, url: 'about:blank' };
  assert.deepEqual(await told(BLANK, 'about:blank', {}), stalled);
  assert.deepEqual(await told(BLANK, '', {}), stalled);
});

void test('a page that says where it is has loaded, whatever the tab says', async () => {
  const url = 'https://a.example/after';
  assert.deepEqual(await told(BLANK, url, {}), { timedOut: false, stalled: false, url });
  assert.deepEqual(await told(BLANK, url, { end: 'loaded' }), { timedOut: false, stalled: false, url });
});

void test('a tab that goes on loading is late and not stalled', async () => {
  for (const tab of [LOADING, THERE]) {
    assert.deepEqual(await told(tab, '', {}), { timedOut: true, stalled: false, url: tab.url });
  }
});

void test('an about: address that was asked for is never stalled', async () => {
  for (const wanted of ['about:blank', 'about:support']) {
    const { stalled } = await told(BLANK, 'about:blank', { wanted });
    assert.equal(stalled, false);
  }
});
