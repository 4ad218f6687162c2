// Games: the racks and the scores of all players, their turns, and the end.
import { integerOf, optionsOf, textOf } from './errors.js';
import { Position } from './position.js';

/** Bytes of a game and of a random number. */
const GAME_BYTES = 8 * 200;
const NUMBER_BYTES = 8;
/** LEXC_MAX_PLAYERS. */
const MOST_PLAYERS = 4;
/** The ends, in the order of `lexc_end`. */
const ENDS = [undefined, 'out', 'scoreless', 'forfeit', 'turns'];
/** Options of a game; all others are those of its position. */
const OPTIONS = ['players', 'onTurn', 'random'];

const randomNumbers = (count) => crypto.getRandomValues(new BigUint64Array(count));

/** A game of two to four players. As a position, it is that of the player on turn. */
export class Game extends Position {
  #random;

  constructor(memory, lexicon, lexiconHandle, cgp, options) {
    const { players = 2, onTurn = 0, random = randomNumbers, ...others } = optionsOf(options, [...OPTIONS, ...Position.OPTIONS]);
    integerOf(players, 'the number of players', 2, MOST_PLAYERS);
    super(memory, lexicon, lexiconHandle, cgp, others, GAME_BYTES);
    this.#random = random;
    try {
      if (cgp === undefined) this.#deal(players);
      else this.setCgp(cgp, onTurn);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #deal(players) {
    const made = this.#numbers(players * this.rackSize);
    const { memory, rules, lexiconHandle, room } = Position.partsOf(this);
    this.#withNumbers(memory, made, (numbers, count) => (
      memory.ask('lexc_game_new', room, lexiconHandle, rules, players, numbers, count)));
    this.#show();
  }

  /** Makes random numbers for tiles. */
  #numbers(count) {
    const numbers = [...this.#random(count)];
    if (numbers.length !== count || numbers.some((number) => typeof number !== 'bigint')) {
      throw new RangeError(`random made other than ${count} random numbers (return that many bigints)`);
    }
    return numbers;
  }

  /** Calls `act` with the address and the number of random numbers. */
  #withNumbers(memory, numbers, act) {
    return memory.withRoom(numbers.length * NUMBER_BYTES, (address) => {
      for (const [index, number] of numbers.entries()) memory.view.setBigUint64(address + index * NUMBER_BYTES, number, true);
      return act(address, numbers.length);
    });
  }

  /** Makes the position that of the player on turn. */
  #show() {
    const { memory, handle, room } = Position.partsOf(this);
    memory.call('lexc_game_position', room, handle);
  }

  /** The game as text in CGP: the racks and the scores of all players, from the one on turn. */
  cgp() {
    const { memory, room } = Position.partsOf(this);
    return memory.textFrom('lexc_game_text', [room]);
  }

  /** Continues from a text in CGP, in which this player is on turn. If the text is refused, the game stays as it was. */
  setCgp(cgp, onTurn = 0) {
    integerOf(onTurn, 'the player on turn', 0, MOST_PLAYERS - 1);
    const { memory, rules, lexiconHandle, room } = Position.partsOf(this);
    // The position's own constructor reads the text before there is a game.
    if (room === undefined) return;
    memory.withText(textOf(cgp, 'the game'), (text) => memory.withRoom(GAME_BYTES, (address) => {
      memory.ask('lexc_game_parse', address, lexiconHandle, rules, text, onTurn);
      memory.bytes.copyWithin(room, address, address + GAME_BYTES);
    }));
    this.#show();
  }

  /** The scores, the turn and the end. */
  info() {
    const { memory, room } = Position.partsOf(this);
    memory.call('lexc_game_get_info', room, memory.out);
    const { view, out } = memory;
    const byte = (offset) => view.getUint8(out + offset);
    const players = Array.from({ length: byte(24) }, (_, player) => player);
    const end = ENDS[byte(26)];
    return {
      scores: players.map((player) => view.getInt32(out + 4 * player, true)),
      rackLengths: players.map((player) => byte(28 + player)),
      bag: view.getUint32(out + 16, true),
      zeroTurns: view.getUint32(out + 20, true),
      onTurn: end === undefined ? byte(25) : undefined,
      end,
      played: players.map((player) => view.getInt32(out + 32 + 4 * player, true)),
      endPoints: players.map((player) => view.getInt32(out + 48 + 4 * player, true)),
      endedBy: end === 'out' || end === 'forfeit' ? byte(27) : undefined,
    };
  }

  /** The known tiles of a player. */
  rackOf(player) {
    const { memory, room } = Position.partsOf(this);
    integerOf(player, 'the player', 0, this.info().scores.length - 1);
    return memory.textFrom('lexc_game_rack', [room, player]);
  }

  bag() { return this.info().bag; }

  /** Fills all racks from the bag, and draws their unknown tiles anew. */
  fillRacks() {
    const { memory, room } = Position.partsOf(this);
    const made = this.#numbers(this.info().scores.length * this.rackSize);
    this.#withNumbers(memory, made, (numbers, count) => memory.call('lexc_game_fill_racks', room, numbers, count));
    this.#show();
  }

  /** Throws if the player on turn may not make a move. */
  check(move, options = {}) {
    const { allowPhonies = false } = optionsOf(options, ['allowPhonies']);
    const { room } = Position.partsOf(this);
    Position.withMove(this, move, (memory, address) => memory.ask('lexc_game_check', room, address, Number(allowPhonies)));
  }

  /** Makes a move, draws, and puts the next player on turn. Does not look up words; `check` does. */
  make(move) {
    const made = this.#numbers(this.rackSize);
    const { room } = Position.partsOf(this);
    Position.withMove(this, move, (memory, address) => this.#withNumbers(memory, made, (numbers, count) => (
      memory.ask('lexc_game_make', room, address, numbers, count))));
    this.#show();
  }

  /** Challenges the latest play. Returns the phony that took it off the board, or `undefined` if all words are valid. */
  challenge() {
    const { memory, room } = Position.partsOf(this);
    const phony = memory.textFrom('lexc_game_challenge', [room]);
    this.#show();
    return phony === '' ? undefined : phony;
  }

  /** Adds points to the score of a player, as for a time penalty. */
  adjust(player, points) {
    const { memory, room } = Position.partsOf(this);
    integerOf(player, 'the player', 0, MOST_PLAYERS - 1);
    integerOf(points, 'the points', -(2 ** 31), 2 ** 31 - 1);
    memory.ask('lexc_game_adjust', room, player, points);
  }

  /** Takes back the latest move. */
  takeBack() {
    const { memory, room } = Position.partsOf(this);
    memory.call('lexc_game_take_back', room);
    this.#show();
  }
}
