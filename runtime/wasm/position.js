// Positions: board, rack and rules, with their plays.
import { LexcError, errorOf, integerOf, optionsOf, textOf } from './errors.js';
import { Leaves } from './leaves.js';
import { Resource } from './memory.js';

/** The placed tile of a designated blank is BLANK plus the code of its letter. On a rack, a blank is BLANK. */
export const BLANK = 0x80;
/** LEXC_CASUAL_LEVELS. */
export const CASUAL_LEVELS = 8;

/** Sizes of structures of lexc.h, in bytes. A position has LEXC_SMALL_POSITION_BYTES. */
const RULES_BYTES = 8 * 144;
const POSITION_BYTES = 800;
const MOVE_BYTES = 88;
const PLAY_BYTES = 32;
/** Name of the part that is the whole text of a move, with a final zero. */
const TEXT = new TextEncoder().encode('text\0');
/** Offsets in a move. */
const PLAY_AT = 8;
const KIND_AT = PLAY_AT + PLAY_BYTES;
/** LEXC_ERROR_TEXT. */
const ERROR_TEXT = -9;
/** LEXC_MAX_DIM. */
const MOST_SQUARES = 21;
/** Room of the first search, in moves. A search that fills its room is repeated with more. */
const FIRST_MOVES = 2048;
const MOST_MOVES = 2 ** 32;
const DIRECTIONS = ['across', 'down'];
const KINDS_OF_MOVES = ['play', 'exchange', 'pass'];

/** A board and a rack under the rules of a game. */
export class Position extends Resource {
  #handle;
  #spare;
  #rules;
  /** Address of the name `TEXT`. */
  #text;
  #lexiconHandle;
  /** Address of the memory that `Game` has asked for. */
  #room;

  /** Names of the options. */
  static OPTIONS = ['rules'];

