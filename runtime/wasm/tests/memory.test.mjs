// Memory of the module: given back, and undamaged after JavaScript's stack has overflowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from 'lexc';
import { EMPTY, bytes } from './common.mjs';

test('closing gives all memory back', async () => {
  const lexc = await load();
  const before = lexc.usedBytes;
  for (let round = 0; round < 50; round++) {
    const lexicons = ['compact.dawg', 'scowl-60.dawg', 'compact.dawg'].map((name) => lexc.open(bytes(name)));
    const position = lexicons[1].position(`${EMPTY} RETINAS/`);
    const leaves = lexicons[1].openLeaves(bytes('leaves'));
    assert.equal(position.best(1, { leaves })[0].kind, 'play');
    assert.throws(() => lexicons[0].position('x'));
    for (const each of [lexicons[round % 3], position, leaves, ...lexicons]) each.close();
    assert.equal(lexc.usedBytes, before);
  }
});

test('memory for the handle is given back if the image does not fit', async () => {
  const { place } = await import(new URL('leaves.js', import.meta.resolve('lexc')));
  const given = [];
  const take = (length) => {
    if (length > 8) throw new RangeError('full');
    return 64;
  };
  assert.throws(() => place({ take, give: (address) => given.push(address) }, new Uint8Array(9), 8, assert.fail), /full/u);
  assert.deepEqual(given, [64]);
});

test('the garbage collector gives memory back', { skip: !globalThis.gc && 'run node with --expose-gc' }, async () => {
  const lexc = await load();
  const image = bytes('scowl-60.dawg');
  for (let round = 0; round < 20; round++) {
    for (let each = 0; each < 5; each++) lexc.open(image).position(`${EMPTY} CARE/`).best();
    globalThis.gc();
    await sleep(5);
  }
  assert.ok(lexc.usedBytes < 20 * image.length, `${lexc.usedBytes} bytes are in use after 100 images of ${image.length}`);
});

test('an overflow of the stack leaves the module as it was', async () => {
  const lexc = await load();
  const lexicon = lexc.open(bytes('scowl-60.dawg'));
  const position = lexicon.position(`${EMPTY} RETINAS/`);
  const before = JSON.stringify(position.best(5));
  let overflows = 0;
  /** Calls `act` inside `frames` nested calls. */
  const below = (frames, act) => (frames === 0 ? act() : below(frames - 1, act));
  const overflowing = (frames) => {
    try {
      below(frames, () => (frames % 3 === 0 ? lexicon.find({ anagram: 'RETINA?' }) : position.best(5)));
      return false;
    } catch (error) {
      assert.ok(error instanceof RangeError, error.stack);
      return true;
    }
  };
  // A number of nested calls that overflows the stack, found in steps of 200.
  let first = 1000;
  while (!overflowing(first)) first += 200;
  // An overflow inside the module would leave part of the module's stack in use if the stack pointer were not restored.
  for (let round = 0; round < 4; round++) {
    for (let frames = first - 200; frames < first + 100; frames++) overflows += overflowing(frames) ? 1 : 0;
  }
  assert.ok(overflows > 300, `${overflows} overflows`);
  assert.equal(JSON.stringify(position.best(5)), before);
  assert.equal(lexicon.has('RETINAS'), true);
});
