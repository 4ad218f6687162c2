// Wrong calls: each throws the error that the README names, and the module works as before.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as package_ from 'lexc';
import { EMPTY, bytes, lexc, lexicon } from './common.mjs';

const { ClosedError, IllegalPlayError, ImageError, LexcError, PositionError, TextError, load } = package_;

/** Asserts that a call throws an error of this class, with the name of the class and a message that matches `message`. */
function fails(act, type, message) {
  assert.throws(act, (error) => {
    assert.equal(error.constructor, type, error.stack);
    assert.equal(error.name, type.name);
    assert.match(error.message, message);
    return true;
  });
}

test('images', () => {
  const image = bytes('compact.dawg');
  fails(() => lexc.open(new Uint8Array()), ImageError, /not a lexc image|too short|bytes/u);
  fails(() => lexc.open(Buffer.from('AA\nAB\n')), ImageError, /not a lexc image: it starts with .*\(build one from a word list with `lexc build`\)/u);
  for (const length of [1, 31, 32, 100, image.length - 1]) fails(() => lexc.open(image.subarray(0, length)), ImageError, /./u);
  const damaged = Uint8Array.from(image);
  damaged[60000] ^= 1;
  fails(() => lexc.open(damaged), ImageError, /section COMP.*\(fetch or build the image again\)/u);
  for (const value of [undefined, null, 'words.dawg', 7, [1, 2], {}]) fails(() => lexc.open(value), TypeError, /^the image is .* \(pass an ArrayBuffer or a Uint8Array\)$/u);
  const moved = Uint8Array.from(image);
  structuredClone(moved.buffer, { transfer: [moved.buffer] });
  fails(() => lexc.open(moved), TypeError, /^the image has lost its bytes/u);
  fails(() => lexc.open(moved.buffer), TypeError, /./u);
  const shared = new Uint8Array(new SharedArrayBuffer(image.length));
  shared.set(image);
  assert.equal(lexc.open(shared).size, lexicon.size);
  assert.equal(lexc.open(new DataView(Uint8Array.from(image).buffer)).size, lexicon.size);
  fails(() => lexc.open(bytes('leaves')), ImageError, /^image of leaves, not of words/u);
  fails(() => lexicon.openLeaves(image), ImageError, /./u);
  fails(() => lexicon.openLeaves(bytes('leaves').subarray(1)), ImageError, /./u);
});

