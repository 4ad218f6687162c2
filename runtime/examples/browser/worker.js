// The machine's thread: opens the images of the page again, and chooses moves while the page draws.
import { BLANK, load, placedOf } from '../../wasm/lexc.js';
import { EndgameSearch } from './endgame.js';
import { Images } from './images.js';

/** The highest score that a play may have at levels 1 and 2 of `lexc play`. */
const LIMITS = { 1: 12, 2: 24 };
const BY_EQUITY = 4;
/** Moves of which hints are chosen: exchanges of one rack are at most 127 of them. */
const CANDIDATES = 160;

/** The first of the moves of each idea. */
function firstOfEach(moves, idea) {
  const first = new Map();
  for (const move of moves) if (!first.has(idea(move))) first.set(idea(move), move);
  return Array.from(first.values());
}

/**
 * Returns a function that names the idea of a move: the same tiles on the same squares, with any letter for a blank; the same tiles in an
 * opening, on any squares; for a full rack, any word of its tiles on these squares; any exchange.
 */
function ideaOf(game) {
  const isOpening = !/[^\d/]/u.test(game.cgp().split(' ')[0]);
  return (move) => {
    if (move.kind !== 'play') return move.kind;
    const { row, col, direction, squares } = move;
    const codes = squares.map((placedTile) => Math.min(placedTile, BLANK));
    const isFullRack = placedOf(move).length === game.rackSize;
    const tiles = isOpening || isFullRack ? codes.sort((a, b) => a - b) : codes;
    return `${isOpening ? '' : `${row} ${col} ${direction}`} ${tiles}`;
  };
}

const acts = {
  async start({ module }) { this.images = new Images(await load(module)); },

  open({ image }) { return this.images.open(image); },

  /**
   * Answers with the machine's `move` at this level; `undefined` is the pass. `racks` are the codes on the machine's rack and, if
   * the bag is empty, on the other's; `time` is that of a search with an empty bag, in milliseconds.
   */
  choose({ level, bagLen, racks, time, ...position }) {
    return this.at(position, (game) => ({ move: this.moveAt(game, level, bagLen, racks, time) }));
  },

  moveAt(game, level, bagLen, racks, time) {
    if (LIMITS[level]) {
      const plays = game.plays();
      // If all plays exceed the limit, makes the play of the lowest score.
      return plays.find(({ score }) => score <= LIMITS[level]) ?? plays.at(-1) ?? this.withoutPlay(game, bagLen, racks);
    }
    if (bagLen === 0) return this.solve(game, racks, 1, time).moves[0];
    if (level === BY_EQUITY) return this.best(game, 1, bagLen)[0];
    return game.plays(1)[0] ?? this.withoutPlay(game, bagLen, racks);
  },

  best(game, count, bag) { return game.best(count, { bag, leaves: this.images.leaves }); },

  solve(game, racks, count, time) { return new EndgameSearch(game, racks).best(count, time); },

  /**
   * Answers with the best `moves`. With an empty bag, they are ranked by the search, and `isExact` tells whether it reached the end
   * of the game; else they are ranked by equity, as the machine's moves at its highest level. Moves of one idea are
   * one hint, and the pass is one if there is no other.
   */
  hints({ count, bagLen, racks, time, ...position }) {
    return this.at(position, (game) => {
      if (bagLen === 0) return this.solve(game, racks, count, time);
      const moves = this.best(game, CANDIDATES, bagLen);
      const hints = firstOfEach(moves.filter(({ kind }) => kind !== 'pass'), ideaOf(game));
      return { moves: hints.length > 0 ? hints.slice(0, count) : moves.slice(0, 1) };
    });
  },

  /** Calls `act` with a position. */
  at({ cgp, rules }, act) {
    const game = this.images.lexicon.position(cgp, { rules });
    try {
      return act(game);
    } finally {
      game.close();
    }
  },

  /** The exchange of the most tiles, if the bag allows one. */
  withoutPlay(game, bagLen, [own]) {
    const most = Math.min(own.length, bagLen);
    return bagLen >= game.exchangeBag && most > 0 ? { kind: 'exchange', exchanged: own.slice(0, most) } : undefined;
  },
};

/** Resolves after the latest act: acts run one after another. */
let latest = Promise.resolve();

async function run({ id, act, message }) {
  try {
    postMessage({ id, result: await acts[act](message) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

onmessage = ({ data }) => { latest = latest.then(() => run(data)); };
