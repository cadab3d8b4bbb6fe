// The way to a page's script: finding it, asking it, and what goes wrong on the way.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bells } from '../../src/background/bells';
import { ContentLinks } from '../../src/background/content-link';
import { Failure } from '../../src/background/failure';
import { RefNumbers } from '../../src/background/refs';
import { Statuses } from '../../src/background/requests';
import { getTab } from '../../src/background/tabs';
import { Deadline } from '../../src/background/timing';
import type { ErrorReply } from '../../src/protocol';
import { FakePort, TAB, fakeBrowser } from './fake-page';
import type { Behaviour, FakeTab } from './fake-page';

const scope = { boxes: false, text: true, collapse: true, sinceObservation: false };
const observation = {
  records: '',
  delta: false,
  url: '',
  title: '',
  readyState: 'complete',
  hidden: false,
  unshownChange: false,
  urlChanged: false,
  titleChanged: false,
};
const observed = { kind: 'answer', answer: { did: 'observe', observation, frames: [] } } as const;
const act = {
  do: 'act',
  action: { act: 'fill', target: { by: 'ref', ref: 1 }, value: '' },
  show: 'nothing',
  ready: false,
} as const;
const goOn = { do: 'goOn' } as const;

function kit(tab: FakeTab = {}) {
  const storage = { get: () => Promise.resolve({}), set: () => Promise.resolve() };
  const links = new ContentLinks(new RefNumbers(storage), new Statuses(), new Bells());
  const ports: FakePort[] = [];
  const injected: (() => FakePort)[] = [];
  const connects = (port: FakePort): FakePort => {
    ports.push(port);
    links.accept(port.port);
    return port;
  };
  fakeBrowser(tab, () => injected.shift()?.());
  return {
    links,
    ports,
    /** The next injection starts a script of this document. */
    startsScript: (document: string | undefined, behaviour: Behaviour, frameId = 0) =>
      injected.push(() => connects(new FakePort(document, behaviour, frameId))),
    reach: async () => links.reach(await getTab(TAB), Deadline.in(2_000)),
  };
}

const observing: Behaviour = ({ lease }) => ({ outcome: observed, next: lease.next + 2 });

async function failing(attempt: Promise<unknown>): Promise<ErrorReply> {
  const thrown: unknown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof Failure, String(thrown));
  return thrown.reply;
}

void describe('a page’s script', () => {
  void it('is injected when it is not there, and once only', async () => {
    const { reach, startsScript, ports } = kit();
    startsScript('d1', observing);
    const link = await reach();
    assert.equal(await reach(), link);
    assert.equal(ports.length, 1);
  });

  void it('that does not come is content_unavailable, with nothing sent', async () => {
    const { reach } = kit();
    const { code, retryable, state } = await failing(reach());
    assert.deepEqual([code, retryable, state?.['reason']], ['content_unavailable', true, 'no_receiver']);
  });

  void it('of a crashed page is refused with what heals it', async () => {
    const { reach } = kit({ crashed: true });
    const { code, retryable, state, hint } = await failing(reach());
    assert.deepEqual([code, retryable, state?.['reason']], ['content_unavailable', true, 'crashed']);
    assert.match(hint ?? '', /browser_navigate/);
  });

  void it('gets more ref numbers when it asks for them', async () => {
    const { links, reach, startsScript, ports } = kit();
    startsScript('d1', ({ lease }) =>
      lease.end - lease.next < 300
        ? { outcome: { kind: 'moreRefs', count: 300 } }
        : { outcome: observed, next: lease.next + 300 },
    );
    await links.ask(await reach(), { do: 'observe', scope }, Deadline.in(1_000));
    const leases = ports[0]?.asked.filter(({ command }) => command.do === 'observe');
    assert.deepEqual(leases?.map(({ lease }) => lease.end - lease.next), [64, 300]);
  });

  void it('that asks for ever more numbers is refused', async () => {
    const { links, reach, startsScript } = kit();
    startsScript('d1', ({ lease }) => ({
      outcome: { kind: 'moreRefs', count: lease.end - lease.next + 1 },
    }));
    const asked = links.ask(await reach(), { do: 'observe', scope }, Deadline.in(1_000));
    assert.equal((await failing(asked)).code, 'content_unavailable');
  });

  void it('that sends what cannot be read is not heard any more', async () => {
    const { links, reach, startsScript, ports } = kit();
    startsScript('d1', () => undefined);
    const asked = links.ask(await reach(), { do: 'observe', scope }, Deadline.in(1_000));
    queueMicrotask(() => ports[0]?.say('{"id":1}'));
    assert.equal((await failing(asked)).code, 'navigating');
    assert.ok(ports[0]?.closed);
  });
});

