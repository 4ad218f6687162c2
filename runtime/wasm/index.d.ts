/// <reference lib="esnext.disposable" />
/** Loads the module: from the folder of the script, or from an address, a response, bytes or a compiled module. */
export function load(source?: Source | Promise<Source>): Promise<Lexc>;

export type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | CompiledModule;

/** A `WebAssembly.Module`; `never` where the types of the platform lack it. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : never;

/** A module, with the lexicons that it opens. */
export interface Lexc {
  /** Opens an image, a file that `lexc build` makes. Checks its checksums, and copies it. Throws an `ImageError`. */
  open(image: Image): Lexicon;
  /** Bytes of the open images and positions, and of the package's small buffers. */
  readonly usedBytes: number;
}

export type Image = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** An object in the module's memory. */
export class Resource implements Disposable {
  protected constructor();
  readonly isClosed: boolean;
  /** Gives the memory back. Later calls throw a `ClosedError`; closing again does nothing. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A tile of the alphabet. */
export interface Tile {
  /** Codes count from 1, in the order of the alphabet. */
  readonly code: number;
  readonly text: string;
  /** Text of a blank that stands for the tile. */
  readonly blankText: string;
  readonly isVowel: boolean;
  /** Points. */
  readonly value: number;
  /** Number of copies of the tile in a full bag. */
  readonly count: number;
}

/** A number, the least and the greatest number, or a text such as `7-`. */
export type NumberRange = number | [least: number | null | undefined, greatest: number | null | undefined] | string;

export type HookSide = 'front' | 'back' | 'either';

/**
 * Conditions that words meet: at most eight, where each text of a list counts as one. Their names are the long options of `lexc
 * find`, in camel case. Racks and patterns are written as for `lexc find`: in racks, `?` is a blank and `*` any number of
 * further tiles; in patterns, `?` or `.` is any one tile and `*` any number of any tiles; `[ABC]` is one of these tiles, `[^ABC]`
 * one of all other tiles. White space in a text is left out.
 */
export interface Conditions {
  /** Words of all tiles of the rack. */
  anagram?: string | string[];
  /** Words of some or all tiles of the rack. */
  subAnagram?: string | string[];
  pattern?: string | string[];
  /** Words that start with these tiles. */
  prefix?: string | string[];
  /** Words that end with these tiles. */
  suffix?: string | string[];
  /** Words with these tiles in a row. */
  contains?: string | string[];
  /** Longer words with this word in them. */
  extensions?: string | string[];
  /** Words made of this word and a tile before or behind it. */
  hooks?: string | string[];
  /** Words at most one edit from this word; `CARE~2` for at most two edits, up to `CARE~3`. An edit inserts, deletes or replaces a tile. */
  near?: string | string[];
  /** Words in which equal characters of the code stand for equal tiles, different ones for different tiles. */
  code?: string | string[];
  /** Number of tiles. */
  length?: NumberRange;
  /** Number of vowels. */
  vowels?: NumberRange;
  /** Words that take no hook on this side. */
  takesNoHook?: HookSide;
  /** Words made of another word and a hook on this side. */
  isHook?: HookSide;
}

/** Words of an image, with the alphabet of their game. */
export class Lexicon extends Resource implements Iterable<string> {
  private constructor();
  /** The name, which may be empty. */
  readonly name: string;
  /** Number of words. */
  readonly size: number;
  /** Identity of the set of words, as `lexc info` prints it. */
  readonly fingerprint: string;
  /** Number of tiles of the longest word. */
  readonly longestWord: number;
  /** The alphabet, in its order. */
  readonly tiles: readonly Tile[];
  /** Number of blanks in a full bag. */
  readonly blankCount: number;
  readonly hasDawg: boolean;
  readonly hasGaddag: boolean;
  /** Returns `true` if the text is a word. Throws a `TextError` for a text that is not written in tiles. */
  has(word: string): boolean;
  /** The labels of a word, by name: `true` for each flag, and the numbers. None if it is not a word, or the image has no labels. */
  labels(word: string): Record<string, true | number>;
  /**
   * A view: the lexicon of the words whose labels satisfy an expression, such as `csw & !new` or `level<=35`. It finds, plays and judges
   * these words alone; words that are on a board stay. It shares the memory of this lexicon, and is closed when this one is. Throws
   * a `TextError` for an expression that cannot be read, and for an image without labels.
   */
  view(expression: string): Lexicon;
  /** The lexicon of all words of the image, of which this one may be a view. */
  get whole(): Lexicon;
  /** The words that meet all conditions, in alphabetical order: `lexicon.find('hooks:CARE')` equals `lexicon.find({ hooks: 'CARE' })`. */
  find(conditions: string | Conditions): string[];
  /** All words, in alphabetical order. */
  words(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<string>;
  /** Judges words as a group: they are acceptable if all are in the lexicon. */
  judge(words: string | Iterable<string>): WordsVerdict;
  /**
   * Opens an image of leave values. A leave that is not listed has the value of the image's estimate. In an image without an
   * estimate, it has the value 0 if the image lists leaves of six tiles, and otherwise the sum of its tiles' values.
   */
  openLeaves(image: Image): Leaves;
  /** A position from its text in CGP; without a text, the empty board. */
  position(cgp?: string, options?: PositionOptions): Position;
  /** A game from its text in CGP, with the racks and the scores of all players; without a text, a new one. */
  game(cgp?: string, options?: GameOptions): Game;
}

export interface WordsVerdict {
  isAcceptable: boolean;
  /** The words that are not in the lexicon. */
  phonies: string[];
}

/** Values of leaves, the tiles kept on a rack. */
export class Leaves extends Resource {
  private constructor();
  readonly lexicon: Lexicon;
}

export interface PositionOptions {
  /**
   * Rules in settings `key=value`, such as "rack=8 bonus=40": `board` (standard, super, or the start square and the rows, as in
   * 1,1:=.'/.-/'.=), `drawn`, `rack`, `place`, `bonus`, `blank`, `values`, `counts`, `exchange`, `swap`, `scoreless`, `passes`, `end`,
   * `finish`, `turns` and `challenge`, as for `--rules` of the command. The first word may be a preset, such as `rack-8`. Missing
   * settings are the usual ones of the alphabet; but the board is the preset of the position's size, and the operations `bb` and
   * `etl` of the position apply in place of `bonus` and `exchange`.
   */
  rules?: string;
}

export type Direction = 'across' | 'down';

/** A play: tiles placed on one line. */
export interface Play {
  kind: 'play';
  /** The square of the first tile and the word: "8D CARE" across, "D8 CARE" down. */
  text: string;
  score: number;
  /** The score plus the value of the leave; without `leaves`, the score alone. */
  equity: number;
  /** Row of the word's first square, from 0. */
  row: number;
  /** Column of the word's first square, from 0. */
  col: number;
  direction: Direction;
  /** The placed tile of each square of the word; 0 for a tile that was on the board. */
  squares: number[];
}

export interface Exchange {
  kind: 'exchange';
  /** "exchange QV". */
  text: string;
  score: 0;
  equity: number;
  /** Codes of the tiles; `BLANK` for a blank. */
  exchanged: number[];
}

export interface Pass {
  kind: 'pass';
  text: string;
  score: 0;
  equity: number;
}

export type Move = Play | Exchange | Pass;

/**
 * Names of the parts of a move: `coordinate` is the first square of a play's word, such as "8D" across and "D8" down; `word` has the
 * tiles on the board, `tiles` a dot for each of them; `placed` is the number of tiles placed; `leave` has the tiles that stay on the
 * rack; `leave_value` and `equity` are in thousandths of a point.
 */
export type MovePart = 'kind' | 'text' | 'coordinate' | 'direction' | 'row' | 'col' | 'word' | 'tiles' | 'score' | 'placed' | 'leave' | 'leave_value' | 'equity';

/** The members of a play that a position needs. */
export type PlayLike = Pick<Play, 'row' | 'col' | 'direction' | 'squares'>;

export interface PlayVerdict {
  isLegal: boolean;
  /** The message that says why the play is not legal; `undefined` if it is legal. */
  problem: string | undefined;
  score: number;
}

/** A word on the board. */
export interface BoardWord {
  text: string;
  row: number;
  col: number;
  direction: Direction;
  /** Number of tiles. */
  length: number;
  /** `false` for a phony. */
  isWord: boolean;
}

export interface BestOptions {
  /** Values of leaves. */
  leaves?: Leaves;
  /** Number of tiles in the bag; exchanges need at least `exchangeBag`. By default `bag()`. */
  bag?: number;
}

export interface ParseOptions {
  /**
   * A person types the move: if the word of a play has no capital, or more small letters than the rack has blanks, small letters
   * stand for letters of the rack as far as it has them.
   */
  typed?: boolean;
}

/** A tile on a square: `placedTile` is its code, plus `BLANK` for a blank. */
export interface Placed {
  row: number;
  col: number;
  placedTile: number;
}

/** A board and a rack under the rules of a game. Plays are objects, or texts that `parse` reads. */
export class Position extends Resource {
  protected constructor();
  readonly lexicon: Lexicon;
  /** All settings of the rules as text, which the option `rules` reads. */
  readonly rules: string;
  readonly rows: number;
  readonly cols: number;
  readonly startRow: number;
  readonly startCol: number;
  readonly rackSize: number;
  readonly bingoBonus: number;
  /** Tiles that the bag must hold for an exchange: 1 in Spanish, as many as the rack size elsewhere. */
  readonly exchangeBag: number;
  /** The position as text in CGP, with scores of 0. */
  cgp(): string;
  /** Reads board and rack from CGP; checks the rest, but does not keep it. If the text is refused, the position stays as it was. */
  setCgp(text: string): void;
  /** The rack: letters in order of the alphabet, then a `?` for each blank. */
  rack(): string;
  setRack(rack: string): void;
  /** The placed tile of a square: 0 if it is empty, the code of a letter, or `BLANK` plus the code of a blank's letter. */
  get(row: number, col: number): number;
  /** Sets the placed tile of a square; 0 empties it. Does not change the rack. */
  set(row: number, col: number, placedTile: number): void;
  /** The factors of a square for the letter placed there and for its word, 1 to 5. */
  premium(row: number, col: number): { letter: number; word: number };
  /** Number of tiles in the bag: all but those on the board, on this rack, and on a full rack of the opponent. */
  bag(): number;
  /** The words on the board, of two tiles or more, across and then down. */
  words(): BoardWord[];
  /** All plays, the highest scores first; at most `count` of them. */
  plays(count?: number): Play[];
  /** The best moves, one by default: without leaves, the plays of the highest scores; otherwise those of `moves`. */
  best(count?: number, options?: BestOptions): Move[];
  /**
   * All moves, the highest equities first: plays, exchanges and the pass; at most `count` of them. Without leaves, all leaves have the
   * value 0. With an empty bag, the tiles kept count against a move.
   */
  moves(count?: number, options?: BestOptions): Move[];
  /**
   * The move of a casual player, who overlooks words so that people can win: the play of the highest score whose word is not
   * overlooked, else an exchange or the pass. Each `level`, from 1 to `CASUAL_LEVELS`, wins 60 to 70 % of the games against the one
   * below, and so do the plays of the highest score against the last. The same position gives the same move.
   */
  casual(level: number, options?: { bag?: number }): Move;
  /** The points of a play, legal or not. */
  score(play: PlayLike | string): number;
  /** Throws an `IllegalPlayError` if the play breaks a rule or forms a word that is not in the lexicon. */
  check(play: PlayLike | string): void;
  /** Judges a play: tells whether it is legal, the problem if it is not, and its score. */
  judge(play: PlayLike | string): PlayVerdict;
  /** Makes a play: moves its tiles from the rack to the board. Does not look up words; `check` does. */
  play(play: PlayLike | string): void;
  /**
   * Reads a play. A tile on the board is written as its letter or as a dot, or in parentheses. A tile of several characters is
   * in brackets, which are optional where the alphabet reads the bare text as this tile. A small letter is a blank.
   */
  parse(text: string): Play;
  /** Reads a move: a play, "exchange QV" with the tiles in any order and letter case, or "pass". */
  parseMove(text: string, options?: ParseOptions): Move;
  /**
   * The play of tiles that a player lays on the board, in any order: its word runs through the tiles on the board beside and between
   * them. Need not be legal. Throws an `IllegalPlayError` if the tiles are not all in one word.
   */
  place(placed: Placed[]): Play;
  /** A part of a move as text; empty if the move does not have it, such as the word of an exchange. */
  part(move: Move | string, name: MovePart): string;
}

export interface GameOptions extends PositionOptions {
  /** Number of players of a new game: 2, the default, 3 or 4. */
  players?: number;
  /** The player on turn in the text of a game, from 0; 0 by default. */
  onTurn?: number;
  /** Makes random numbers of 64 bits for the tiles to draw; by default those of `crypto`. Equal numbers give equal games. */
  random?: (count: number) => Iterable<bigint>;
}

/** A game between two turns. Players count from 0. */
export interface GameInfo {
  /** The points of each player; once the game is over, with those for the tiles left. */
  scores: number[];
  /** The points of each player without those for the tiles left. */
  played: number[];
  /** The points that each player gained or lost for the tiles left; zeros until the end. */
  endPoints: number[];
  /** Number of tiles of each player. */
  rackLengths: number[];
  /** Number of tiles in the bag. */
  bag: number;
  /** Number of turns in a row without a point. */
  zeroTurns: number;
  /** The player on turn; `undefined` once the game is over. */
  onTurn: number | undefined;
  /**
   * The way in which the game has ended: a player went `out`, too many turns were `scoreless`, a player lost it by a challenge, or the
   * `turns` that the rules allow are over. `undefined` while it is under way.
   */
  end: 'out' | 'scoreless' | 'forfeit' | 'turns' | undefined;
  /** The player who went out or lost the game. */
  endedBy: number | undefined;
}

/**
 * A game of two to four players. As a position, it is that of the player on turn: `plays`, `best` and all else work on it. Changes
 * by `set`, `setRack` and `play` are of the position alone: `check`, `make`, `cgp` and `info` are of the game.
 */
export class Game extends Position {
  private constructor();
  /** The scores, the turn and the end. */
  info(): GameInfo;
  /** The game as text in CGP: the racks and the scores of all players, from the one on turn. */
  cgp(): string;
  /** Continues from a text in CGP, in which this player is on turn. If the text is refused, the game stays as it was. */
  setCgp(cgp: string, onTurn?: number): void;
  /** The known tiles of a player, from 0. */
  rackOf(player: number): string;
  /** Throws an `IllegalPlayError` if the player on turn may not make a move, or if it forms a word that is not in the lexicon. */
  check(move: PlayLike | Move | string, options?: { allowPhonies?: boolean }): void;
  /** Makes a move, draws, and puts the next player on turn. Does not look up words; `check` does. */
  make(move: PlayLike | Move | string): void;
  /**
   * Challenges the latest play, at the price of the rules. Returns the phony that took it off the board, or `undefined` if all
   * words are valid.
   */
  challenge(): string | undefined;
  /** Fills all racks from the bag, and draws their unknown tiles anew, as for a game that continues from a record. */
  fillRacks(): void;
  /** Adds points to the score of a player, as for a time penalty. */
  adjust(player: number, points: number): void;
  /** Takes back the latest move; there is one after `make`, until a challenge, `setCgp`, `fillRacks`, `adjust` or another call. */
  takeBack(): void;
}

/** The placed tile of a designated blank is `BLANK` plus the code of its letter. */
export const BLANK: 128;
/** The number of levels of casual players. */
export const CASUAL_LEVELS: 8;

/** The squares of a play on which it places tiles. */
export function placedOf(play: PlayLike): Placed[];

/** Failure of a call. Wrong types and unknown names throw a `TypeError` instead, numbers out of range a `RangeError`. */
export class LexcError extends Error {
  /** The lexc_status of the library for C; 0 if the library was not called. */
  readonly status: number;
}
/** The bytes are damaged, are not an image of the kind that the call opens, or have leaves of another alphabet. */
export class ImageError extends LexcError {}
/** The text of a word, rack, condition, position, play or of rules is malformed. */
export class TextError extends LexcError {}
/** Board, rack and rules do not fit together. */
export class PositionError extends LexcError {}
/** The play breaks a rule, or forms a word that is not in the lexicon. */
export class IllegalPlayError extends LexcError {}
/** The object or its worker was closed. */
export class ClosedError extends LexcError {}
