'use strict';
// The library for C as a WebAssembly module. `runtime/c/include/lexc.h` documents the functions, and the sizes and fields of
// the structures. The module has no heap: this file lays out the module's memory.

/** Failure of a function of the library, with its message. */
class LexcError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const LEXC = {
  abi: 1,
  blank: 0x80,
  messageBytes: 512,
  textBytes: 4096,
  wordsBytes: 65536,
  handleBytes: { lexicon: 64 * 8, leaves: 72 * 8, rules: 96 * 8, position: 800 },
  infoBytes: 36,
  tileBytes: 40,
  rulesInfoBytes: 12,
  conditionBytes: 16,
  moveBytes: 88,
  /** Offset of the play in a move. */
  moveToPlay: 8,
  playBytes: 32,
  tooShort: -6,
  missing: -8,
};

/** Kinds of conditions of `find`. */
const CONDITIONS = { anagram: 0, subAnagram: 1, pattern: 2 };

/** Rounds up to a multiple of 8. */
const aligned = (bytes) => (bytes + 7) & ~7;

class Lexc {
  /** Starts a module. `bestMoves` returns at most `mostMoves` moves. */
  static async start(moduleBytes, mostMoves = 100) {
    const { instance } = await WebAssembly.instantiate(moduleBytes, {});
    return new Lexc(instance.exports, mostMoves);
  }

  constructor(exports, mostMoves) {
    this.c = exports;
    if (this.c.lexc_abi() !== LEXC.abi) throw new LexcError('the module has another interface than this page', 0);
    this.mostMoves = mostMoves;
    this.end = exports.__heap_base.value;
    this.lexicon = this.reserve(LEXC.handleBytes.lexicon);
    this.candidate = this.reserve(LEXC.handleBytes.lexicon);
    this.leaves = this.reserve(LEXC.handleBytes.leaves);
    this.candidateLeaves = this.reserve(LEXC.handleBytes.leaves);
    this.hasLeaves = false;
    this.rules = this.reserve(LEXC.handleBytes.rules);
    this.position = this.reserve(LEXC.handleBytes.position);
    this.message = this.reserve(LEXC.messageBytes);
    this.text = this.reserve(LEXC.textBytes);
    this.out = this.reserve(64);
    this.words = this.reserve(LEXC.wordsBytes);
    this.condition = this.reserve(LEXC.conditionBytes);
    this.moves = this.reserve(mostMoves * LEXC.moveBytes);
    // The images come last: the image of the lexicon, then the image of the leaves.
    this.image = this.reserve(0);
    this.imageBytes = 0;
    this.leavesBytes = 0;
    this.tiles = [];
  }

  /** Reserves bytes that are never freed, aligned to 8, and returns their address. */
  reserve(bytes) {
    const start = aligned(this.end);
    this.end = start + bytes;
    this.grow(this.end);
    return start;
  }

