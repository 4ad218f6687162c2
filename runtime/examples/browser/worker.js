// The machine's thread: opens the images of the page again, and chooses moves while the page draws.
import { load, placedOf } from '../../wasm/lexc.js';
import { Images } from './images.js';

/** The highest score that a play may have at levels 1 and 2 of `lexc play`. */
const LIMITS = { 1: 12, 2: 24 };
const BY_EQUITY = 4;
/** Points that a leave costs once the bag is empty, beside the values of its tiles: placing them takes more moves. */
const DELAY = 10;

const acts = {
  async start({ module }) { this.images = new Images(await load(module)); },

  open({ image }) { return this.images.open(image); },

  /**
   * Answers with the machine's `move` at this level; `undefined` is the pass. If the bag is empty, `racks` are the codes on
   * both racks, the machine's first.
   */
  choose({ level, bagLen, racks, ...position }) {
    return this.at(position, (game) => ({ move: this.moveAt(game, level, bagLen, racks) }));
  },

  moveAt(game, level, bagLen, racks) {
    if (LIMITS[level]) {
      const plays = game.plays();
      // If all plays exceed the limit, makes the play of the lowest score.
      return plays.find(({ score }) => score <= LIMITS[level]) ?? plays.at(-1) ?? this.withoutPlay(game, bagLen);
    }
    if (bagLen === 0) return this.outcome(game, racks);
    if (level === BY_EQUITY) return this.best(game, 1, bagLen)[0];
    return game.plays(1)[0] ?? this.withoutPlay(game, bagLen);
  },

  best(game, count, bag) { return game.best(count, { bag, leaves: this.images.leaves }); },

  hints({ count, bagLen, ...position }) {
    return this.at(position, (game) => this.best(game, count, bagLen).filter(({ kind }) => kind === 'play'));
  },

  /** Calls `act` with a position. */
  at({ cgp, board, rackSize }, act) {
    const game = this.images.lexicon.position(cgp, { board, rackSize });
    try {
      return act(game);
    } finally {
      game.close();
    }
  },

  /** The exchange of the most tiles, if the bag allows one. Called only if there is no play, so there are few moves. */
  withoutPlay(game, bag) {
    return game.best(2 ** 20, { bag }).filter(({ kind }) => kind === 'exchange')
      .sort((a, b) => b.exchanged.length - a.exchanged.length)[0];
  },

  /** The best play with an empty bag, by its score and the value that `StaticEndgame` of `lexc-game` gives the leave. */
  outcome(game, [own, other]) {
    const value = (codes) => codes.reduce((sum, code) => sum + (this.images.lexicon.tiles[code - 1]?.value ?? 0), 0);
    const worth = (play) => {
      const placed = placedOf(play).map(({ placedTile }) => placedTile);
      const kept = value(own) - value(placed);
      return play.score + (placed.length === own.length ? 2 * value(other) : -2 * kept - DELAY);
    };
    return game.plays().reduce((best, play) => (best && worth(best) >= worth(play) ? best : play), undefined);
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