void describe('a request', () => {
  for (const [command, retryable] of [
    [act, false],
    [{ ...act, do: 'begin' }, false],
    [goOn, false],
    [{ do: 'observe', scope }, true],
  ] as const) {
    void it(`(${command.do}) whose page leaves is navigating, retryable ${retryable}`, async () => {
      const { links, reach, startsScript } = kit();
      startsScript('d1', () => undefined);
      const asked = links.ask(await reach(), command, Deadline.in(1_000));
      setTimeout(() => links.committed(TAB, 'd2'), 5);
      const error = await failing(asked);
      assert.deepEqual([error.code, error.retryable], ['navigating', retryable]);
    });

    void it(`(${command.do}) that is not answered in time is retryable ${retryable}`, async () => {
      const { links, reach, startsScript } = kit();
      startsScript('d1', () => undefined);
      const error = await failing(links.ask(await reach(), command, Deadline.in(20)));
      assert.deepEqual([error.code, error.retryable], ['content_unavailable', retryable]);
    });
  }

  for (const [command, retryable] of [
    [act, true],
    [{ ...act, do: 'begin' }, true],
    [{ ...act, ready: true }, false],
    [goOn, false],
  ] as const) {
    const name = 'ready' in command && command.ready ? 'act that waits' : command.do;
    void it(`(${name}) whose page has left before it is sent is retryable ${retryable}`, async () => {
      const { links, reach, startsScript } = kit();
      startsScript('d1', () => undefined);
      const link = await reach();
      links.committed(TAB, 'd2');
      const error = await failing(links.ask(link, command, Deadline.in(1_000)));
      assert.deepEqual([error.code, error.retryable], ['navigating', retryable]);
    });
  }

  void it('whose tab closes says so', async () => {
    const tab: FakeTab = {};
    const { links, reach, startsScript, ports } = kit(tab);
    startsScript('d1', () => undefined);
    const asked = links.ask(await reach(), act, Deadline.in(1_000));
    setTimeout(() => {
      tab.closed = true;
      ports[0]?.vanish();
    }, 5);
    const error = await failing(asked);
    assert.deepEqual([error.code, error.retryable], ['tab_closed', false]);
    assert.match(error.error, /after the action was sent/);
  });

  void it('whose page crashes says that, and that it may have run', async () => {
    const tab: FakeTab = {};
    const { links, reach, startsScript, ports } = kit(tab);
    startsScript('d1', () => undefined);
    const asked = links.ask(await reach(), act, Deadline.in(1_000));
    setTimeout(() => {
      tab.crashed = true;
      ports[0]?.vanish();
    }, 5);
    const { code, retryable, state } = await failing(asked);
    assert.deepEqual([code, retryable, state?.['reason']], ['content_unavailable', false, 'crashed']);
  });
});

void describe('a page’s error', () => {
  const refuses =
    (error: ErrorReply): Behaviour =>
    () => ({ outcome: { kind: 'error', error } });
  const stale = (ref: number, reason: string): ErrorReply => ({
    error: 'gone',
    code: 'stale_ref',
    retryable: true,
    state: { ref: `e${ref}`, reason },
  });

  async function explained(error: ErrorReply, tab: FakeTab = {}): Promise<ErrorReply> {
    const { links, reach, startsScript } = kit(tab);
    startsScript('d1', observing);
    await links.ask(await reach(), { do: 'observe', scope }, Deadline.in(1_000));
    links.committed(TAB, 'd2');
    startsScript('d2', refuses(error));
    return failing(links.ask(await reach(), act, Deadline.in(1_000)));
  }

  void it('says in which tab and where', async () => {
    const { state } = await explained({ error: 'none', code: 'not_found' });
    assert.deepEqual(state, { tabId: TAB, url: 'https://a.test/', status: 'complete' });
  });

  void it('names refs of other documents as such', async () => {
    const { state, hint } = await explained(stale(1, 'not_in_snapshot'));
    assert.equal(state?.['reason'], 'other_document');
    assert.match(hint ?? '', /another tab/);
    assert.equal((await explained(stale(5, 'not_in_snapshot'))).state?.['reason'], 'not_in_snapshot');
    assert.equal((await explained(stale(1, 'element_removed'))).state?.['reason'], 'element_removed');
  });

  void it('is navigating while the tab loads', async () => {
    const error = await explained(stale(1, 'not_in_snapshot'), { status: 'loading' });
    assert.deepEqual([error.code, error.state?.['cause']], ['navigating', 'stale_ref']);
  });
});

