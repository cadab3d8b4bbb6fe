// How large images are made of boxes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fitted, onPixels, previewed } from '../../src/background/capture-size';
import { common } from '../../src/shared/boxes';

const page = (width: number, height: number) => ({ x: 0, y: 0, width, height });

void describe('the size of a capture', () => {
  void it('an image holds all that the browser can draw, and is cut from its end', () => {
    assert.deepEqual(fitted(page(1280, 10_000), 1), { box: page(1280, 10_000), scale: 1 });
    assert.equal(fitted(page(1280, 40_000), 1).box.height, 32_767);
    assert.equal(fitted(page(1280, 40_000), 4).box.height, 8_191);
    assert.equal(fitted(page(90_000, 10), 1).box.width, 32_767);
    const { box } = fitted(page(32_000, 32_000), 1);
    assert.deepEqual([box.width, box.height], [32_000, 6_250]);
  });

  void it('a preview is drawn smaller, and cut only where nothing could be told any more', () => {
    assert.deepEqual(previewed(page(1280, 720), 1), { box: page(1280, 720), scale: 1 });
    assert.deepEqual(previewed(page(1000, 4_000), 2), { box: page(1000, 4_000), scale: 0.5 });
    assert.deepEqual(previewed(page(1000, 80_000), 1), { box: page(1000, 8_000), scale: 0.25 });
    assert.deepEqual(previewed(page(400, 100), 4), { box: page(400, 100), scale: 4 });
    assert.deepEqual(previewed(page(1000, 100), 4), { box: page(1000, 100), scale: 2 });
  });

  void it('a box grows to whole pixels, but not for a rounding error', () => {
    const half = { x: 8.5, y: -3.2, width: 10, height: 20 };
    assert.deepEqual(onPixels(half), { x: 8, y: -4, width: 11, height: 21 });
    const nearly = { x: 7.9999, y: 0.0001, width: 10, height: 20 };
    assert.deepEqual(onPixels(nearly), { x: 8, y: 0, width: 10, height: 20 });
  });

  void it('what two boxes share has no size when it is nothing', () => {
    const shared = common({ x: 10, y: 10, width: 20, height: 20 }, { x: 0, y: 25, width: 15, height: 50 });
    assert.deepEqual(shared, { x: 10, y: 25, width: 5, height: 5 });
    assert.equal(common(page(5, 5), { x: 9, y: 0, width: 5, height: 5 }).width, 0);
  });
});