  constructor(memory, lexicon, lexiconHandle, cgp, { rules = '' }, roomBytes = 0) {
    const text = cgp === undefined ? undefined : textOf(cgp, 'the position');
    const settings = textOf(rules, 'the text of the rules');
    const address = memory.take(RULES_BYTES + 2 * POSITION_BYTES + 8 + roomBytes);
    super(memory, 'the position was', [address]);
    this.#rules = address;
    [this.#handle, this.#spare] = [address + RULES_BYTES, address + RULES_BYTES + POSITION_BYTES];
    this.#text = this.#spare + POSITION_BYTES;
    memory.bytes.set(TEXT, this.#text);
    this.#lexiconHandle = lexiconHandle;
    this.lexicon = lexicon;
    try {
      const parse = (position) => memory.withText(settings, (written) => memory.ask('lexc_rules_parse', this.#rules, lexiconHandle, written, position));
      if (text === undefined) parse(0);
      else memory.withText(text, parse);
      this.rules = memory.textFrom('lexc_rules_text', [this.#rules, lexiconHandle], false, 4096);
      memory.call('lexc_rules_get_info', this.#rules, memory.out);
      const { view, out } = memory;
      this.bingoBonus = view.getInt32(out, true);
      const names = ['rows', 'cols', 'startRow', 'startCol', 'rackSize'];
      for (const [index, name] of names.entries()) this[name] = view.getUint8(out + 4 + index);
      this.exchangeBag = view.getUint8(out + 9);
      this.setCgp(text ?? `${Array(this.rows).fill(this.cols).join('/')} /`);
    } catch (error) {
      this.close();
      throw error;
    }
    this.#room = this.#text + 8;
  }

  /** The memory and the addresses of a position, for `Game`. `room` is undefined until the position is made. */
  static partsOf(position) {
    return {
      memory: position.#memory,
      rules: position.#rules,
      handle: position.#handle,
      lexiconHandle: position.#lexiconHandle,
      room: position.#room,
    };
  }

  /** Calls `act` with the memory and the address of a move, for `Game`. */
  static withMove(position, move, act) { return position.#withMove(move, act); }

  /** The memory. Throws if the position or its lexicon was closed. */
  get #memory() {
    Resource.memoryOf(this.lexicon);
    return Resource.memoryOf(this);
  }

  /** The position as text in CGP, with scores of 0. */
  cgp() { return this.#memory.textFrom('lexc_position_text', [this.#handle]); }

  /** Reads board and rack from CGP; checks the rest, but does not keep it. If the text is refused, the position stays as it was. */
  setCgp(text) {
    const memory = this.#memory;
    memory.withText(textOf(text, 'the position'), (address) => (
      memory.ask('lexc_position_parse', this.#spare, this.#lexiconHandle, this.#rules, address)));
    [this.#handle, this.#spare] = [this.#spare, this.#handle];
  }

  /** The rack: letters in order of the alphabet, then a ? for each blank. */
  rack() { return this.#memory.textFrom('lexc_position_rack', [this.#handle]); }

  setRack(rack) {
    const memory = this.#memory;
    memory.withText(textOf(rack, 'the rack'), (address) => memory.ask('lexc_position_set_rack', this.#handle, address));
  }

  #checkSquare(row, col) {
    integerOf(row, 'the row', 0, this.rows - 1);
    integerOf(col, 'the column', 0, this.cols - 1);
  }

  #checkTile(placedTile) {
    const { tiles } = this.lexicon;
    integerOf(placedTile, 'the placed tile', 0, BLANK + tiles.length);
    if (!tiles[(placedTile & ~BLANK) - 1]) throw new RangeError(`unknown tile code ${placedTile} (pass 1 to ${tiles.length}, plus BLANK for a blank)`);
  }

  /** The placed tile of a square: 0 if it is empty, the code of a letter, or `BLANK` plus the code of a blank's letter. */
  get(row, col) {
    const memory = this.#memory;
    this.#checkSquare(row, col);
    memory.call('lexc_position_get', this.#handle, row, col, memory.out);
    return memory.view.getUint8(memory.out);
  }

  /** Sets the placed tile of a square; 0 empties it. Does not change the rack. */
  set(row, col, placedTile) {
    const memory = this.#memory;
    this.#checkSquare(row, col);
    if (placedTile !== 0) this.#checkTile(placedTile);
    memory.call('lexc_position_set', this.#handle, row, col, placedTile);
  }

  /** The factors of a square for the letter placed there and for its word, 1 to 5. */
  premium(row, col) {
    const memory = this.#memory;
    this.#checkSquare(row, col);
    memory.call('lexc_rules_premium', this.#rules, row, col, memory.out, memory.out + 4);
    return { letter: memory.view.getInt32(memory.out, true), word: memory.view.getInt32(memory.out + 4, true) };
  }

  /** Number of tiles in the bag: those of a full bag without the board, this rack, and a full rack of the opponent. */
  bag() {
    const memory = this.#memory;
    memory.call('lexc_position_bag_len', this.#handle, memory.out);
    return memory.view.getUint32(memory.out, true);
  }

  /** The words on the board, of two tiles or more, across and then down. */
  words() {
    const words = [];
    for (;;) {
      const memory = this.#memory;
      const word = memory.withRoom(8, (address) => {
        const text = memory.textFrom('lexc_position_word', [this.#handle, words.length, address], false, 512);
        const [row, col, direction, length, isWord] = memory.bytes.slice(address, address + 5);
        return { text, row, col, direction: DIRECTIONS[direction], length, isWord: isWord !== 0 };
      });
      if (word.length === 0) return words;
      words.push(word);
    }
  }

  /** All plays, the highest scores first; at most `count` of them. */
  plays(count = MOST_MOVES) {
    integerOf(count, 'the number of plays', 0, MOST_MOVES);
    // Moves are ranked by score if the bag has a tile and there are no leaves; if the bag is empty, the tiles kept would count. Plays
    // come before the other moves of their score.
    return this.#search(Math.min(count + 1, MOST_MOVES), 0, 1).filter(({ kind }) => kind === 'play').slice(0, count);
  }

  /**
   * The best moves. Without `leaves`, these are the plays of the highest scores; otherwise those of moves().
   */
  best(count = 1, options = {}) {
    const { leaves } = optionsOf(options, ['leaves', 'bag']);
    return leaves === undefined ? this.plays(count) : this.moves(count, options);
  }

  /**
   * All moves: plays, exchanges and the pass, the highest equities first; at most `count` of them. Without `leaves`, all leaves have the
   * value 0. `bag` is the number of tiles in the bag; exchanges need at least `exchangeBag`.
   */
  moves(count = MOST_MOVES, options = {}) {
    const { leaves, bag = this.bag() } = optionsOf(options, ['leaves', 'bag']);
    integerOf(count, 'the number of moves', 0, MOST_MOVES);
    integerOf(bag, 'the number of tiles in the bag', 0, MOST_MOVES - 1);
    if (leaves !== undefined && !(leaves instanceof Leaves && leaves.lexicon.whole === this.lexicon.whole)) {
      throw new TypeError('the leaves are not those of the lexicon (open them with lexicon.openLeaves)');
    }
    return this.#search(count, leaves === undefined ? 0 : Leaves.handleOf(leaves), bag);
  }

  /**
   * The move of a casual player, who overlooks words so that people can win; each `level`, from 1 to `CASUAL_LEVELS`, is stronger than
   * the one below.
   */
  casual(level, options = {}) {
    const { bag = this.bag() } = optionsOf(options, ['bag']);
    integerOf(level, 'the level', 1, CASUAL_LEVELS);
    integerOf(bag, 'the number of tiles in the bag', 0, MOST_MOVES - 1);
    const memory = this.#memory;
    return memory.withRoom(MOVE_BYTES, (address) => {
      memory.call('lexc_casual_move', this.#handle, level, bag, address);
      return this.#readMove(memory, address);
    });
  }

  #search(count, leaves, bag, capacity = Math.min(count, FIRST_MOVES)) {
    const memory = this.#memory;
    const moves = memory.withRoom(capacity * MOVE_BYTES, (address) => {
      memory.call('lexc_best_moves', this.#handle, leaves, bag, address, capacity, memory.out);
      const found = memory.view.getUint32(memory.out, true);
      if (found === capacity && capacity < count) return undefined;
      return Array.from({ length: found }, (_, index) => this.#readMove(memory, address + index * MOVE_BYTES));
    });
    return moves ?? this.#search(count, leaves, bag, Math.min(count, capacity * 8));
  }

  #readMove(memory, address) {
    const text = memory.textFrom('lexc_move_part', [this.#handle, address, this.#text], false, 512);
    const { view } = memory;
    const bytes = memory.bytes.slice(address, address + MOVE_BYTES);
    const kind = KINDS_OF_MOVES[bytes[KIND_AT]];
    const equity = Number(view.getBigInt64(address, true)) / 1000;
    if (kind === 'pass') return { kind, text, score: 0, equity };
    if (kind === 'exchange') return { kind, text, score: 0, equity, exchanged: Array.from(bytes.slice(KIND_AT + 2, KIND_AT + 2 + bytes[KIND_AT + 1])) };
    const [row, col, direction, length] = bytes.slice(PLAY_AT + 4);
    const squares = Array.from(bytes.slice(PLAY_AT + 9, PLAY_AT + 9 + length));
    return { kind, text, score: view.getInt32(address + PLAY_AT, true), equity, row, col, direction: DIRECTIONS[direction], squares };
  }

  /** Writes a play into memory that is zeroed. */
  #writePlay(memory, address, play) {
    const { row, col, direction, squares, score = 0 } = typeof play === 'string' ? this.parse(play) : Object(play);
    this.#checkSquare(row, col);
    const down = DIRECTIONS.indexOf(direction);
    if (down < 0) throw new TypeError(`the direction of the play is ${direction} (use ${DIRECTIONS.join(' or ')})`);
    if (!Array.isArray(squares)) throw new TypeError('the play has no squares (pass a play of plays(), best() or parse())');
    integerOf(squares.length, 'the length of the word', 1, MOST_SQUARES);
    for (const placedTile of squares) integerOf(placedTile, 'a placed tile', 0, 255);
    integerOf(score, 'the score', -(2 ** 31), 2 ** 31 - 1);
    memory.view.setInt32(address, score, true);
    memory.bytes.set([row, col, down, squares.length, squares.filter((byte) => byte !== 0).length, ...squares], address + 4);
  }

  /** Calls `act` with the address of a play. */
  #withPlay(play, act) {
    const memory = this.#memory;
    return memory.withRoom(PLAY_BYTES, (address) => {
      memory.bytes.fill(0, address, address + PLAY_BYTES);
      this.#writePlay(memory, address, play);
      return act(memory, address);
    });
  }

  /** Calls `act` with the address of a move. */
  #withMove(move, act) {
    const made = typeof move === 'string' ? this.parseMove(move) : move;
    const { kind = 'play', equity = 0, exchanged = [] } = Object(made);
    const known = KINDS_OF_MOVES.indexOf(kind);
    if (known < 0) throw new TypeError(`the kind of the move is ${kind} (use ${KINDS_OF_MOVES.join(', ')})`);
    if (!Array.isArray(exchanged)) throw new TypeError('the exchange has no tiles (pass a move of best() or parseMove())');
    integerOf(exchanged.length, 'the number of tiles', 0, MOST_SQUARES);
    for (const code of exchanged) integerOf(code, 'a tile', 0, 255);
    const memory = this.#memory;
    return memory.withRoom(MOVE_BYTES, (address) => {
      memory.bytes.fill(0, address, address + MOVE_BYTES);
      memory.view.setBigInt64(address, BigInt(Math.round(equity * 1000)), true);
      if (kind === 'play') this.#writePlay(memory, address + PLAY_AT, made);
      memory.bytes.set([known, exchanged.length, ...exchanged], address + KIND_AT);
      return act(memory, address);
    });
  }

  /** The points of a play, legal or not. */
  score(play) {
    return this.#withPlay(play, (memory, address) => {
      memory.call('lexc_play_score', this.#handle, address, memory.out);
      return memory.view.getInt32(memory.out, true);
    });
  }

  /** Throws an `IllegalPlayError` if a play breaks a rule or forms a word that is not in the lexicon. */
  check(play) {
    this.#withPlay(play, (memory, address) => memory.ask('lexc_play_check', this.#handle, address));
  }

  /** Judges a play: tells whether it is legal, the problem if it is not, and its score. */
  judge(play) {
    const judged = typeof play === 'string' ? this.parse(play) : play;
    const score = this.score(judged);
    try {
      this.check(judged);
      return { isLegal: true, problem: undefined, score };
    } catch (error) {
      if (!(error instanceof LexcError)) throw error;
      return { isLegal: false, problem: error.message, score };
    }
  }

  /** Makes a play: moves its tiles from the rack to the board. Does not look up words; `check` does. */
  play(play) {
    this.#withPlay(play, (memory, address) => memory.ask('lexc_position_play', this.#handle, address, 0));
  }

  /**
   * Reads a play: "8D CARE" across, "D8 CARE" down. A tile on the board is written as its letter or as a dot, or in
   * parentheses. A tile of several characters is in brackets, which are optional where the alphabet reads the bare text as
   * this tile. A small letter is a blank.
   */
  parse(text) {
    const move = this.parseMove(text);
    if (move.kind !== 'play') throw errorOf(ERROR_TEXT, `${move.text} is not a play (write 8D for a word across, D8 for a word down)`);
    return move;
  }

  /** Reads a move: a play, "exchange QV" or "pass". If it is `typed`, small letters may stand for letters of the rack. */
  parseMove(text, options = {}) {
    const { typed = false } = optionsOf(options, ['typed']);
    const memory = this.#memory;
    return memory.withText(textOf(text, 'the move'), (written) => memory.withRoom(MOVE_BYTES, (address) => {
      memory.ask(typed ? 'lexc_move_parse_typed' : 'lexc_move_parse', this.#handle, written, address);
      return this.#readMove(memory, address);
    }));
  }

  /** The play of tiles laid on squares, as `placedOf` gives them: its word runs through the tiles on the board. */
  place(placed) {
    const memory = this.#memory;
    if (!Array.isArray(placed)) throw new TypeError('the tiles are not an array (pass squares with their placed tiles)');
    const bytes = placed.flatMap(({ row, col, placedTile }) => {
      this.#checkSquare(row, col);
      this.#checkTile(placedTile);
      return [row, col, placedTile];
    });
    return memory.withRoom(bytes.length, (tiles) => memory.withRoom(MOVE_BYTES, (address) => {
      memory.bytes.set(bytes, tiles);
      memory.ask('lexc_move_place', this.#handle, tiles, placed.length, address);
      return this.#readMove(memory, address);
    }));
  }

  /** A part of a move as text, such as its "word" or its "leave"; empty if the move does not have it. */
  part(move, name) {
    return this.#withMove(move, (memory, address) => memory.withText(textOf(name, 'the part'), (part) => (
      memory.textFrom('lexc_move_part', [this.#handle, address, part], false, 512))));
  }
}

/** The squares of a play on which it places tiles. */
export function placedOf({ row, col, direction, squares }) {
  const at = (offset) => (direction === 'down' ? { row: row + offset, col } : { row, col: col + offset });
  return squares.map((placedTile, offset) => ({ ...at(offset), placedTile })).filter(({ placedTile }) => placedTile !== 0);
}