test('words and conditions', () => {
  fails(() => lexicon.has('A1'), TextError, /^character 2: '1' is an unknown tile/u);
  fails(() => lexicon.has('A\0B'), TextError, /zero/u);
  fails(() => lexicon.has('A'.repeat(64)), TextError, /63|64/u);
  fails(() => lexicon.has('\ud800'), TextError, /./u);
  for (const value of [undefined, null, 7, ['A'], {}]) fails(() => lexicon.has(value), TypeError, /^the word is /u);
  fails(() => lexicon.find({ anagrams: 'A' }), TextError, /^condition 1: unknown name \(use anagram /u);
  fails(() => lexicon.find('length:2 A'), TextError, /^condition 2: no : in it/u);
  fails(() => lexicon.find({ length: 2, pattern: '[A' }), TextError, /^condition 2: pattern: character 1: the bracket is not closed/u);
  fails(() => lexicon.find({ pattern: Array(9).fill('*') }), LexcError, /^more than 8 conditions/u);
  fails(() => lexicon.find({ pattern: 'A\0B' }), TextError, /zero/u);
  for (const value of [[2, 2 ** 40], -1, [NaN, 2], 0.5]) fails(() => lexicon.find({ length: value }), RangeError, /^length is /u);
  fails(() => lexicon.find({ length: [8, 7] }), TextError, /length: character 1: the range ends before its start/u);
  for (const value of [null, {}, true, [[7]], [true]]) fails(() => lexicon.find({ length: value }), TypeError, /^length is /u);
  for (const value of [undefined, null, 7, Symbol('A')]) fails(() => lexicon.find(value), TypeError, /^the conditions are neither/u);
  fails(() => lexicon.judge(7), TypeError, /./u);
});

test('positions and plays', () => {
  const position = lexicon.position();
  fails(() => lexicon.position('15/15 AB/'), PositionError, /^no preset layout has 2 x 15 squares \(/u);
  fails(() => lexicon.position('15/15 AB/', { rules: 'board=standard' }), PositionError, /^the board has 2 x 15 squares and the layout 15 x 15/u);
  fails(() => lexicon.position('nonsense'), TextError, /./u);
  fails(() => lexicon.position(EMPTY, { board: 'super' }), TypeError, /^unknown option board \(use rules\)/u);
  for (const rules of [7, null, {}]) fails(() => lexicon.position(EMPTY, { rules }), TypeError, /^the text of the rules is /u);
  fails(() => lexicon.position(EMPTY, { rules: 'board=huge' }), TextError, /^rules, setting 1: board: /u);
  for (const size of ['1e9', 'NaN', '2.5', '-1']) fails(() => lexicon.position(undefined, { rules: `bonus=40 rack=${size}` }), TextError, /^rules, setting 2: invalid value of rack /u);
  for (const size of [0, 22]) fails(() => lexicon.position(undefined, { rules: `rack=${size}` }), PositionError, /rack/u);
  position.setRack('CARE');
  fails(() => position.setRack('AAAAAAAA'), PositionError, /^8 tiles on the rack where the rules allow 7/u);
  fails(() => position.setCgp('x'), TextError, /./u);
  assert.equal(position.rack(), 'ACER');
  for (const [row, col] of [[15, 0], [0, -1], [0.5, 0], [2 ** 32, 0], [NaN, 0]]) fails(() => position.get(row, col), RangeError, /^the (row|column) is /u);
  fails(() => position.get('0', 0), TypeError, /the row is string/u);
  for (const code of [27, 128, 200, 255, 2 ** 31, -1]) fails(() => position.set(0, 0, code), RangeError, /./u);
  for (const count of [-1, 0.5, Infinity, 2 ** 40]) fails(() => position.best(count), RangeError, /./u);
  assert.equal(position.best(2 ** 32).length, position.best(1e6).length);
  fails(() => position.best(1, { leaves: {} }), TypeError, /lexicon.openLeaves/u);
  fails(() => position.best(1, { leaves: lexc.open(bytes('compact.dawg')).openLeaves(bytes('leaves')) }), TypeError, /lexicon.openLeaves/u);
  fails(() => position.play('1A CARE'), IllegalPlayError, /start square/u);
  fails(() => position.play('8H CARED'), IllegalPlayError, /^the rack has no D left for /u);
  fails(() => position.check('8H ERAC'), IllegalPlayError, /^ERAC on 8H is not in the lexicon$/u);
  assert.deepEqual(position.judge('8H ERAC'), { isLegal: false, problem: 'ERAC on 8H is not in the lexicon', score: 12 });
  for (const text of ['', '8H', 'CARE', '8H C1', '99Z CARE', '8N CARE', '8H ...', '8H (C)ARE']) fails(() => position.parse(text), TextError, /./u);
  for (const play of [undefined, null, 7, {}, { row: 7, col: 7 }, { row: 7, col: 7, direction: 'across', squares: 'CARE' }]) {
    assert.throws(() => position.play(play), /./u);
  }
  for (const squares of [[], Array(22).fill(1), [0], [300], [-1], ['A'], [63]]) {
    assert.throws(() => position.play({ row: 7, col: 7, direction: 'across', squares }), (error) => error instanceof LexcError || error instanceof RangeError || error instanceof TypeError);
  }
  assert.equal(position.cgp(), `${EMPTY} ACER/ 0/0 0`);
});

test('closed objects', () => {
  const opened = lexc.open(bytes('compact.dawg'));
  const position = opened.position();
  const leaves = opened.openLeaves(bytes('leaves'));
  const other = opened.position();
  leaves.close();
  fails(() => other.best(1, { leaves }), ClosedError, /^the image of leaves was closed \(open it again\)$/u);
  position[Symbol.dispose]();
  position.close();
  fails(() => position.cgp(), ClosedError, /^the position was closed/u);
  const words = opened.words();
  assert.equal(words.next().done, false);
  opened.close();
  for (const act of [() => opened.has('A'), () => opened.find({}), () => opened.position(), () => other.plays(), () => other.get(0, 0)]) {
    fails(act, ClosedError, /^the lexicon was closed/u);
  }
  assert.equal(opened.isClosed, true);
  const labelled = lexc.open(bytes('care.gaddag'));
  const [view, closed] = [labelled.view('common'), labelled.view('new')];
  const before = lexc.usedBytes;
  fails(() => labelled.view('rare'), TextError, /^character 1: unknown flag/u);
  assert.equal(lexc.usedBytes, before);
  closed.close();
  assert.deepEqual([labelled.has('AR'), view.view('level<20').size], [true, 5]);
  labelled.close();
  fails(() => view.has('CARE'), ClosedError, /^the lexicon was closed/u);
  assert.ok(Array.from(words).length > 0, 'the words were read before');
});

test('the types name what the package exports', async () => {
  for (const [name, types] of [['lexc', 'index.d.ts'], ['lexc/worker', 'worker.d.ts']]) {
    const text = await readFile(new URL(types, import.meta.resolve('lexc')), 'utf8');
    const declared = Array.from(text.matchAll(/^export (?:class|const|function) (\w+)/gmu), ([, each]) => each);
    assert.deepEqual(Object.keys(await import(name)).sort(), declared.sort());
  }
});

test('modules', async () => {
  await assert.rejects(load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(load(new Response('', { status: 404 })), { name: 'LexcError', message: /404/u });
  await assert.rejects(load(new URL('file:///nowhere/lexc.wasm')), { code: 'ENOENT' });
  const module = bytes('lexc.wasm');
  const plain = await load(new Response(module, { headers: { 'Content-Type': 'application/wasm' } }));
  const untyped = await load(new Response(module));
  const compiled = await load(WebAssembly.compile(module));
  for (const each of [plain, untyped, compiled]) assert.equal(each.open(bytes('compact.dawg')).size, lexicon.size);
});
