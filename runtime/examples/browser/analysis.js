// The analysis of a finished game: the worst moves first, and the turns one by one, each with its best moves.
import { placedOf } from '../../wasm/lexc.js';
import { advised, percent, rankingOf } from './advice.js';
import { $, list, part, plural, rove, visible } from './page.js';

/** Keys, each with the index of the turn to which it leads from another one. `count` is the number of turns. */
const STEPS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (at, count) => count - 1,
};

/** The cost of a move as text: points, and wins where they are counted. */
function costOf({ lost, win_rate_lost: wins }) {
  return [lost > 0 ? `${lost.toFixed(1)} points` : '', wins ? `${percent(wins)} of wins` : ''].filter(Boolean).join(', ');
}

export class Analysis {
  /** `close` is called when the person leaves the analysis. */
  constructor(machine, close) {
    Object.assign(this, { machine, events: [], at: 0 });
    for (const id of ['mistakes', 'turn-moves']) rove($(id));
    const on = (id, act) => $(id).addEventListener('click', act);
    on('previous-turn', () => this.show(this.at - 1));
    on('next-turn', () => this.show(this.at + 1));
    on('close-analysis', close);
    $('simulates').addEventListener('change', () => this.start(this.game, this.nameOf));
    addEventListener('keydown', (event) => {
      // On the board, arrows move between squares; in a list, Home and End move between its moves.
      if (!this.isOpen || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('#board, #file')) return;
      if (event.key === 'Escape') close();
      else if (event.key in STEPS) this.show(STEPS[event.key](this.at, this.events.length));
      else return;
      event.preventDefault();
    });
  }

  get isOpen() { return document.body.dataset.mode === 'analysis'; }

  /** Analyzes a game from its record. `nameOf` gives the names of the players. */
  async start(game, nameOf) {
    const run = {};
    Object.assign(this, { game, nameOf, run, events: [], at: 0 });
    this.position?.close();
    this.position = undefined;
    this.board.editor = this;
    for (const id of ['mistakes', 'turn-moves']) list($(id), []);
    $('turn-text').textContent = '';
    this.say('The game is analyzed…');
    try {
      const { gcg } = await this.machine.ask('save', game.record);
      const { events, fault } = await this.machine.ask('events', { gcg });
      if (this.run !== run) return;
      if (fault && events.length === 0) throw new Error(fault);
      this.events = events.filter((event) => event.is_move);
      this.layOut();
      this.show(0);
      $('analysis-progress').hidden = false;
      for (const [index, event] of events.entries()) {
        $('analysis-progress').value = index / events.length;
        if (!event.is_move) continue;
        event.judgement = (await this.machine.ask('judge', { gcg, number: index + 1, simulates: $('simulates').checked })).judgement;
        if (this.run !== run) return;
        this.showMistakes();
        if (event === this.events[this.at]) this.show(this.at);
      }
      this.say(this.result() + (fault ? ` The later turns cannot be analyzed: ${fault}` : ''));
    } catch (error) {
      if (this.run === run) this.say(`The game cannot be analyzed: ${error.message}`);
    }
    if (this.run === run) $('analysis-progress').hidden = true;
  }

  /** Ends the analysis; the machine is then free after its current turn. */
  stop() {
    this.run = undefined;
    $('analysis-progress').hidden = true;
  }

  say(text) { $('analysis-status').textContent = text; }

  /** The turns with mistakes, the highest costs first. */
  get mistakes() {
    const found = this.events.filter(({ judgement }) => judgement?.mistake);
    return found.sort((a, b) => b.judgement.cost - a.judgement.cost);
  }

  result() {
    const { length } = this.mistakes;
    return length === 0 ? 'Each move was about as good as the best one.' : `${plural(length, 'mistake')}, the worst first.`;
  }

  layOut() {
    const { lexicon, position: { rules } } = this.game;
    this.position = lexicon.position(undefined, { rules });
    this.board.layOut(this.position, (row, col) => this.position.premium(row, col), lexicon.tiles);
  }