  grow(end) {
    const missing = end - this.c.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.c.memory.grow(Math.ceil(missing / 65536));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new LexcError(`no memory for ${missing} more bytes (choose a smaller image)`, 0);
    }
  }

  // Not kept: when the memory grows, it gets a new buffer.
  get bytes() { return new Uint8Array(this.c.memory.buffer); }
  get view() { return new DataView(this.c.memory.buffer); }

  /** Reads a text of `len` bytes; without `len`, up to a zero. */
  read(address, len) {
    const bytes = this.bytes;
    let end = address + (len ?? 0);
    if (len === undefined) for (end = address; bytes[end] !== 0; end++);
    return new TextDecoder().decode(bytes.slice(address, end));
  }

  /** Writes a text and a zero into the buffer for texts, and returns its address. */
  write(text) {
    const encoded = new TextEncoder().encode(text);
    if (encoded.length >= LEXC.textBytes) throw new LexcError(`a text of ${encoded.length} bytes is too long`, 0);
    this.bytes.set(encoded, this.text);
    this.bytes[this.text + encoded.length] = 0;
    return this.text;
  }

  /** Throws if a function with a message failed. */
  check(status) {
    if (status < 0) throw new LexcError(this.read(this.message), status);
  }

  /** Throws if a function without a message failed. */
  checkPlain(status, argument) {
    if (status < 0) throw new LexcError(`the library refuses ${argument} (status ${status})`, status);
  }

  /** The address behind the images, where a new image is checked. */
  get behind() { return this.image + aligned(this.imageBytes) + aligned(this.leavesBytes); }

  /** Puts a new image behind the others, and returns its address. */
  put(image) {
    const { behind } = this;
    this.grow(behind + image.length);
    this.bytes.set(image, behind);
    return behind;
  }

  /**
   * Opens an image of words or of leaves and checks all of it. If the image is refused, the previous image stays open. Returns
   * `true` for leaves. A new lexicon closes the leaves, because its alphabet may differ.
   */
  open(image) {
    if (this.tiles.length > 0 && this.openLeaves(image)) return true;
    const behind = this.put(image);
    this.check(this.c.lexc_lexicon_open(this.candidate, behind, image.length, this.message, LEXC.messageBytes));
    this.bytes.copyWithin(this.image, behind, behind + image.length);
    this.imageBytes = image.length;
    this.leavesBytes = 0;
    this.hasLeaves = false;
    this.check(this.c.lexc_lexicon_open_unvalidated(this.lexicon, this.image, image.length, this.message, LEXC.messageBytes));
    this.info = this.readInfo();
    this.tiles = Array.from({ length: this.info.tileCount }, (_, index) => this.readTile(index + 1));
    return false;
  }

  /** Opens leaves for the open lexicon. Returns `false` if the image has words of a game. */
  openLeaves(image) {
    const behind = this.put(image);
    const open = (leaves, address) => this.c.lexc_leaves_open(
      leaves, this.lexicon, address, image.length, 1, this.message, LEXC.messageBytes);
    const status = open(this.candidateLeaves, behind);
    if (status === LEXC.missing) return false;
    this.check(status);
    const address = this.image + aligned(this.imageBytes);
    this.bytes.copyWithin(address, behind, behind + image.length);
    this.leavesBytes = image.length;
    this.check(open(this.leaves, address));
    this.hasLeaves = true;
    return true;
  }

  readInfo() {
    this.checkPlain(this.c.lexc_lexicon_get_info(this.lexicon, this.out), 'the lexicon');
    const view = this.view;
    const info = {
      blankCount: view.getUint32(this.out + 28, true),
      wordCount: view.getUint32(this.out + 16, true),
      longestWord: view.getUint32(this.out + 20, true),
      tileCount: view.getUint32(this.out + 24, true),
      hasDawg: view.getUint8(this.out + 32) !== 0,
      hasGaddag: view.getUint8(this.out + 33) !== 0,
    };
    this.checkPlain(this.c.lexc_lexicon_name(this.lexicon, this.text, LEXC.textBytes, 0), 'the name');
    return { ...info, name: this.read(this.text) };
  }

  readTile(code) {
    this.checkPlain(this.c.lexc_lexicon_tile(this.lexicon, code, this.out), 'the tile');
    const value = this.view.getInt16(this.out + 36, true);
    const count = this.view.getUint16(this.out + 38, true);
    return { code, text: this.read(this.out), blankText: this.read(this.out + 17), value, count };
  }

  /** Makes the rules of a preset, and the empty position. */
  setRules({ preset }) {
    this.checkPlain(this.c.lexc_rules_new(this.rules, this.lexicon, preset), 'the preset');
    this.checkPlain(this.c.lexc_position_new(this.position, this.lexicon, this.rules), 'the board');
    this.checkPlain(this.c.lexc_rules_get_info(this.rules, this.out), 'the rules');
    const view = this.view;
    const [rows, cols, startRow, startCol, rackSize] = [4, 5, 6, 7, 8].map((at) => view.getUint8(this.out + at));
    return { preset, rows, cols, startRow, startCol, rackSize, bingoBonus: view.getInt32(this.out, true) };
  }

  premium(row, col) {
    this.checkPlain(this.c.lexc_rules_premium(this.rules, row, col, this.out, this.out + 4), 'the square');
    return { letter: this.view.getInt32(this.out, true), word: this.view.getInt32(this.out + 4, true) };
  }

  /** Placed tile of a square: 0, the code of a letter, or 128 + code for a designated blank. */
  placedTile(row, col) {
    this.checkPlain(this.c.lexc_position_get(this.position, row, col, this.out), 'the square');
    return this.view.getUint8(this.out);
  }

  setPlacedTile(row, col, placedTile) {
    this.checkPlain(this.c.lexc_position_set(this.position, row, col, placedTile), 'the tile');
  }

  get rack() {
    this.checkPlain(this.c.lexc_position_rack(this.position, this.text, LEXC.textBytes, 0), 'the rack');
    return this.read(this.text);
  }

  set rack(rack) {
    const written = this.write(rack);
    this.check(this.c.lexc_position_set_rack(this.position, written, this.message, LEXC.messageBytes));
  }

  get cgp() {
    this.checkPlain(this.c.lexc_position_text(this.position, this.text, LEXC.textBytes, 0), 'the position');
    return this.read(this.text);
  }

  /** Sets the position. If the library refuses the text, the previous position stays. */
  set cgp(text) {
    const before = this.cgp;
    try {
      this.parse(text);
    } catch (error) {
      this.parse(before);
      throw error;
    }
  }

  parse(text) {
    const written = this.write(text);
    this.check(this.c.lexc_position_parse(
      this.position, this.lexicon, this.rules, written, this.message, LEXC.messageBytes));
  }

  /**
   * Finds the best moves, best first: plays, exchanges and the pass. Ranks them by equity; without leaves, or if `byEquity` is
   * false, by score. `bagLen` is the number of tiles in the bag.
   */
  bestMoves(count, bagLen, byEquity = this.hasLeaves) {
    const most = Math.min(count, this.mostMoves);
    const leaves = byEquity && this.hasLeaves ? this.leaves : 0;
    this.checkPlain(this.c.lexc_best_moves(this.position, leaves, bagLen, this.moves, most, this.out), 'the position');
    const found = this.view.getUint32(this.out, true);
    return Array.from({ length: found }, (_, index) => this.readMove(this.moves + index * LEXC.moveBytes));
  }

  /** A move: text as origin and word, equity, and codes of exchanged tiles; for a play also bytes, score and placed tiles. */
  readMove(address) {
    this.checkPlain(this.c.lexc_move_text(this.position, address, this.text, LEXC.textBytes, 0), 'the move');
    const [origin, word = ''] = this.read(this.text).split(' ');
    const equity = Number(this.view.getBigInt64(address, true)) / 1000;
    const start = address + LEXC.moveToPlay;
    const raw = this.bytes.slice(start, start + LEXC.playBytes);
    const score = new DataView(raw.buffer).getInt32(0, true);
    const [row, col, direction, len] = raw.slice(4, 8);
    const tiles = start + LEXC.playBytes + 2;
    const exchanged = Array.from(this.bytes.slice(tiles, tiles + this.bytes[tiles - 1]));
    if (len === 0) return { origin, word, equity, exchanged, placed: [] };
    const placed = Array.from(raw.slice(9, 9 + len), (placedTile, offset) => ({
      placedTile,
      row: direction === 0 ? row : row + offset,
      col: direction === 0 ? col + offset : col,
    })).filter(({ placedTile }) => placedTile !== 0);
    return { raw, score, equity, origin, word, exchanged, placed };
  }

  /** Makes a play: moves its tiles from the rack to the board. */
  play({ raw }) {
    this.bytes.set(raw, this.moves);
    this.check(this.c.lexc_position_play(this.position, this.moves, 0, this.message, LEXC.messageBytes));
  }

  isWord(text) {
    const status = this.c.lexc_contains(this.lexicon, this.write(text), this.out, this.message, LEXC.messageBytes);
    this.check(status);
    return this.view.getUint8(this.out) !== 0;
  }

  /** The words that meet a condition, in alphabetical order. `hasMore` is true if the buffer is too short for all of them. */
  find(kind, text) {
    const view = this.view;
    view.setInt32(this.condition, kind, true);
    view.setUint32(this.condition + 12, this.write(text), true);
    const status = this.c.lexc_find(
      this.lexicon, this.condition, 1, this.words, LEXC.wordsBytes, 0, this.message, LEXC.messageBytes);
    const hasMore = status === LEXC.tooShort;
    if (!hasMore) this.check(status);
    const lines = this.read(this.words).split('\n');
    // The last line is empty, or was cut.
    return { words: lines.slice(0, -1), hasMore };
  }
}
