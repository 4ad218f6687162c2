// Look-ups and searches for words, against the list that the images were made from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMAGES, bytes, lexc, lexicon, lines } from './common.mjs';

const words = lines('words.txt').map((word) => word.toUpperCase()).sort();
const sorted = (word) => Array.from(word).sort().join('');

for (const image of IMAGES) {
  test(`${image} has the words of its list, in order`, () => {
    const opened = lexc.open(bytes(image));
    assert.equal(opened.size, words.length);
    assert.deepEqual(Array.from(opened), words);
    for (const word of words) {
      if (!opened.has(word)) assert.fail(`${word} is missing`);
    }
    const known = new Set(words);
    const reversed = words.map((word) => Array.from(word).reverse().join(''));
    for (const word of reversed) assert.equal(opened.has(word), known.has(word), word);
    opened.close();
  });
}

test('words can be read in part', () => {
  const some = [];
  for (const word of lexicon) {
    some.push(word);
    if (some.length === 3) break;
  }
  assert.deepEqual(some, words.slice(0, 3));
});

test('conditions find the words that meet them', () => {
  const is = (expected, conditions) => assert.deepEqual(lexicon.find(conditions), words.filter(expected));
  is((word) => sorted(word) === 'AEINRST', { anagram: 'retinas' });
  is((word) => word.length === 8 && word.includes('Q') && word.endsWith('S'), { length: 8, pattern: ['*Q*', '*S'] });
  is((word) => word.length >= 2 && word.length <= 3 && /^[QZ]/u.test(word), { pattern: '[QZ]*', length: [2, 3] });
  is((word) => word.length === 7 && word.replace(/[AEIOU]/gu, '').length === 2, { length: 7, vowels: 5 });
  is((word) => /^(?:RETAIN|.ETAIN|R.TAIN|RE.AIN|RET.IN|RETA.N|RETAI.|ETAIN|RTAIN|REAIN|RETIN|RETAN|RETAI)$/u.test(word)
    || /^(?:.RETAIN|R.ETAIN|RE.TAIN|RET.AIN|RETA.IN|RETAI.N|RETAIN.)$/u.test(word), { near: 'RETAIN' });
  is((word) => /^.?CARE.?$/u.test(word) && word.length === 5, 'hooks:CARE');
  is((word) => word.length <= 3 && /^[QZ]/u.test(word), { pattern: ' [QZ]* ', length: [null, 3], vowels: undefined });
  is(() => true, {});
  is((word) => word.length === 2 && /^[A-D]+$/u.test(word), { subAnagram: 'AABBCCDD', length: 2 });
});

test('words are judged as a group', () => {
  assert.deepEqual(lexicon.judge(['care', 'RETINAS']), { isAcceptable: true, phonies: [] });
  assert.deepEqual(lexicon.judge(['care', 'CARZ']), { isAcceptable: false, phonies: ['CARZ'] });
  assert.deepEqual(lexicon.judge('CARZ'), { isAcceptable: false, phonies: ['CARZ'] });
});

test('a lexicon has the properties that lexc info prints', () => {
  assert.equal(lexicon.fingerprint, lines('fingerprint')[0]);
  assert.deepEqual([lexicon.longestWord, lexicon.tiles.length, lexicon.blankCount], [15, 26, 2]);
  const { text, blankText, isVowel, value, count, code } = lexicon.tiles[4];
  assert.deepEqual([text, blankText, isVowel, value, count, code], ['E', 'e', true, 1, 12, 5]);
  assert.ok(Object.isFrozen(lexicon.tiles));
});
