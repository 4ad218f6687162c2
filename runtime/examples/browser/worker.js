// The machine's thread: opens the images of the page again, and chooses moves while the page draws.

/** The largest number of moves that the machine compares. */
const MOST_MOVES = 4096;
/** The highest scores of plays at levels 1 and 2 of `lexc play`. */
const LIMITS = { 1: 12, 2: 24 };
const BY_EQUITY = 4;
/** The cost of keeping tiles once the bag is empty, in points: the moves that it takes to play them. */
const DELAY = 10;

const acts = {
  async start({ module }) { this.lexc = await Lexc.start(module, MOST_MOVES); },

  open({ image }) { return this.lexc.open(image); },

  /**
   * Answers with the machine's `move` at this level; `undefined` is the pass. If the bag is empty, `racks` are the codes on
   * both racks, the machine's first.
   */
  choose({ cgp, preset, level, bagLen, racks }) {
    this.set(preset, cgp);
    return { move: this.moveAt(level, bagLen, racks) };
  },

  moveAt(level, bagLen, racks) {
    if (LIMITS[level]) {
      const plays = this.lexc.bestMoves(MOST_MOVES, 0, false).filter(({ raw }) => raw);
      // If all of these plays exceed the limit, makes the one of the lowest score.
      return plays.find(({ score }) => score <= LIMITS[level]) ?? plays.at(-1) ?? this.withoutPlay(bagLen);
    }
    if (bagLen === 0) return this.outcome(racks);
    if (level === BY_EQUITY) return this.lexc.bestMoves(1, bagLen)[0];
    return this.lexc.bestMoves(1, 0, false).find(({ raw }) => raw) ?? this.withoutPlay(bagLen);
  },

  hints({ cgp, preset, count, bagLen }) {
    this.set(preset, cgp);
    return this.lexc.bestMoves(count, bagLen).filter(({ raw }) => raw);
  },

  set(preset, cgp) {
    this.lexc.setRules({ preset });
    this.lexc.cgp = cgp;
  },

  /** The exchange of all tiles, if the bag allows it. */
  withoutPlay(bagLen) {
    return this.lexc.bestMoves(MOST_MOVES, bagLen, false).filter(({ exchanged }) => exchanged.length > 0)
      .sort((a, b) => b.exchanged.length - a.exchanged.length)[0];
  },

  /** The best play with an empty bag, by score and tiles left as `StaticEndgame` of `lexc-game` ranks it. */
  outcome([own, other]) {
    const value = (codes) => codes.reduce((sum, code) => sum + (this.lexc.tiles[code - 1]?.value ?? 0), 0);
    const worth = ({ score, placed }) => {
      const isOut = placed.length === own.length;
      const kept = value(own) - value(placed.map(({ placedTile }) => placedTile));
      return score + (isOut ? 2 * value(other) : -2 * kept - DELAY);
    };
    const plays = this.lexc.bestMoves(MOST_MOVES, 0, false).filter(({ raw }) => raw);
    return plays.reduce((best, play) => (best && worth(best) >= worth(play) ? best : play), undefined);
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
