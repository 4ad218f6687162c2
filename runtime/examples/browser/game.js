// A game of two players by the rules of `lexc play`, and its record in GCG. Tiles on racks are codes, `BLANK` for a blank.
import { BLANK, originOf, spell } from '../../wasm/lexc.js';

/** A game ends after this number of turns in a row without a point. */
const LAST_ZERO_TURN = 6;
/** A move or a game that the rules refuse; the message is for the person. */
export class GameError extends Error {}

/** A random number below `limit`; all numbers are equally likely. */
export function randomBelow(limit) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number < 2 ** 32 - (2 ** 32 % limit) ? number % limit : randomBelow(limit);
}

export class Game {
  /** Starts a game. The position must be empty, and only this game may use it. `names[0]` starts. */
  constructor(position, names) {
    const { lexicon } = position;
    Object.assign(this, { position, lexicon, names, turns: [], before: [] });
    const bag = lexicon.tiles.flatMap(({ code, count }) => Array(count).fill(code));
    bag.push(...Array(lexicon.blankCount).fill(BLANK));
    if (bag.length < 2 * position.rackSize) throw new GameError('the alphabet has too few tiles for two racks');
    for (let at = bag.length - 1; at > 0; at--) {
      const other = randomBelow(at + 1);
      [bag[at], bag[other]] = [bag[other], bag[at]];
    }
    const [board] = position.cgp().split(' ');
    this.state = { board, bag, racks: [[], []], scores: [0, 0], zeroTurns: 0, onTurn: 0, isOver: false };
    this.fill(0);
    this.fill(1);
    this.show();
  }

  get seat() { return this.state.onTurn; }

  tile(code) { return this.lexicon.tiles[(code & ~BLANK) - 1]; }

  spell(texts) { return spell(this.lexicon.tiles, texts); }

  /** Text of a rack, in the order of the alphabet, with `?` for each blank. */
  text(rack) {
    return this.spell([...rack].sort((a, b) => a - b).map((code) => (code === BLANK ? '?' : this.tile(code).text)));
  }

  value(rack) { return rack.reduce((sum, code) => sum + (code === BLANK ? 0 : this.tile(code).value), 0); }

  /** The position of the player on turn. The opponent's rack is known once the bag is empty. */
  get cgp() {
    const { board, bag, racks, scores, zeroTurns } = this.state;
    const other = 1 - this.seat;
    const known = bag.length === 0 ? this.text(racks[other]) : '';
    return `${board} ${this.text(racks[this.seat])}/${known} ${scores[this.seat]}/${scores[other]} ${zeroTurns}`;
  }

  /** Sets the library's position to that of the game. */
  show() { this.position.setCgp(this.cgp); }

  fill(seat) {
    const { bag, racks } = this.state;
    while (racks[seat].length < this.position.rackSize && bag.length > 0) racks[seat].push(bag.pop());
  }

  /** Removes tiles from the rack of the player on turn, and draws. Throws if the rack lacks a tile. */
  take(codes) {
    const rack = [...this.state.racks[this.seat]];
    for (const code of codes) {
      const at = rack.indexOf(code);
      if (at < 0) throw new GameError(`your rack lacks ${code === BLANK ? 'a blank' : this.tile(code).text}`);
      rack.splice(at, 1);
    }
    this.state.racks[this.seat] = rack;
    this.fill(this.seat);
  }

  /**
   * The play of tiles placed on empty squares of one line, in the form that the library reads, with its word as text. A single
   * tile that forms words in both directions, or in none, is a down play if `down` is true, otherwise an across play. Throws if
   * the tiles have gaps; does not check that they touch other tiles.
   */
  playOf(placed, down) {
    const at = new Map(placed.map((each) => [`${each.row} ${each.col}`, each.placedTile]));
    const { rows, cols } = this.position;
    const on = (row, col) => {
      if (row < 0 || col < 0 || row >= rows || col >= cols) return 0;
      return at.get(`${row} ${col}`) ?? this.position.get(row, col);
    };
    const wordAt = ({ row, col }, direction) => {
      const [rowStep, colStep] = direction === 'down' ? [1, 0] : [0, 1];
      while (on(row - rowStep, col - colStep)) [row, col] = [row - rowStep, col - colStep];
      const word = { kind: 'play', row, col, direction, squares: [] };
      const [shown, written] = [[], []];
      for (; on(row, col); row += rowStep, col += colStep) {
        const placedTile = on(row, col);
        const tile = this.tile(placedTile);
        const isNew = at.has(`${row} ${col}`);
        shown.push(tile.text);
        written.push(!isNew ? '.' : placedTile >= BLANK ? tile.blankText : tile.text);
        word.squares.push(isNew ? placedTile : 0);
      }
      return { ...word, shown: this.spell(shown), word: this.spell(written) };
    };
    const [first] = placed;
    const words = ['across', 'down'].map((direction) => wordAt(first, direction));
    let isDown = down;
    if (placed.length > 1) isDown = placed.every(({ col }) => col === first.col);
    // A single tile that forms one word is a play in the direction of this word.
    else if (words.some(({ squares }) => squares.length > 1) && words[down ? 1 : 0].squares.length === 1) isDown = !down;
    const play = words[isDown ? 1 : 0];
    if (play.squares.filter(Boolean).length !== placed.length) throw new GameError('the tiles are not in one word');
    return { ...play, score: this.position.score(play), origin: originOf(play.row, play.col, play.direction), placed };
  }

