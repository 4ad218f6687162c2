// A game of two players on the page: the package's game and its turns.
import { BLANK, placedOf } from '../../wasm/lexc.js';

/** A move or a game that the page refuses; the message is for the person. */
export class GameError extends Error {}

export class Match {
  /**
   * Starts a game. `players` have a `nick` without spaces and a `name`; the first one starts. Continues a game if `kept` has the
   * `state`, `turns` and `before` of one. The game is over once its state has an `end`.
   */
  constructor(lexicon, rules, players, kept = undefined) {
    this.position = lexicon.game(kept?.state.cgp, { rules, onTurn: kept?.state.onTurn });
    Object.assign(this, { lexicon, players, turns: kept?.turns ?? [], before: kept?.before ?? [] });
    if (kept) this.state = kept.state;
    else this.see();
  }

  /** The game of a record that the machine has opened. Tiles that the record does not show are drawn by chance. */
  static opened(lexicon, { rules, players, turns, before, cgp, onTurn, isOver }) {
    const match = new Match(lexicon, rules, players, { state: { cgp, onTurn }, turns, before });
    if (!isOver) match.position.fillRacks();
    match.see();
    if (isOver) Object.assign(match.state, { end: 'out', onTurn: undefined });
    return match;
  }

  close() { this.position.close(); }

  /** The parts of this game from which the constructor continues it. */
  get kept() {
    const { players, state, turns, before } = this;
    return { players, state, turns, before };
  }

  get isOver() { return this.state.end !== undefined; }

  get seat() { return this.state.onTurn; }

  tile(code) { return this.lexicon.tiles[(code & ~BLANK) - 1]; }

  /** The codes of the tiles of a rack. */
  codesOf(rack) { return rack === '' ? [] : this.position.parseMove(`exchange ${rack}`).exchanged; }

  /** The rack of these tiles as text. */
  text(codes) { return this.position.part({ kind: 'exchange', exchanged: codes }, 'text').replace(/^exchange ?/u, ''); }

  /** Takes the state from the package's game. */
  see() {
    const { position } = this;
    const info = position.info();
    this.state = { ...info, cgp: position.cgp(), racks: info.scores.map((_, seat) => position.rackOf(seat)) };
  }

  /** Continues from a text in CGP, in which this player is on turn. Unknown tiles are drawn by chance. */
  load(cgp, onTurn) {
    this.position.setCgp(cgp, onTurn);
    this.position.fillRacks();
    this.see();
  }

  /** True if the player on turn may exchange a tile. */
  get mayExchange() {
    try {
      this.position.check({ kind: 'exchange', exchanged: this.codesOf(this.state.racks[this.seat]).slice(0, 1) });
      return true;
    } catch {
      return false;
    }
  }

  /** Makes a move. Throws if it breaks a rule or, unless `allowPhonies` is true, forms a phony; the game is then unchanged. */
  make(move, options = {}) {
    const { position, state, seat } = this;
    position.check(move, options);
    const of = (name) => position.part(move, name);
    const turn = { kind: of('kind'), seat, rack: state.racks[seat], score: Number(of('score')) };
    if (turn.kind === 'play') Object.assign(turn, { square: of('coordinate'), shown: of('word'), word: of('tiles'), placed: placedOf(move) });
    if (turn.kind === 'exchange') Object.assign(turn, { tiles: this.text(move.exchanged), count: move.exchanged.length });
    position.make(move);
    this.before.push({ cgp: state.cgp, onTurn: seat, turnCount: this.turns.length });
    this.see();
    this.add(turn);
    return turn;
  }

  /** Adds the latest turn and, if it has ended the game, the points for the tiles left. */
  add(turn) {
    const { racks, scores, played, endPoints } = this.state;
    this.turns.push({ ...turn, total: played[turn.seat] });
    for (const [seat, score] of endPoints.entries()) {
      // A player without tiles gets points for those of the other.
      if (score !== 0) this.turns.push({ kind: 'end', seat, rack: racks[seat], tiles: racks[seat] || racks[1 - seat], score, total: scores[seat] });
    }
  }

  /** Takes back this player's latest turn and all turns after it. Returns `false` if the player has made no turn. */
  takeBack(seat) {
    const last = this.before.findLastIndex(({ onTurn }) => onTurn === seat);
    if (last < 0) return false;
    const { cgp, turnCount } = this.before[last];
    this.before.length = last;
    this.turns.length = turnCount;
    this.load(cgp, seat);
    return true;
  }

  /** The game as the machine writes it in GCG. A game that is not over can be continued: the record has both racks. */
  get record() {
    const { players, lexicon, position: { rules }, turns, isOver, state: { racks } } = this;
    return { players, lexicon: lexicon.name, rules, turns, racks: isOver ? [] : racks };
  }

  /** The lines of the score sheet: a player, a move, its points and the total. */
  get sheet() {
    return this.turns.map(({ kind, seat, square, shown, tiles, score, total }) => {
      const move = { play: `${square} ${shown}`, exchange: `exchange ${tiles}`, lost: 'lost turn', end: `(${tiles})` }[kind] ?? kind;
      return { seat, move, score, total };
    });
  }
}
