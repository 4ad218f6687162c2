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

/** Puts an array in a random order. */
export function shuffle(array) {
  for (let at = array.length - 1; at > 0; at--) {
    const other = randomBelow(at + 1);
    [array[at], array[other]] = [array[other], array[at]];
  }
}

export class Game {
  /**
   * Starts a game. The position must be empty, and only this game may use it. `players` have a `nick` without spaces and a `name`;
   * the first one starts. Continues a game if `kept` has the `state`, `turns` and `before` of one.
   */
  constructor(position, players, kept = undefined) {
    const { lexicon } = position;
    Object.assign(this, { position, lexicon, players, turns: [], before: [] });
    if (kept) {
      const { state, turns, before } = kept;
      Object.assign(this, { state, turns, before });
    } else {
      this.deal();
    }
    this.show();
  }

  /** Shuffles a full bag, and fills both racks. */
  deal() {
    const bag = this.fullBag();
    if (bag.length < 2 * this.position.rackSize) throw new GameError('the alphabet has too few tiles for two racks');
    shuffle(bag);
    const [board] = this.position.cgp().split(' ');
    this.state = { board, bag, racks: [[], []], scores: [0, 0], zeroTurns: 0, onTurn: 0, isOver: false };
    this.fill(0);
    this.fill(1);
  }

  /** The tiles of a full bag, in the order of the alphabet. */
  fullBag() {
    const letters = this.lexicon.tiles.flatMap(({ code, count }) => Array(count).fill(code));
    return [...letters, ...Array(this.lexicon.blankCount).fill(BLANK)];
  }

  /** The parts of this game from which the constructor continues it. */
  get kept() {
    const { players, state, turns, before } = this;
    return { players, state, turns, before };
  }

  get seat() { return this.state.onTurn; }

  tile(code) { return this.lexicon.tiles[(code & ~BLANK) - 1]; }

  spell(texts) { return spell(this.lexicon.tiles, texts); }

  /** Text of a rack, in the order of the alphabet, with `?` for each blank. */
  text(rack) {
    return this.spell([...rack].sort((a, b) => a - b).map((code) => (code === BLANK ? '?' : this.tile(code).text)));
  }

  /** The codes of the tiles of a rack, from its text as the library writes it. */
  codesOf(text) {
    return Array.from(text.matchAll(/\[([^\]]*)\]|(.)/gu), ([, long, short]) => {
      const written = long ?? short;
      return written === '?' ? BLANK : this.lexicon.tiles.find((tile) => tile.text === written).code;
    });
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
    this.before.push({ ...before, turnCount: this.turns.length });
    this.turns.push({ ...turn, seat, rack: this.text(before.racks[seat]), total: state.scores[seat] });
    state.onTurn = 1 - seat;
    if (state.racks[seat].length === 0 || state.zeroTurns === LAST_ZERO_TURN) this.end();
    this.show();
  }

  /**
   * Ends the game, by the form of tournaments: a player without tiles gains twice the value of the other's tiles. If both have
   * tiles, each loses the value of the own tiles.
   */
  end() {
    const { racks } = this.state;
    this.state.isOver = true;
    const out = racks.findIndex((rack) => rack.length === 0);
    if (out >= 0) {
      this.settle(out, racks[1 - out], 2);
      return;
    }
    for (const seat of [0, 1]) this.settle(seat, racks[seat], -1);
  }

  /** Adds a multiple of the value of tiles to the score of a player. */
  settle(seat, tiles, times) {
    const { racks, scores } = this.state;
    const score = times * this.value(tiles);
    scores[seat] += score;
    this.turns.push({ kind: 'end', seat, rack: this.text(racks[seat]), tiles: this.text(tiles), score, total: scores[seat] });
  }

  /** Takes back this player's latest turn and all turns after it. Returns `false` if the player has made no turn. */
  takeBack(seat) {
    const last = this.before.findLastIndex(({ onTurn }) => onTurn === seat);
    if (last < 0) return false;
    this.state = this.before[last];
    this.before.length = last;
    this.turns.length = this.state.turnCount;
    this.show();
    return true;
  }

  /** The record of the game in GCG. A game that is not over can be continued: the record has both racks. */
  get gcg() {
    const { isOver, racks } = this.state;
    const lines = ['#character-encoding UTF-8', ...this.players.map(({ nick, name }, seat) => `#player${seat + 1} ${nick} ${name}`)];
    if (this.lexicon.name) lines.push(`#lexicon ${this.lexicon.name}`);
    lines.push(`#rules ${this.position.rules.split(' ').filter((setting) => /^(board|rack)=/u.test(setting)).join(' ')}`);
    if (!isOver) lines.push(...racks.map((rack, seat) => `#rack${seat + 1} ${this.text(rack)}`));
    for (const turn of this.turns) {
      const move = {
        play: () => `${turn.origin} ${turn.word}`,
        exchange: () => `-${turn.exchanged}`,
        pass: () => '-',
        withdrawn: () => '--',
        challenge: () => '(challenge)',
        time: () => '(time)',
        end: () => `(${turn.tiles})`,
      }[turn.kind]();
      const points = turn.score < 0 ? turn.score : `+${turn.score}`;
      lines.push(`>${this.players[turn.seat].nick}: ${[turn.rack, move, points, turn.total].filter((part) => part !== '').join(' ')}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
