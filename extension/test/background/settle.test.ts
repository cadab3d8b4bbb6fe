// The rule of "Waiting for the page", on a clock that only the test moves.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { settle } from '../../src/background/settle';
import type { Reaction, Watched } from '../../src/background/settle';

type Script = {
  /** Moments of DOM changes; those before the action are negative. */
  changes?: number[];
  /** Requests: from, to, as the browser tells them. */
  requests?: [number, number][];
  /** Moments at which a script makes one. */
  calls?: number[];
  /** When something else decides. */
  interruptedAt?: number;
  /** From when on the page does not answer. */
  silentFrom?: number;
};

const plain: Reaction = { hidden: false, plainField: false, pageHandledKey: false };

/** When an action on such a page would be answered. */
async function settledAt(script: Script, reaction: Partial<Reaction> = {}): Promise<number> {
  const { changes = [], requests = [], calls = [], interruptedAt = Infinity, silentFrom = Infinity } = script;
  const events = [...requests.flat(), interruptedAt];
  let now = 0;
  const page: Watched = {
    elapsed: () => now,
    interrupted: () => now >= interruptedAt,
    requesting: () => requests.some(([from, to]) => from <= now && now < to),
    requestsEnded: () => requests.map(([, to]) => to).findLast(to => to <= now),
    quiet: () => {
      if (now >= silentFrom) return Promise.resolve(undefined);
      const seen = changes.filter(at => at <= now);
      const called = calls.findLast(at => at <= now);
      const last = Math.max(seen.at(-1) ?? 0, called ?? -Infinity);
      return Promise.resolve({
        quietMs: now - last,
        changed: seen.some(at => at >= 0),
        requestMs: called === undefined ? null : now - called,
      });
    },
    pause: milliseconds => {
      const next = events.filter(at => at > now);
      now = Math.min(now + milliseconds, ...next);
      return Promise.resolve();
    },
  };
  await settle(page, { ...plain, ...reaction });
  return now;
}

void describe('settling', () => {
  void it('waits 400 ms at least, 1,100 ms in a hidden tab', async () => {
    assert.equal(await settledAt({}), 400);
    assert.equal(await settledAt({}, { hidden: true }), 1_100);
  });

  void it('needs no least time after a plain field write in a visible tab', async () => {
    assert.equal(await settledAt({}, { plainField: true }), 150);
    assert.equal(await settledAt({}, { plainField: true, hidden: true }), 1_100);
  });

  void it('counts the quiet before a plain field write', async () => {
    const visible = { plainField: true };
    assert.equal(await settledAt({ changes: [-1_000] }, visible), 0);
    assert.equal(await settledAt({ changes: [-50] }, visible), 100);
    assert.equal(await settledAt({ changes: [-1_000, 0] }, visible), 150);
    assert.equal(await settledAt({ changes: [-1_000], requests: [[0, 30]] }, visible), 180);
  });

  void it('waits for the request of a script until the browser tells of it', async () => {
    const quiet = { changes: [-1_000], calls: [0] };
    const visible = { plainField: true };
    assert.equal(await settledAt({ ...quiet, requests: [[220, 700]] }, visible), 850);
    assert.equal(await settledAt(quiet, visible), 300);
  });

  void it('drops the least time of a key that the page handled once the page has changed', async () => {
    assert.equal(await settledAt({ changes: [50] }, { pageHandledKey: true }), 200);
    assert.equal(await settledAt({}, { pageHandledKey: true }), 400);
  });

  void it('waits for 150 ms without a change', async () => {
    assert.equal(await settledAt({ changes: [380] }), 530);
    assert.equal(await settledAt({ changes: [300, 420, 560] }), 710);
  });

  void it('waits at most 1,500 ms for a page that never rests', async () => {
    const changes = Array.from({ length: 100 }, (_, index) => index * 50);
    assert.equal(await settledAt({ changes }), 1_500);
  });

  void it('waits for requests of the action, and for what the page makes of them', async () => {
    assert.equal(await settledAt({ requests: [[10, 900]], changes: [920] }), 1_070);
    assert.equal(await settledAt({ requests: [[10, 900]] }), 1_050);
    assert.equal(await settledAt({ requests: [[10, 2_000]], changes: [2_010] }), 2_150);
  });

  void it('waits at most 4,000 ms for requests', async () => {
    assert.equal(await settledAt({ requests: [[10, 60_000]] }), 4_000);
  });

  void it('ends at once when something else decides', async () => {
    assert.equal(await settledAt({ interruptedAt: 120 }), 120);
    assert.equal(await settledAt({ interruptedAt: 0 }), 0);
  });

  void it('waits to the cap for a page that does not answer', async () => {
    assert.equal(await settledAt({ silentFrom: 0 }), 1_500);
  });
});
