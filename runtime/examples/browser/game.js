'use strict';
// A game of two players by the rules of `lexc play`, and its record in GCG. Tiles on racks are codes, `LEXC.blank` for a blank.

/** Turns in a row without points that end a game. */
const LAST_ZERO_TURN = 6;
/** Tiles in the bag that an exchange needs. */
const EXCHANGE_BAG = 7;

/** A move that breaks a rule. */
class GameError extends Error {}

/** A random number below `limit`; all numbers are equally likely. */
function randomBelow(limit) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number < 2 ** 32 - (2 ** 32 % limit) ? number % limit : randomBelow(limit);
}

class Game {
  /** Starts a game. The position of `lexc` is the game's alone; `names[0]` starts. */
  constructor(lexc, rules, names) {
    Object.assign(this, { lexc, rules, names, turns: [], before: [] });
    const bag = lexc.tiles.flatMap(({ code, count }) => Array(count).fill(code));
    bag.push(...Array(lexc.info.blankCount).fill(LEXC.blank));
    if (bag.length < 2 * rules.rackSize) throw new GameError('the alphabet has too few tiles for two racks');
    for (let at = bag.length - 1; at > 0; at--) {
      const other = randomBelow(at + 1);
      [bag[at], bag[other]] = [bag[other], bag[at]];
    }
    const [board] = lexc.cgp.split(' ');
    this.state = { board, bag, racks: [[], []], scores: [0, 0], zeroTurns: 0, onTurn: 0, isOver: false };
    this.fill(0);
    this.fill(1);
    this.show();
  }

  get seat() { return this.state.onTurn; }

  tile(code) { return this.lexc.tiles[(code & ~LEXC.blank) - 1]; }

  /** Text of a rack, in the order of the alphabet, with `?` for each blank. */
  text(rack) {
    return [...rack].sort((a, b) => a - b).map((code) => (code === LEXC.blank ? '?' : bracketed(this.tile(code).text))).join('');
  }

  value(rack) { return rack.reduce((sum, code) => sum + (code === LEXC.blank ? 0 : this.tile(code).value), 0); }

  /** The position of the player on turn. The opponent's rack is known once the bag is empty. */
  get cgp() {
    const { board, bag, racks, scores, zeroTurns } = this.state;
    const other = 1 - this.seat;
    const known = bag.length === 0 ? this.text(racks[other]) : '';
    return `${board} ${this.text(racks[this.seat])}/${known} ${scores[this.seat]}/${scores[other]} ${zeroTurns}`;
  }

  /** Sets the position of the library. */
  show() { this.lexc.cgp = this.cgp; }

  fill(seat) {
    const { bag, racks } = this.state;
    while (racks[seat].length < this.rules.rackSize && bag.length > 0) racks[seat].push(bag.pop());
  }

  /** Removes tiles from the rack of the player on turn, and draws. Throws if the rack lacks a tile. */
  take(codes) {
    const rack = [...this.state.racks[this.seat]];
    for (const code of codes) {
      const at = rack.indexOf(code);
      if (at < 0) throw new GameError(`your rack lacks ${code === LEXC.blank ? 'a blank' : this.tile(code).text}`);
      rack.splice(at, 1);
    }
    this.state.racks[this.seat] = rack;
    this.fill(this.seat);
  }

