// How far something is scrolled for a capture.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { distance } from '../../src/content/reveal';

void describe('a capture', () => {
  void it('a view scrolls no further than it must, and to the beginning of what is larger', () => {
    assert.equal(distance(50, 20, 0, 100), 0);
    assert.equal(distance(-30, 20, 0, 100), -30);
    assert.equal(distance(190, 20, 0, 100), 110);
    assert.equal(distance(40, 500, 0, 100), 40);
  });
});
