// Lexicons.
import { integerOf, optionsOf, textOf } from './errors.js';
import { Leaves, place } from './leaves.js';
import { Resource } from './memory.js';
import { Position, literal, longTextsOf } from './position.js';

/** Sizes of structures of lexc.h, in bytes. */
const LEXICON_BYTES = 64 * 8;
const CONDITION_BYTES = 16;
/** Bytes of the first buffer for words; few searches need more. */
const WORDS_BYTES = 65536;
/** LEXC_MAX_CONDITIONS. */
const MOST_CONDITIONS = 4;
const MOST_TILES = 63;

/** Kinds of conditions, in the order of `lexc_condition_kind`. */
const KINDS = ['anagram', 'subAnagram', 'pattern', 'length', 'vowels', 'near'];

/** Least and greatest number of a condition. `value` is an array of these two, or one number that stands for both. */
function rangeOf(value, name) {
  const [least, greatest] = Array.isArray(value) ? value : [value, value];
  return [integerOf(least, name, 0, MOST_TILES), integerOf(greatest, name, 0, MOST_TILES)];
}

/** The conditions of a search: for each its kind, numbers and text. */
function conditionsOf(written) {
  const conditions = [];
  for (const [name, value] of Object.entries(optionsOf(written, KINDS))) {
    const kind = KINDS.indexOf(name);
    if (value === undefined) continue;
    if (name === 'length' || name === 'vowels') {
      conditions.push({ kind, range: rangeOf(value, name) });
    } else if (name === 'near') {
      const [word, distance = 1] = Array.isArray(value) ? value : [value];
      conditions.push({ kind, text: textOf(word, name), range: [0, integerOf(distance, 'the distance', 0, 3)] });
    } else {
      const texts = Array.isArray(value) ? value : [value];
      conditions.push(...texts.map((text) => ({ kind, text: textOf(text, name) })));
    }
  }
  if (conditions.length > MOST_CONDITIONS) throw new RangeError(`${conditions.length} conditions (at most ${MOST_CONDITIONS})`);
  return conditions;
}

/**
 * Writes the conditions into memory as the library reads them, and calls `act` with their address. `texts` has the addresses of
 * the texts written by outer calls of this function.
 */
function withConditions(memory, conditions, act, texts = []) {
  const next = conditions[texts.length];
  if (next) return memory.withText(next.text ?? '', (address) => withConditions(memory, conditions, act, [...texts, address]));
  return memory.withRoom(conditions.length * CONDITION_BYTES, (address) => {
    const { view } = memory;
    for (const [index, { kind, range: [least, greatest] = [0, 0] }] of conditions.entries()) {
      const at = address + index * CONDITION_BYTES;
      [kind, least, greatest, texts[index]].forEach((value, field) => view.setUint32(at + 4 * field, value, true));
    }
    return act(address);
  });
}

/** Words of an image, with the alphabet of their game. */
export class Lexicon extends Resource {
  #handle;
  /** Texts of several characters, of tiles and of designated blanks, the longest first. */
  #long;
  /** Finds the texts of `#long` in upper and lower case. */
  #anyCase;

  constructor(memory, image) {
    const addresses = place(memory, image, LEXICON_BYTES, (handle, address, length) => memory.ask('lexc_lexicon_open', handle, address, length));
    super(memory, 'the lexicon was', addresses);
    [this.#handle] = addresses;
    memory.call('lexc_lexicon_get_info', this.#handle, memory.out);
    const { view, bytes, out } = memory;
    const number = (offset) => view.getUint32(out + offset, true);
    this.fingerprint = Array.from(bytes.slice(out, out + 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.size = number(16);
    this.longestWord = number(20);
    const tileCount = number(24);
    this.blankCount = number(28);
    this.hasDawg = view.getUint8(out + 32) !== 0;
    this.hasGaddag = view.getUint8(out + 33) !== 0;
    this.name = memory.textFrom('lexc_lexicon_name', [this.#handle]);
    this.tiles = Object.freeze(Array.from({ length: tileCount }, (_, index) => Object.freeze(this.#tile(memory, index + 1))));
    this.#long = longTextsOf(this.tiles);
    this.#anyCase = new RegExp(this.#long.map(literal).join('|'), 'giu');
  }

  #tile(memory, code) {
    memory.call('lexc_lexicon_tile', this.#handle, code, memory.out);
    const { view, out } = memory;
    return {
      code,
      text: memory.read(out),
      blankText: memory.read(out + 17),
      isVowel: view.getUint8(out + 34) !== 0,
      value: view.getInt16(out + 36, true),
      count: view.getUint16(out + 38, true),
    };
  }

  /** Returns `true` if the text is a word. Throws a `TextError` for a text that is not written in tiles. */
  has(word) {
    const memory = Resource.memoryOf(this);
    return memory.withText(this.#folded(textOf(word, 'the word')), (address) => {
      memory.ask('lexc_contains', this.#handle, address, memory.out);
      return memory.view.getUint8(memory.out) !== 0;
    });
  }

  /** The word with each tile of several characters written as in the alphabet: `Llave` becomes `LLave`. */
  #folded(word) {
    if (this.#long.length === 0) return word;
    return word.replace(this.#anyCase, (found) => (
      this.#long.find((text) => text === found) ?? this.#long.find((text) => text.toUpperCase() === found.toUpperCase()) ?? found));
  }

  /** The words that meet all conditions, in alphabetical order. */
  find(conditions) {
    const memory = Resource.memoryOf(this);
    const made = conditionsOf(conditions);
    const text = withConditions(memory, made, (address) => (
      memory.textFrom('lexc_find', [this.#handle, address, made.length], true, WORDS_BYTES)));
    return text.split('\n').slice(0, -1);
  }

  /** All words, in alphabetical order. Makes one search for each tile: for the words that start with it. */
  * words() {
    for (const { text } of this.tiles) yield* this.find({ pattern: `[${text}]*` });
  }

  [Symbol.iterator]() { return this.words(); }

  /** Judges words as a group: they are acceptable if all are in the lexicon. */
  judge(words) {
    if (typeof words?.[Symbol.iterator] !== 'function') throw new TypeError('the words are not a string or an iterable (pass an array of strings)');
    const phonies = (typeof words === 'string' ? [words] : Array.from(words)).filter((word) => !this.has(word));
    return { isAcceptable: phonies.length === 0, phonies };
  }

  /** Opens an image of leave values. */
  openLeaves(image) {
    const memory = Resource.memoryOf(this);
    return new Leaves(memory, this, this.#handle, image);
  }

  /** A position from its text in CGP; without a text, the empty board. */
  position(cgp = undefined, options = {}) {
    const memory = Resource.memoryOf(this);
    return new Position(memory, this, this.#handle, cgp, optionsOf(options, ['board', 'rackSize']));
  }
}