  showMistakes() {
    const { at: focused } = document.activeElement.dataset;
    list($('mistakes'), this.mistakes.map((event) => {
      const { judgement } = event;
      const at = this.events.indexOf(event);
      const button = part('button', '');
      button.dataset.at = at;
      button.append(part('span', at + 1, 'place'), part('span', `${this.nameOf(event.player)}: ${event.move}`, 'word'),
        part('span', judgement.mistake, 'leave'), part('span', costOf(judgement), 'equity'));
      button.setAttribute('aria-label', `Turn ${at + 1}, ${this.textOf(event)}`);
      button.addEventListener('click', () => this.show(at));
      return button;
    }));
    $('mistakes').querySelector(`[data-at="${focused}"]`)?.focus();
  }

  /** A turn as a sentence: the move, its points, and what it cost. */
  textOf({ player, move, points: score, judgement }) {
    const made = `${this.nameOf(player)}: ${move}, ${plural(score, 'point')}.`;
    if (judgement === undefined) return `${made} Not analyzed yet.`;
    if (judgement === null) return `${made} Not compared.`;
    const phonies = judgement.phonies.length > 0 ? ` Not in the lexicon: ${judgement.phonies.join(', ')}.` : '';
    const [best] = judgement.moves;
    if (!judgement.mistake) return `${made}${phonies} ${best.move === move ? 'The best move.' : 'About as good as the best move.'}`;
    return `${made}${phonies} It cost ${costOf(judgement)} against ${best.move} (${judgement.mistake}).`;
  }

  /** Shows the turn at this index, with the position before it. */
  show(at) {
    if (this.events.length === 0) return;
    this.at = Math.min(Math.max(at, 0), this.events.length - 1);
    const event = this.events[this.at];
    const { judgement } = event;
    this.position.setCgp(event.cgp);
    this.draw(event.move);
    $('turn-text').textContent = `Turn ${this.at + 1} of ${this.events.length}. ${visible(this.textOf(event))}`;
    // A disabled button would lose the focus.
    $('previous-turn').setAttribute('aria-disabled', this.at === 0);
    $('next-turn').setAttribute('aria-disabled', this.at === this.events.length - 1);
    const moves = judgement ? advised(judgement, this.position) : [];
    const isMade = (move) => move.text === judgement.made.move;
    if (judgement && !moves.some(isMade)) moves.push(...advised({ moves: [judgement.made] }, this.position));
    $('turn-ranking').textContent = judgement ? `Rack ${this.position.rack()}. Best moves ${rankingOf(judgement)}:` : '';
    list($('turn-moves'), moves.map((move) => this.item(move, isMade(move))));
  }

  item(move, isMade) {
    const button = part('button', '', isMade ? 'made' : '');
    const of = (name) => this.position.part(move, name);
    button.append(part('span', move.score || '', 'score'), part('span', of('coordinate'), 'place'),
      part('span', of(move.kind === 'play' ? 'word' : 'text'), 'word'), part('span', of('leave'), 'leave'), part('span', move.worth, 'equity'));
    button.setAttribute('aria-label', [move.text, plural(move.score, 'point'), move.worth, isMade ? 'the move made' : ''].filter(Boolean).join(', '));
    for (const event of ['mouseenter', 'focus', 'click']) button.addEventListener(event, () => this.draw(move));
    for (const event of ['mouseleave', 'blur']) button.addEventListener(event, () => this.draw(this.events[this.at].move));
    return button;
  }

  /** Draws the position, and the tiles of a move on it. */
  draw(move) {
    const { kind, ...play } = typeof move === 'string' ? this.position.parseMove(move) : move;
    this.board.draw((row, col) => this.position.get(row, col), kind === 'play' ? placedOf(play) : []);
  }

  // The editor of the board, which nobody edits.

  edit() { return false; }
}
