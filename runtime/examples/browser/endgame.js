// Moves with an empty bag, when both racks are known: a search to the end of the game, as far as its time allows.
import { BLANK, placedOf, spell } from '../../wasm/lexc.js';

/** Points that the tiles kept on a rack cost beside twice their values: placing them takes more moves. */
const DELAY = 10;
const INFINITE = 2 ** 30;

/** Thrown when the time is over. */
class OutOfTime extends Error {}

/**
 * Searches by alpha-beta, one move deeper each time. Values are points of the player on turn less those of the other, from now to
 * the end of the game. After a pass that answers a pass, each player loses the value of the own tiles: further passes change
 * nothing.
 */
export class EndgameSearch {
  /** `position` may be changed until the search is over. `racks` are the codes on both racks, those of the player on turn first. */
  constructor(position, racks) {
    const sorted = racks.map((rack) => [...rack].sort((a, b) => a - b));
    Object.assign(this, { position, racks: sorted, found: new Map(), tiles: position.lexicon.tiles });
    [this.board] = position.cgp().split(' ');
  }

  /**
   * The moves with the highest values, best first, each with its `value`; at most `count`. Plays, and the pass. `isExact` is true if
   * the search reached the end of all games that matter.
   */
  best(count, milliseconds) {
    this.deadline = performance.now() + milliseconds;
    const root = { board: this.board, racks: this.racks, passes: 0 };
    let ranked = this.moves(root);
    let isExact = false;
    try {
      for (let depth = 1; !isExact; depth++) {
        this.isCut = false;
        ranked = this.rank(root, ranked, depth, count);
        isExact = !this.isCut;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    return { moves: ranked.slice(0, count), isExact };
  }

  /** The moves of a node, ranked by their values at this depth. The values of moves after the first `count` are upper bounds. */
  rank(node, moves, depth, count) {
    const ranked = [];
    for (const move of moves) {
      const least = ranked.length < count ? -INFINITE : ranked[count - 1].value;
      const value = this.valueOf(node, move, depth, least, INFINITE);
      // A move that fails low comes after all others, in the order of the previous depth.
      const at = value <= least ? -1 : ranked.findIndex((other) => other.value < value);
      ranked.splice(at < 0 ? ranked.length : at, 0, { ...move, value });
    }
    return ranked;
  }

  /** The value of a move, between `least` and `most`. */
  valueOf(node, move, depth, least, most) {
    if (move.isLast) return move.value;
    if (depth === 1) {
      this.isCut = true;
      return move.value;
    }
    const next = this.after(node, move);
    if (next.passes === 2) return this.valueOfTiles(next.racks[0]) - this.valueOfTiles(next.racks[1]);
    return move.score - this.search(next, depth - 1, move.score - most, move.score - least);
  }

  search(node, depth, least, most) {
    if (performance.now() > this.deadline) throw new OutOfTime();
    let best = -INFINITE;
    for (const move of this.moves(node)) {
      best = Math.max(best, this.valueOf(node, move, depth, Math.max(least, best), most));
      if (best >= most) break;
    }
    return best;
  }

  /** The node after a move, with the other player on turn. */
  after({ board, racks: [own, other], passes }, move) {
    if (move.kind === 'pass') return { board, racks: [other, own], passes: passes + 1 };
    const kept = [...own];
    for (const code of move.placed) kept.splice(kept.indexOf(code), 1);
    this.show(board, move.placed);
    this.position.play(move);
    const [changed] = this.position.cgp().split(' ');
    return { board: changed, racks: [other, kept], passes: 0 };
  }

  /** Sets the board and the rack of the library's position. */
  show(board, rack) {
    const texts = rack.map((code) => (code === BLANK ? '?' : this.tiles[code - 1].text));
    this.position.setCgp(`${board} ${spell(this.tiles, texts)}/`);
  }

  valueOfTiles(codes) { return codes.reduce((sum, code) => sum + (code === BLANK ? 0 : this.tiles[code - 1].value), 0); }

  /** The moves of a node, those of the highest estimates first. `value` is the estimate, or the value if the move ends the game. */
  moves({ board, racks: [own, other], passes }) {
    const key = `${board} ${own} ${other} ${passes}`;
    const known = this.found.get(key);
    if (known) return known;
    this.show(board, own);
    const plays = this.position.plays().map((play) => {
      const placed = placedOf(play).map(({ placedTile }) => Math.min(placedTile, BLANK));
      const isLast = placed.length === own.length;
      const kept = this.valueOfTiles(own) - this.valueOfTiles(placed);
      return { ...play, placed, isLast, value: play.score + (isLast ? 2 * this.valueOfTiles(other) : -2 * kept - DELAY) };
    });
    const estimate = -2 * this.valueOfTiles(own) - DELAY;
    const pass = { kind: 'pass', text: 'pass', score: 0, placed: [], isLast: false, value: estimate };
    const moves = [...plays, pass].sort((a, b) => b.value - a.value);
    this.found.set(key, moves);
    return moves;
  }
}
