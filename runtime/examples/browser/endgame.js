// Moves with an empty bag, when both racks are known: a search to the end of the game, as far as its time allows.
import { placedOf } from '../../wasm/lexc.js';

const INFINITE = 2 ** 30;

/** Thrown when the time is over. */
class OutOfTime extends Error {}

/**
 * Searches by alpha-beta, one move deeper each time. Values are points of the player on turn less those of the other, from now to
 * the end of the game, as the package's game counts them. A node is a game as text, with scores of 0.
 */
export class EndgameSearch {
  /** The game of this text. A pass that answers a pass ends it in the search: further passes change nothing. */
  constructor(lexicon, cgp, rules) {
    this.game = lexicon.game(cgp, { rules: rules.replace(/passes=\S+/u, 'passes=2') });
    this.found = new Map();
  }

  close() { this.game.close(); }

  /**
   * The moves with the highest values, best first, each with its `value`; at most `count`. Plays, and the pass. `isExact` is true if
   * the search reached the end of all games that matter.
   */
  best(count, milliseconds) {
    this.deadline = performance.now() + milliseconds;
    const root = this.node(0);
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
    this.game.setCgp(node);
    this.game.make(move);
    const { end, scores: [own, other] } = this.game.info();
    if (end) return own - other;
    return move.score - this.search(this.node(move.kind === 'pass' ? 1 : 0), depth - 1, move.score - most, move.score - least);
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

  /** The game at this point as a node, after this number of passes in a row. */
  node(passes) {
    const [board, racks] = this.game.cgp().split(' ');
    return `${board} ${racks} 0/0 ${passes}`;
  }

  /** The moves of a node, those of the highest estimates first. `value` is the estimate, or the value if the move ends the game. */
  moves(node) {
    let moves = this.found.get(node);
    if (!moves) {
      this.game.setCgp(node);
      const [length] = this.game.info().rackLengths;
      const isLast = (move) => move.kind === 'play' && placedOf(move).length === length;
      moves = this.game.moves().map((move) => ({ ...move, value: move.equity, isLast: isLast(move) }));
      this.found.set(node, moves);
    }
    return moves;
  }
}
