// The package in a worker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadInWorker } from 'lexc/worker';
import { IMAGES, bytes, lexicon, lines } from './common.mjs';

test('a worker answers as the package does', async () => {
  const remote = await loadInWorker();
  const there = await remote.open(bytes(IMAGES[0]));
  assert.deepEqual([there.size, there.name, there.tiles], [lexicon.size, lexicon.name, lexicon.tiles]);
  assert.equal(await there.has('RETINAS'), true);
  assert.deepEqual(await there.find({ anagram: 'RETINA?' }), lexicon.find({ anagram: 'RETINA?' }));
  assert.deepEqual(await there.judge(['CARZ']), lexicon.judge(['CARZ']));
  const words = [];
  for await (const word of there) words.push(word);
  assert.deepEqual(words, Array.from(lexicon));
  const leaves = await there.openLeaves(bytes('leaves'));
  const here = lexicon.openLeaves(bytes('leaves'));
  const [cgp] = lines('positions.cgp');
  const [position, expected] = [await there.position(cgp), lexicon.position(cgp)];
  assert.equal(position.lexicon, there);
  assert.deepEqual([position.rows, position.rackSize, position.rules], [15, 7, expected.rules]);
  assert.deepEqual(await position.best(20, { leaves }), expected.best(20, { leaves: here }));
  assert.deepEqual(await position.plays(), expected.plays());
  const [best] = await position.plays(1);
  await position.play(best);
  expected.play(best);
  assert.equal(await position.cgp(), expected.cgp());
  await remote.close();
});

test('errors of a worker have their classes and texts', async () => {
  const remote = await loadInWorker();
  await assert.rejects(remote.open(new Uint8Array(3)), { name: 'ImageError' });
  await assert.rejects(remote.open('x'), TypeError);
  await assert.rejects(remote.open(() => {}), /./u);
  const there = await remote.open(bytes('compact.dawg'));
  await assert.rejects(there.has('A1'), { name: 'TextError', message: /^character 2: '1' is an unknown tile/u });
  await assert.rejects(there.position(undefined, { rules: 'rack=99' }), { name: 'PositionError' });
  const position = await there.position();
  await assert.rejects(position.get(99, 0), RangeError);
  await position.close();
  await assert.rejects(position.cgp(), { name: 'ClosedError' });
  const pending = there.find({});
  await remote.close();
  await assert.rejects(pending, { name: 'ClosedError' });
  await assert.rejects(there.has('A'), { name: 'ClosedError' });
  await assert.rejects(loadInWorker(new Uint8Array(8)), { name: 'LexcError', message: /^WebAssembly/u });
});

test('calls may wait together', async () => {
  const remote = await loadInWorker();
  const there = await remote.open(bytes('compact.dawg'));
  const words = ['CARE', 'CARZ', 'RETINAS', 'AZZ'];
  assert.deepEqual(await Promise.all(words.map((word) => there.has(word))), words.map((word) => lexicon.has(word)));
  await remote.close();
});
