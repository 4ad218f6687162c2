// The machine's thread: opens the images of the page again, and chooses moves while the page draws.
import { BLANK, CASUAL_LEVELS, load, placedOf } from '../../wasm/lexc.js';
import { EndgameSearch } from './endgame.js';
import { Images } from './images.js';

const BY_SCORE = CASUAL_LEVELS + 1;
/** Moves of which hints are chosen: exchanges of one rack are at most 127 of them. */
const CANDIDATES = 160;

/** True if the search of end games applies: it counts games that end when a player goes out. */
function isSolved(game) { return game.bag() === 0 && !/ (?:finish|turns)=/u.test(game.rules); }

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
   * Answers with the machine's `move` at this level, in the game of the text `cgp`, with the words of the expression `view`. `time` is that of a search with an empty bag, in
   * milliseconds.
   */
  choose({ level, time, ...text }) {
    return this.at(text, (game) => ({ move: this.moveAt(game, level, time) }));
  },

  moveAt(game, level, time) {
    if (level <= CASUAL_LEVELS) return game.casual(level);
    if (isSolved(game)) return this.solve(game, 1, time).moves[0];
    if (level === BY_SCORE) return game.plays(1)[0] ?? this.best(game, 1)[0];
    return this.best(game, 1)[0];
  },

  best(game, count) { return game.moves(count, { leaves: this.images.leaves }); },

  solve(game, count, time) {
    const search = new EndgameSearch(game.lexicon, game.cgp(), game.rules);
    try {
      return search.best(count, time);
    } finally {
      search.close();
    }
  },

  /**
   * Answers with the best `moves`. With an empty bag, they are ranked by the search, and `isExact` tells whether it reached the end
   * of the game; else they are ranked by equity, as the machine's moves at its highest level. Moves of one idea are
   * one hint, and the pass is one if there is no other.
   */
  hints({ count, time, ...text }) {
    return this.at(text, (game) => {
      if (isSolved(game)) return this.solve(game, count, time);
      const moves = this.best(game, CANDIDATES);
      const hints = firstOfEach(moves.filter(({ kind }) => kind !== 'pass'), ideaOf(game));
      return { moves: hints.length > 0 ? hints.slice(0, count) : moves.slice(0, 1) };
    });
  },

  /** Calls `act` with a game of the words that satisfy the expression `view`; with an empty one, of all words. */
  at({ cgp, rules, view }, act) {
    const { lexicon } = this.images;
    const words = view ? lexicon.view(view) : lexicon;
    const game = words.game(cgp, { rules });
    try {
      return act(game);
    } finally {
      game.close();
      if (words !== lexicon) words.close();
    }
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
