// The two words that the page and the browser exchange during a drag.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { chosen, proposed } from '../../src/content/act/drop-effects';

void describe('the effects of a drag', () => {
  void it('begin with what the source allows', () => {
    assert.equal(proposed('uninitialized'), 'copy');
    assert.equal(proposed('linkMove'), 'link');
    assert.equal(proposed('move'), 'move');
    assert.equal(proposed('none'), 'none');
  });

  void it('end with what both sides agree on, or with none', () => {
    assert.equal(chosen('all', 'move'), 'move');
    assert.equal(chosen('uninitialized', 'link'), 'link');
    assert.equal(chosen('copy', 'move'), 'none');
    assert.equal(chosen('none', 'copy'), 'none');
    assert.equal(chosen('copyMove', 'none'), 'none');
  });
});
