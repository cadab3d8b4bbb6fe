// What a script returned, as the answer has it: whole, cut, thrown, and unreadable.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Failure } from '../../src/background/failure';
import { evaluated } from '../../src/background/script-result';
import { SCRIPT_RESULT_BYTES } from '../../src/protocol';

function read(returned: object): { value: unknown; truncated: boolean } {
  const answer = evaluated(JSON.stringify(returned));
  assert.ok(answer.result === 'evaluated');
  const { json, truncated } = answer;
  return { value: typeof json === 'string' ? JSON.parse(json) : json, truncated };
}

const text = (text: string, cut = false) => read({ kind: 'text', text, cut });

void describe('a script’s result', () => {
  void it('is the value that it returned', () => {
    assert.deepEqual(read({ kind: 'value', json: '{"a":[1]}', cut: false }).value, { a: [1] });
    assert.equal(text('a\n"b"').value, 'a\n"b"');
    assert.deepEqual(read({ kind: 'value', cut: false }), { value: undefined, truncated: false });
  });

  void it('that is a long text is its beginning', () => {
    const long = 'a\n'.repeat(SCRIPT_RESULT_BYTES);
    assert.deepEqual(text(long), { value: long.slice(0, SCRIPT_RESULT_BYTES), truncated: true });
    assert.deepEqual(text('ab', true), { value: 'ab', truncated: true });
  });

  void it('ends with a whole character', () => {
    const { value, truncated } = text(`x${'é'.repeat(SCRIPT_RESULT_BYTES)}`);
    assert.equal(value, `x${'é'.repeat((SCRIPT_RESULT_BYTES - 2) / 2)}`);
    assert.equal(truncated, true);
    const pair = `${'x'.repeat(SCRIPT_RESULT_BYTES - 1)}\ud83e`;
    assert.equal(text(pair, true).value, 'x'.repeat(SCRIPT_RESULT_BYTES - 1));
  });

  void it('of another kind is cut as JSON text', () => {
    const json = JSON.stringify(Array(SCRIPT_RESULT_BYTES).fill(1));
    const { value, truncated } = read({ kind: 'value', json, cut: false });
    assert.deepEqual([value, truncated], [json.slice(0, SCRIPT_RESULT_BYTES), true]);
  });

  void it('that was thrown, or that the page spoiled, is a failure not to repeat', () => {
    for (const returned of ['{"kind":"thrown","error":"TypeError: no"}', 'hacked', undefined]) {
      assert.throws(
        () => evaluated(returned),
        (thrown: unknown) => thrown instanceof Failure && thrown.reply.retryable === false,
      );
    }
  });
});
