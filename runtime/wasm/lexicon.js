// Lexicons.
import { integerOf, optionsOf, textOf } from './errors.js';
import { Game } from './game.js';
import { CHECK_ALL, Leaves, place } from './leaves.js';
import { Resource } from './memory.js';
import { Position } from './position.js';

/** Sizes of structures of lexc.h, in bytes. */
const LEXICON_BYTES = 8 * 96;
/** Bytes of the first buffer for words; few searches need more. */
const WORDS_BYTES = 65536;
const MOST_NUMBER = 65535;

/**
 * The values of conditions of one name, as the library reads them. A number, or a pair of the least and the greatest number, is
 * one value; an array of texts is several. White space in a value would end it, and is left out.
 */
function valuesOf(value, name) {
  const number = (each) => integerOf(each, name, 0, MOST_NUMBER);
  const isMissing = (each) => each === undefined || each === null;
  if (typeof value === 'number') return [number(value)];
  if (!Array.isArray(value)) return [textOf(value, name).replace(/\p{White_Space}/gu, '')];
  if (value.length === 2 && value.every((each) => isMissing(each) || typeof each === 'number')) {
    const [least, greatest] = value;
    return [`${number(least ?? 0)}-${isMissing(greatest) ? '' : number(greatest)}`];
  }
  return value.flatMap((each) => (Array.isArray(each) ? textOf(each, name) : valuesOf(each, name)));
}

/** The conditions of a search as one text. In an object, `subAnagram` stands for the name `sub-anagram`. */
function conditionsOf(written) {
  if (typeof written === 'string') return textOf(written, 'the text of the conditions');
  if (typeof written !== 'object' || written === null) throw new TypeError('the conditions are neither a string nor an object (pass one)');
  return Object.entries(written).filter(([, value]) => value !== undefined).flatMap(([key, value]) => {
    const name = key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    return valuesOf(value, key).map((each) => `${name}:${each}`);
  }).join(' ');
}

/** Words of an image, with the alphabet of their game. */
export class Lexicon extends Resource {
  #handle;
  /** The lexicon with the memory of the image, if this one is a view. */
  #whole;

  constructor(memory, addresses, whole = undefined) {
    super(memory, 'the lexicon was', addresses);
    [this.#handle] = addresses;
    this.#whole = whole;
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
  }

  static open(memory, image) {
    const open = (handle, address, length) => memory.ask('lexc_lexicon_open', handle, address, length, CHECK_ALL);
    return new Lexicon(memory, place(memory, image, LEXICON_BYTES, open));
  }

  /** The lexicon of all words of the image, of which this one may be a view. */
  get whole() { return this.#whole ?? this; }

  get isClosed() { return super.isClosed || this.#whole?.isClosed === true; }

  /** The lexicon of the words whose labels satisfy an expression, such as 'csw & !new'. Shares the memory of this one. */
  view(expression) {
    const memory = Resource.memoryOf(this);
    const handle = memory.take(LEXICON_BYTES);
    try {
      memory.withText(textOf(expression, 'the expression'), (text) => memory.ask('lexc_lexicon_view', this.#handle, text, handle));
    } catch (error) {
      memory.give(handle);
      throw error;
    }
    return new Lexicon(memory, [handle], this.whole);
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
    return memory.withText(textOf(word, 'the word'), (address) => {
      memory.ask('lexc_contains', this.#handle, address, memory.out);
      return memory.view.getUint8(memory.out) !== 0;
    });
  }

  /** The labels of a word, by name: `true` for each flag, and the numbers. */
  labels(word) {
    const memory = Resource.memoryOf(this);
    return memory.withText(textOf(word, 'the word'), (address) => {
      const labels = {};
      for (let index = 0; ; index += 1) {
        memory.ask('lexc_word_label', this.#handle, address, index, memory.out);
        const { view, out } = memory;
        const name = memory.read(out);
        if (name === '') return labels;
        labels[name] = view.getUint8(out + 33) === 0 || view.getUint32(out + 36, true);
      }
    });
  }

  /** The words that meet all conditions, in alphabetical order. The conditions are a text or an object. */
  find(conditions) {
    const memory = Resource.memoryOf(this);
    const text = memory.withText(conditionsOf(conditions), (address) => (
      memory.textFrom('lexc_find', [this.#handle, address], true, WORDS_BYTES)));
    return text.split('\n').slice(0, -1);
  }

  /** All words, in alphabetical order. */
  words() { return this.find('').values(); }

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

  /** A game from its text in CGP; without a text, a new one. */
  game(cgp = undefined, options = {}) {
    const memory = Resource.memoryOf(this);
    return new Game(memory, this, this.#handle, cgp, options);
  }

  /** A position from its text in CGP; without a text, the empty board. */
  position(cgp = undefined, options = {}) {
    const memory = Resource.memoryOf(this);
    return new Position(memory, this, this.#handle, cgp, optionsOf(options, Position.OPTIONS));
  }
}
