// The loop of everything that waits, and the action that it sends until its target is ready.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { failure } from '../../src/background/failure';
import { whenReady } from '../../src/background/ready';
import { repeat } from '../../src/background/repeat';
import type { Look } from '../../src/background/repeat';
import { sleep } from '../../src/background/timing';
import type { Deadline } from '../../src/background/timing';
import type { ErrorReply } from '../../src/protocol';

const passes = ({ code }: ErrorReply): boolean => code === 'navigating';

/** What a wait comes to whose looks are these, the last one again and again. */
async function waited(
  looks: (() => Look<number> | Promise<Look<number>>)[],
  { timeoutMs = 5_000, pollMs = 10 } = {},
) {
  const seenLast: boolean[] = [];
  const look = async (_: Deadline, last: boolean) => {
    seenLast.push(last);
    const next = looks[Math.min(seenLast.length, looks.length) - 1];
    return next === undefined ? { met: false, seen: -1 } : next();
  };
  const started = performance.now();
  const ended = await repeat({ look, mayPass: passes, pause: sleep }, { timeoutMs, pollMs });
  return { ...ended, seenLast, elapsed: performance.now() - started };
}

const found = () => ({ met: true, seen: 1 });
const missing = () => ({ met: false, seen: 0 });
const loading = (): Look<number> => {
  throw failure('navigating', 'loading');
};

void describe('a wait', () => {
  void it('ends with the look that finds what it waits for', async () => {
    const { met, seen, looks } = await waited([missing, loading, missing, found]);
    assert.deepEqual([met, seen, looks], [true, 1, 3]);
  });

  void it('looks a last time shortly before its end, however seldom it looks', async () => {
    const ended = await waited([missing], { timeoutMs: 400, pollMs: 60_000 });
    assert.equal(ended.met, false);
    assert.deepEqual(ended.seenLast, [false, true]);
    assert.ok(ended.elapsed >= 290, String(ended.elapsed));
    assert.equal(ended.incomplete, false);
  });

  void it('of no time is one look', async () => {
    assert.deepEqual((await waited([missing], { timeoutMs: 0 })).seenLast, [true]);
    const failed = await waited([loading], { timeoutMs: 0 });
    assert.deepEqual([failed.looks, failed.error?.code, failed.incomplete], [0, 'navigating', false]);
  });

  void it('does not count a look that its end cuts off', async () => {
    const late = async (): Promise<Look<number>> => {
      await sleep(250);
      return loading();
    };
    const { met, seen, incomplete } = await waited([missing, late], { timeoutMs: 200 });
    assert.deepEqual([met, seen, incomplete], [false, 0, true]);
  });

  void it('ends at once with an error that no time mends, and when nothing more will be told', async () => {
    const closed = (): Look<number> => {
      throw failure('tab_closed', 'closed');
    };
    await assert.rejects(waited([missing, closed]), /closed/);
    const hopeless = await waited([() => ({ met: false, seen: 2, hopeless: true })]);
    assert.deepEqual([hopeless.met, hopeless.looks], [false, 1]);
  });
});

void describe('an action that waits for its target', () => {
  void it('is sent until the page takes it, and not again', async () => {
    let sent = 0;
    const send = () => {
      sent++;
      if (sent < 3) throw failure('not_found', 'not there');
      return Promise.resolve('done');
    };
    assert.equal(await whenReady(send, 5_000), 'done');
    assert.equal(sent, 3);
  });

  void it('is not sent again after it may have run', async () => {
    for (const error of [
      failure('not_found', 'gone after two presses', { retryable: false }),
      failure('navigating', 'the page went', { retryable: false }),
      failure('stale_ref', 'gone'),
      failure('ambiguous_target', 'two'),
    ]) {
      let sent = 0;
      const send = () => {
        sent++;
        return Promise.reject(error);
      };
      await assert.rejects(whenReady(send, 5_000), error);
      assert.equal(sent, 1, error.message);
    }
  });

  void it('says how long it waited', async () => {
    const send = () => Promise.reject(failure('not_actionable', 'hidden', { state: { reason: 'not_rendered' } }));
    await assert.rejects(whenReady(send, 150), (error: { reply: ErrorReply }) => {
      const { reason, timeoutMs, elapsed } = error.reply.state ?? {};
      return reason === 'not_rendered' && timeoutMs === 150 && Number(elapsed) >= 40;
    });
  });
});
