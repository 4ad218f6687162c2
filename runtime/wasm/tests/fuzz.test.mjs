// Random calls, with a fixed seed: each returns, or throws an error that the README names, and the module answers as before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LexcError, load } from 'lexc';
import { EMPTY, bytes, lines, random } from './common.mjs';

const CALLS = 3000;
const DAMAGES = 1500;
const positions = lines('positions.cgp');

/** Fails unless a call returns, or throws an error that the README names. */
function survives(act, name) {
  try {
    return act();
  } catch (error) {
    const isKnown = error instanceof LexcError || error.constructor === TypeError || error.constructor === RangeError;
    assert.ok(isKnown && !(error instanceof WebAssembly.RuntimeError), `${name}: ${error.stack}`);
    return undefined;
  }
}

function answers(lexicon) {
  const position = lexicon.position(positions[0]);
  const found = JSON.stringify([position.best(5), lexicon.find({ anagram: 'RETINA?' }), lexicon.has('CARE')]);
  position.close();
  return found;
}

test('random arguments', async () => {
  const below = random(1);
  const lexc = await load();
  const lexicon = lexc.open(bytes('compact.dawg'));
  const leaves = lexicon.openLeaves(bytes('leaves'));
  const expected = answers(lexicon);
  const used = lexc.usedBytes;
  const pick = (values) => values[below(values.length)];
  const character = () => pick([...'ABCDEZaz?*.[]^/()15 -\0\n\u00e9\ud83d', 'ß', '\u0301', '[AB]', 'QU', '15', '999999999999']);
  const text = () => pick([
    () => Array.from({ length: below(12) }, character).join(''), () => character().repeat(below(5000)), () => pick(positions),
    () => Array.from(pick(positions), (each) => (below(20) === 0 ? character() : each)).join(''), () => `8H ${character()}${character()}`,
  ])();
  const number = () => pick([() => below(30) - 3, () => below(2 ** 32), () => 2 ** below(64), () => -(2 ** below(64)), () => pick([NaN, Infinity, 0.5, -0])])();
  const value = () => pick([text, text, number, number, () => undefined, () => null, () => ({}), () => [], () => [text(), number()], () => Symbol('x'), () => 10n, () => () => {}])();
  const object = (names) => pick([value, () => Object.fromEntries(names.filter(() => below(3) === 0).map((name) => [name, pick([value, () => [value(), value()]])()]))])();
  const play = () => pick([text, value, () => ({ row: number(), col: number(), direction: pick(['across', 'down', 'up']), squares: Array.from({ length: below(24) }, () => pick([() => below(256), value])()) }),
    () => ({ row: below(15), col: below(15), direction: 'across', squares: Array.from({ length: 1 + below(15) }, () => below(27)) })])();
  let position = lexicon.position(`${EMPTY} RETINAS/`);
  const small = () => pick([value, () => below(40)])();
  const calls = [
    () => lexicon.has(value()), () => lexicon.find(object(['anagram', 'subAnagram', 'pattern', 'length', 'vowels', 'near', 'hooks', 'isHook'])), () => lexicon.judge(value()),
    () => lexicon.openLeaves(value()), () => lexc.open(value()),
    () => { const made = lexicon.position(pick([value, text, () => undefined])(), pick([() => object(['rules']), () => ({ rules: pick(['', 'board=super', 'rack=8 bonus=40 exchange=3', text()]) })])()); position.close(); position = made; },
    () => position.setCgp(value()), () => position.setCgp(pick(positions)), () => position.setRack(value()), () => position.get(small(), small()),
    () => position.set(small(), small(), small()), () => position.premium(small(), small()), () => position.words(), () => position.bag(),
    () => position.plays(small()), () => position.best(small(), pick([value, () => ({ leaves: pick([leaves, undefined]), bag: pick([undefined, small()]) })])()),
    () => position.score(play()), () => position.check(play()), () => position.judge(play()), () => position.play(play()), () => position.parse(value()),
    () => position.parseMove(value()), () => position.part(pick([play, value, () => ({ kind: 'play', ...play() }), () => ({ kind: 'exchange', exchanged: value() })])(), pick(['word', 'leave', 'equity', 'x'])),
    () => { const [move] = position.plays(1); if (move) position.play(move); },
  ];
  for (let count = 0; count < CALLS; count++) {
    const call = pick(calls);
    survives(call, `call ${count}, ${call}`);
  }
  position.close();
  assert.equal(answers(lexicon), expected);
  assert.equal(lexc.usedBytes, used, 'calls leave memory behind');
});

test('damaged images', async () => {
  const below = random(2);
  const lexc = await load();
  const sources = ['compact.dawg', 'leaves'].map(bytes);
  const whole = lexc.open(sources[0]);
  const expected = answers(whole);
  let opened = 0;
  for (let count = 0; count < DAMAGES; count++) {
    const image = Uint8Array.from(sources[below(2)]);
    // The first 600 bytes have the header and the section table.
    const length = below(2) === 0 ? 600 : image.length;
    for (let change = 0; change <= below(3); change++) image[below(length)] ^= 1 << below(8);
    const part = below(4) === 0 ? image.subarray(0, below(image.length)) : image;
    const lexicon = survives(() => lexc.open(part), `image ${count}`);
    if (lexicon) {
      opened += 1;
      lexicon.close();
    }
    survives(() => whole.openLeaves(part).close(), `leaves ${count}`);
  }
  // Two changes may undo each other.
  assert.ok(opened < DAMAGES / 20, `${opened} damaged images were opened`);
  assert.equal(answers(whole), expected);
});