  /**
   * The play of tiles placed on empty squares of one line: bytes, origin, words and score. `down` makes a down play of a
   * single tile that forms words in both directions or in none. Throws if the tiles have gaps, not if they touch no others.
   */
  playOf(placed, down) {
    const at = new Map(placed.map((each) => [`${each.row} ${each.col}`, each.placedTile]));
    const { rows, cols, rackSize, bingoBonus } = this.rules;
    const on = (row, col) => {
      if (row < 0 || col < 0 || row >= rows || col >= cols) return 0;
      return at.get(`${row} ${col}`) ?? this.lexc.placedTile(row, col);
    };
    const wordAt = ({ row, col }, [down, across]) => {
      while (on(row - down, col - across)) [row, col] = [row - down, col - across];
      const word = { row, col, text: '', written: '', bytes: [], length: 0 };
      let [points, multiplier] = [0, 1];
      for (; on(row, col); row += down, col += across) {
        const placedTile = on(row, col);
        const tile = this.tile(placedTile);
        const isNew = at.has(`${row} ${col}`);
        const premium = isNew ? this.lexc.premium(row, col) : { letter: 1, word: 1 };
        points += (placedTile >= LEXC.blank ? 0 : tile.value) * premium.letter;
        multiplier *= premium.word;
        word.text += bracketed(tile.text);
        word.written += isNew ? bracketed(placedTile >= LEXC.blank ? tile.blankText : tile.text) : '.';
        word.bytes.push(isNew ? placedTile : 0);
        word.length += 1;
      }
      return { ...word, points: points * multiplier };
    };
    const [across, downwards] = [[0, 1], [1, 0]];
    const [first] = placed;
    let isDown = down;
    if (placed.length > 1) isDown = placed.every(({ col }) => col === first.col);
    else if (wordAt(first, isDown ? downwards : across).length === 1) isDown = wordAt(first, isDown ? across : downwards).length > 1 ? !isDown : isDown;
    const main = wordAt(first, isDown ? downwards : across);
    if (main.bytes.filter(Boolean).length !== placed.length) throw new GameError('the tiles are not in one word');
    const crosses = placed.map((each) => wordAt(each, isDown ? across : downwards)).filter(({ length }) => length > 1);
    const words = [main, ...crosses];
    const score = words.reduce((sum, { points }) => sum + points, 0) + (placed.length === rackSize ? bingoBonus : 0);
    const column = columnLetter(main.col);
    const origin = isDown ? `${column}${main.row + 1}` : `${main.row + 1}${column}`;
    const raw = new Uint8Array(LEXC.playBytes);
    new DataView(raw.buffer).setInt32(0, score, true);
    raw.set([main.row, main.col, isDown ? 1 : 0, main.length, placed.length, ...main.bytes], 4);
    return { raw, score, origin, word: main.written, shown: main.text, placed, words: words.map(({ text }) => text) };
  }

  /** Makes a play of `playOf`. Throws if it breaks a rule or forms a phony; the game is then unchanged. */
  play(play) {
    this.lexc.play(play);
    const [board] = this.lexc.cgp.split(' ');
    const phonies = play.words.filter((word) => !this.lexc.isWord(word));
    if (phonies.length > 0) {
      this.show();
      throw new GameError(`not ${phonies.length === 1 ? 'a word' : 'words'}: ${phonies.join(', ')}`);
    }
    this.turn({ kind: 'play', ...play }, () => {
      this.state.board = board;
      this.take(play.placed.map(({ placedTile }) => Math.min(placedTile, LEXC.blank)));
    });
  }

  exchange(codes) {
    const { bag } = this.state;
    if (codes.length === 0) throw new GameError('choose the tiles to exchange');
    const needed = Math.max(EXCHANGE_BAG, codes.length);
    if (bag.length < needed) throw new GameError(`an exchange needs ${needed} tiles in the bag, which has ${bag.length}`);
    this.turn({ kind: 'exchange', score: 0, exchanged: this.text(codes) }, () => {
      this.take(codes);
      for (const code of codes) this.state.bag.splice(randomBelow(this.state.bag.length + 1), 0, code);
    });
  }

  pass() { this.turn({ kind: 'pass', score: 0 }, () => {}); }

  /** Makes a turn, and passes the turn on or ends the game. */
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
    if (this.lexc.info.name) lines.push(`#lexicon ${this.lexc.info.name}`);
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

/** A tile's text, in brackets if it has several characters. */
function bracketed(text) { return Array.from(text).length > 1 ? `[${text}]` : text; }