  /** Makes a play of `playOf`. Throws if it breaks a rule or forms a phony; the game is then unchanged. */
  play(play) {
    this.position.check(play);
    this.position.play(play);
    const [board] = this.position.cgp().split(' ');
    this.turn(play, () => {
      this.state.board = board;
      this.take(play.placed.map(({ placedTile }) => Math.min(placedTile, BLANK)));
    });
  }

  exchange(codes) {
    const { bag } = this.state;
    if (codes.length === 0) throw new GameError('choose the tiles to exchange');
    const needed = Math.max(this.position.exchangeBag, codes.length);
    if (bag.length < needed) throw new GameError(`an exchange needs ${needed} tiles in the bag, which has ${bag.length}`);
    this.turn({ kind: 'exchange', score: 0, exchanged: this.text(codes) }, () => {
      this.take(codes);
      for (const code of codes) this.state.bag.splice(randomBelow(this.state.bag.length + 1), 0, code);
    });
  }

  pass() { this.turn({ kind: 'pass', score: 0 }, () => {}); }

  /** Makes a turn. Then the other player is on turn, or the game ends. */
  turn(turn, change) {
    if (this.state.isOver) throw new GameError('the game is over');
    const before = JSON.parse(JSON.stringify(this.state));
    const seat = this.seat;
    try {
      change();
    } catch (error) {
      this.state = before;
      throw error;
    }
    const { state } = this;
    state.scores[seat] += turn.score;
    state.zeroTurns = turn.score === 0 ? state.zeroTurns + 1 : 0;
    this.before.push(before);
    this.turns.push({ ...turn, seat, rack: this.text(before.racks[seat]), total: state.scores[seat] });
    state.onTurn = 1 - seat;
    if (state.racks[seat].length === 0 || state.zeroTurns === LAST_ZERO_TURN) this.end();
    this.show();
  }

  /** Ends the game: players lose the value of their tiles, and a player without tiles gains that of the opponent's tiles. */
  end() {
    const { racks, scores } = this.state;
    const values = racks.map((rack) => this.value(rack));
    this.state.isOver = true;
    const seats = racks[1].length === 0 ? [1, 0] : [0, 1];
    for (const seat of seats) {
      const isOut = racks[seat].length === 0;
      const score = isOut ? values[1 - seat] : -values[seat];
      scores[seat] += score;
      const tiles = this.text(racks[isOut ? 1 - seat : seat]);
      this.turns.push({ kind: 'end', seat, rack: this.text(racks[seat]), tiles, score, total: scores[seat] });
    }
  }

  /** Takes back this player's latest turn and all turns after it. Returns `false` if the player has made no turn. */
  takeBack(seat) {
    const last = this.before.findLastIndex(({ onTurn }) => onTurn === seat);
    if (last < 0) return false;
    this.state = this.before[last];
    this.before.length = last;
    this.turns.length = last;
    this.show();
    return true;
  }

  /** The record of the game in GCG. A game that is not over can be continued: the record has both racks. */
  get gcg() {
    const { isOver, racks } = this.state;
    const lines = ['#character-encoding UTF-8', ...this.names.map((name, seat) => `#player${seat + 1} ${name} ${name}`)];
    if (this.lexicon.name) lines.push(`#lexicon ${this.lexicon.name}`);
    if (!isOver) lines.push(...racks.map((rack, seat) => `#rack${seat + 1} ${this.text(rack)}`));
    for (const turn of this.turns) {
      const move = {
        play: () => `${turn.origin} ${turn.word}`,
        exchange: () => `-${turn.exchanged}`,
        pass: () => '-',
        end: () => `(${turn.tiles})`,
      }[turn.kind]();
      const points = turn.score < 0 ? turn.score : `+${turn.score}`;
      lines.push(`>${this.names[turn.seat]}: ${[turn.rack, move, points, turn.total].filter((part) => part !== '').join(' ')}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