void describe('a frame of another origin', () => {
  const FRAME = 9;

  /** A page that gave out refs 1 and 2, and a frame in it that gave out 65 and 66. */
  async function framed() {
    const parts = kit();
    const { links, reach, startsScript } = parts;
    startsScript('d1', observing);
    const page = await reach();
    await links.ask(page, { do: 'observe', scope }, Deadline.in(1_000));
    startsScript('f1', observing, FRAME);
    const frame = await links.reachFrame(page, FRAME, Deadline.in(1_000));
    assert.ok(frame !== undefined);
    await links.ask(frame, { do: 'observe', scope }, Deadline.in(1_000));
    return { ...parts, page, frame };
  }

  void it('gets its script once, and the refs that it gave out', async () => {
    const { links, page, frame, ports } = await framed();
    assert.equal(await links.reachFrame(page, FRAME, Deadline.in(1_000)), frame);
    assert.equal(ports.length, 2);
    assert.equal(await links.holder(page, 65), frame);
    assert.equal(await links.holder(page, 1), page);
    assert.equal(await links.holder(page, undefined), page);
  });

  for (const [end, how] of [
    ['vanish', 'that is gone'],
    ['commit', 'that shows another document'],
  ] as const) {
    void it(`${how} leaves refs of elements that are removed`, async () => {
      const { links, page, frame, ports } = await framed();
      if (end === 'vanish') ports[1]?.vanish();
      else links.frameCommitted(TAB, FRAME, 'f2');
      assert.equal(frame.open, false);
      const { code, state, retryable } = await failing(links.holder(page, 65));
      assert.deepEqual([code, state?.['reason'], retryable], ['stale_ref', 'element_removed', true]);
    });
  }

  void it('ends with its page, which makes its refs another document’s', async () => {
    const { links, reach, startsScript, frame } = await framed();
    links.committed(TAB, undefined);
    assert.equal(frame.open, false);
    const error: ErrorReply = {
      error: 'gone',
      code: 'stale_ref',
      state: { ref: 'e65', reason: 'not_in_snapshot' },
    };
    startsScript('d2', () => ({ outcome: { kind: 'error', error } }));
    const page = await reach();
    assert.equal(await links.holder(page, 65), page);
    const { state } = await failing(links.ask(page, act, Deadline.in(1_000)));
    assert.equal(state?.['reason'], 'other_document');
  });

  void it('that goes before it answers may have carried out the action', async () => {
    const { links, reach, startsScript, ports } = kit();
    startsScript('d1', observing);
    const page = await reach();
    startsScript('f1', () => undefined, FRAME);
    const frame = await links.reachFrame(page, FRAME, Deadline.in(1_000));
    assert.ok(frame !== undefined);
    setTimeout(() => ports[1]?.vanish(), 5);
    const { code, retryable, error } = await failing(links.ask(frame, act, Deadline.in(1_000)));
    assert.deepEqual([code, retryable], ['navigating', false]);
    assert.match(error, /frame/);
    assert.ok(page.open);
  });

  void it('that takes no script is not reached', async () => {
    const { links, reach, startsScript } = kit({});
    startsScript('d1', observing);
    const page = await reach();
    assert.equal(await links.reachFrame(page, FRAME, Deadline.in(50)), undefined);
  });
});

void describe('a document of the history', () => {
  void it('is reached again by its old port', async () => {
    const { links, reach, startsScript, ports } = kit();
    startsScript('d1', observing);
    const first = await reach();
    await links.ask(first, { do: 'observe', scope }, Deadline.in(1_000));
    assert.ok(first.refs.issued(1));
    links.committed(TAB, 'd2');
    assert.equal(first.open, false);
    startsScript('d2', observing);
    await reach();
    links.committed(TAB, 'd1');
    assert.equal(await reach(), first);
    assert.deepEqual(ports.map(({ closed }) => closed), [false, false]);
    // The load in between made its refs void, and the script is told.
    assert.deepEqual(ports.map(({ asked }) => asked.at(-1)?.returns), [1, 0]);
    assert.ok(!first.refs.issued(1));
  });

  void it('is injected anew where the browser names no documents', async () => {
    const { links, reach, startsScript, ports } = kit();
    startsScript(undefined, observing);
    const first = await reach();
    links.committed(TAB, undefined);
    assert.ok(ports[0]?.closed);
    startsScript(undefined, observing);
    assert.notEqual(await reach(), first);
  });
});
