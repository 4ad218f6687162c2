// The game on the page: the rack, moves by keys, touch and text, the machine's answers, hints and the score sheet.
import { BLANK, CASUAL_LEVELS, IllegalPlayError, LexcError, placedOf } from '../../wasm/lexc.js';
import { advised, rankingOf } from './advice.js';
import { GameError, Match } from './game.js';
import { $, list, part, plural, rove, rulesText, visible } from './page.js';
import { keep, keptGame } from './store.js';

const PERSON = { nick: 'you', name: 'you' };
const MACHINE = { nick: 'lexc', name: 'lexc' };
const HINTS = 5;
/** The levels of `lexc play`. */
const LEVELS = [
  ...Array.from({ length: CASUAL_LEVELS }, (_, index) => (index === 0 ? 'Overlooks most words' : 'Overlooks fewer words')),
  'Highest score',
  'Highest equity',
  'Simulation',
];
const [BY_SCORE, BY_EQUITY] = [CASUAL_LEVELS + 1, CASUAL_LEVELS + 2];

export class Play {
  /** `rules` returns the rules as chosen on the page. */
  constructor(images, machine, rules) {
    Object.assign(this, { images, machine, rules, tray: [], pending: [], chosen: undefined, isExchanging: false, hints: [], picked: new Set(), changes: 0 });
    this.level = BY_SCORE;
    for (const [index, name] of LEVELS.entries()) $('level').append(new Option(`Level ${index + 1}: ${name}`, index + 1));
    rove($('hints'));
    this.listen();
  }

  listen() {
    const on = (id, act) => $(id).addEventListener('click', () => this.attempt(act));
    on('submit', () => this.submit());
    on('recall', () => this.recall());
    on('shuffle', () => this.shuffle());
    on('exchange', () => this.exchange());
    on('pass', () => this.make({ kind: 'pass' }));
    on('hint', () => this.hint());
    on('take-back', () => this.takeBack());
    on('save', () => this.save());
    // The focus stays on the board while the rack is tapped.
    $('tray').addEventListener('mousedown', (event) => event.preventDefault());
    $('order-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.attempt(() => this.order($('order').value.trim()));
    });
    $('new-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.mayClose()) this.attempt(() => this.start());
    });
    $('blank-dialog').addEventListener('close', () => this.attempt(() => this.nameBlank()));
  }

  get isUnderWay() { return this.game !== undefined && this.game.turns.length > 0 && !this.game.isOver; }

  /** Returns `true` if no game is under way, or if the person agrees to drop it. */
  mayClose() { return !this.isUnderWay || confirm('The game is not over. Drop it without saving it?'); }

  /** Sends the machine's thread an image that the page has opened. A new lexicon ends the game, and continues its own. */
  open(image, isLeaves) {
    for (const option of $('level').options) option.disabled = !isLeaves && option.value > BY_SCORE;
    $('level').value = isLeaves ? BY_EQUITY : BY_SCORE;
    if (!isLeaves) this.resume();
    this.machine.open(image).catch((error) => this.say(`The machine refuses the file: ${error.message}`, true));
  }

  /** Continues the game that the browser keeps for the lexicon, if there is one. */
  resume() {
    this.game?.close();
    this.game = undefined;
    const kept = keptGame(this.images.lexicon.fingerprint);
    if (!kept) return;
    let game;
    try {
      game = new Match(this.images.lexicon, kept.rules, kept.players, kept);
      // Reads all parts that the page shows: a kept game may be damaged.
      if (game.sheet.some(({ seat }) => !game.players[seat].nick) || ![0, 1].includes(kept.seat)) throw new GameError('the game has no players');
      this.take(game, kept.seat, kept.level, kept.view, kept.tray);
    } catch {
      game?.close();
    }
  }

  /** Takes a game in place of the one before. */
  take(game, seat, level, view, tray = []) {
    this.game?.close();
    Object.assign(this, { game, seat, level, view, tray, pending: [], hints: [], changes: this.changes + 1 });
    this.keep();
  }

  /** Keeps the game over a reload. Where the browser cannot, it asks before it leaves the page. */
  keep() {
    const { game, seat, level, view, tray, position: { rules } } = this;
    this.isKept = keep(this.images.lexicon.fingerprint, { ...game.kept, seat, level, view, tray, rules });
    onbeforeunload = this.isKept || !this.isUnderWay ? null : (event) => event.preventDefault();
  }

  /** The expression for the machine's words. Throws if it does not fit the lexicon. */
  chosenView() {
    const view = $('view').value.trim();
    if (view) this.images.lexicon.view(view).close();
    return view;
  }

  /** Opens a record in GCG, and continues its game: the person takes the place of `you`, or of the player on turn. */
  async openRecord(text) {
    const record = await this.machine.ask('open', { gcg: text, rules: rulesText(this.rules()) });
    const game = Match.opened(this.images.lexicon, record);
    const named = game.players.findIndex(({ nick }) => nick === PERSON.nick);
    this.take(game, named >= 0 ? named : game.seat ?? 0, Number($('level').value), this.chosenView());
    const { lexicon } = this.images;
    if (record.lexicon && record.lexicon.toLowerCase() !== lexicon.name.toLowerCase()) record.warnings.push(`the record names the lexicon ${visible(record.lexicon)}, and the open one is ${visible(lexicon.name) || 'without a name'}`);
    return record.warnings;
  }

  /** Shows the game; starts one if there is none. */
  enter() {
    this.board.editor = this;
    if (!this.game) {
      this.attempt(() => this.start());
      return;
    }
    this.layOut();
    if (this.isMyTurn) this.say('Your turn.');
    this.next();
  }

  /** Calls `act`, and shows the message if a rule or the library refuses. */
  attempt(act) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof LexcError || error instanceof GameError)) throw error;
      this.say(error.message[0].toUpperCase() + error.message.slice(1), true);
      return undefined;
    }
  }

  say(text, isProblem = false) {
    $('game-status').textContent = text;
    $('game-status').classList.toggle('problem', isProblem);
  }

  start() {
    const [seat, view] = [Number($('starter').value), this.chosenView()];
    const players = seat === 0 ? [PERSON, MACHINE] : [MACHINE, PERSON];
    this.take(new Match(this.images.lexicon, rulesText(this.rules()), players), seat, Number($('level').value), view);
    this.layOut();
    this.say('Your turn.');
    this.next();
  }

  layOut() {
    this.board.layOut(this.position, (row, col) => this.position.premium(row, col), this.position.lexicon.tiles);
    this.refill();
  }

  /** Puts the person's tiles on the tray. Tiles that were there before keep their order. */
  refill() {
    const codes = this.game.codesOf(this.game.state.racks[this.seat]);
    const kept = this.tray.filter((code) => {
      const at = codes.indexOf(code);
      return at >= 0 && codes.splice(at, 1);
    });
    this.tray = [...kept, ...codes];
    this.pending = [];
    this.hints = [];
    this.chosen = undefined;
    this.isExchanging = false;
    this.picked = new Set();
    this.show();
  }

  /** Counts a change of the game, and shows the person's tiles. */
  changed() {
    this.changes += 1;
    this.refill();
    this.keep();
  }

  get position() { return this.game.position; }

  get isMyTurn() { return this.game?.seat === this.seat; }

  // The editor of the board.

  isFixed(row, col) { return this.position.get(row, col) !== 0; }

  /** Places a tile, or a blank if the rack lacks the letter. If `placedTile` is 0, takes back the square's tile. */
  edit(row, col, placedTile) {
    if (!this.isMyTurn || this.isFixed(row, col)) return false;
    this.pending = this.pending.filter((each) => each.row !== row || each.col !== col);
    if (placedTile !== 0) {
      const free = (code) => this.tray.findIndex((each, at) => each === code && !this.pending.some((other) => other.at === at));
      const letter = free(placedTile);
      const at = letter >= 0 ? letter : free(BLANK);
      if (at < 0) {
        this.say(`Your rack lacks ${this.game.tile(placedTile).text}`, true);
        this.show();
        return false;
      }
      this.pending.push({ row, col, at, placedTile: letter >= 0 ? placedTile : placedTile | BLANK });
    }
    this.preview();
    return true;
  }

  press(key) {
    if (key === 'Enter') this.attempt(() => this.submit());
    else if (key === 'Escape') this.recall();
    else return false;
    return true;
  }

  click(row, col) {
    if (this.pending.some((each) => each.row === row && each.col === col)) return this.edit(row, col, 0);
    if (this.chosen === undefined || this.isFixed(row, col)) return false;
    this.place(row, col, this.chosen);
    return true;
  }

  /** Places a tile of the tray. A blank is placed once its letter is chosen. */
  place(row, col, at) {
    this.chosen = undefined;
    const code = this.tray[at];
    if (code !== BLANK) {
      this.pending.push({ row, col, at, placedTile: code });
      this.preview();
      return;
    }
    this.blank = { row, col, at };
    $('blank-letters').replaceChildren(...this.position.lexicon.tiles.map((tile) => {
      const button = part('button', tile.text);
      button.type = 'button';
      button.addEventListener('click', () => $('blank-dialog').close(String(tile.code)));
      return button;
    }));
    $('blank-dialog').returnValue = '';
    $('blank-dialog').showModal();
  }

  nameBlank() {
    const code = Number($('blank-dialog').returnValue);
    if (code > 0) this.pending.push({ ...this.blank, placedTile: code | BLANK });
    this.preview();
  }

  tapTray(at) {
    if (this.isExchanging) {
      if (!this.picked.delete(at)) this.picked.add(at);
    } else if (this.board.isChosen && this.board.element.contains(document.activeElement)) {
      this.board.skip(1);
      const { row, col } = this.board.selected;
      if (!this.board.isFixed() && !this.pending.some((each) => each.row === row && each.col === col)) {
        this.place(row, col, at);
        this.board.step(1);
        this.board.skip(1);
      }
    } else {
      this.chosen = this.chosen === at ? undefined : at;
    }
    this.show();
  }

  // Moves.

  placedPlay() { return this.position.place(this.pending); }

  /** Shows the points of the placed tiles. */
  preview() {
    this.say('');
    try {
      if (this.pending.length > 0) {
        const { text, score } = this.placedPlay();
        this.say(`${text}: ${plural(score, 'point')}`);
      }
    } catch (error) {
      // While tiles are placed, they may have gaps.
      if (!(error instanceof IllegalPlayError)) throw error;
    }
    this.show();
  }

  submit() {
    if (this.pending.length === 0) throw new GameError('place tiles on the board first');
    this.make(this.placedPlay());
  }

  /** Makes a move written as text: `8D CARE`, `exchange QV` or `pass`. */
  order(text) {
    return this.make(this.position.parseMove(text, { typed: true }));
  }

  make(move) {
    if (!this.isMyTurn) throw new GameError(this.game.isOver ? 'the game is over' : 'it is not your turn');
    this.game.make(move);
    $('order').value = '';
    this.changed();
    this.next();
  }

  recall() {
    this.pending = [];
    this.chosen = undefined;
    this.isExchanging = false;
    this.picked = new Set();
    this.preview();
  }

  shuffle() {
    this.recall();
    this.tray = this.tray.map((code) => [Math.random(), code]).sort(([a], [b]) => a - b).map(([, code]) => code);
    this.show();
  }

  /** Starts to choose tiles; when called again, exchanges the chosen tiles, or stops if none is chosen. */
  exchange() {
    if (this.isExchanging && this.picked.size > 0) {
      this.make({ kind: 'exchange', exchanged: Array.from(this.picked, (at) => this.tray[at]) });
      return;
    }
    const starts = !this.isExchanging;
    this.recall();
    this.isExchanging = starts;
    if (starts) this.say('Choose the tiles to exchange, then Exchange again.');
    this.show();
  }

  /** Saves the record of the game as a file. */
  async save() {
    const answer = await this.ask('save', this.game.record);
    if (!answer) return;
    const link = document.createElement('a');
    link.href = `data:application/octet-stream;charset=utf-8,${encodeURIComponent(answer.gcg)}`;
    link.download = 'game.gcg';
    link.click();
  }

  takeBack() {
    if (!this.game.takeBack(this.seat)) throw new GameError('there is no turn to take back');
    this.say('Your turn again.');
    this.changed();
  }

  // The machine.

  get question() {
    return { cgp: this.game.state.cgp, rules: this.position.rules, level: this.level, view: this.view };
  }

  /** Asks the machine about the game. Resolves to `undefined` if it cannot answer, or if the game changed before the answer. */
  async ask(act, question) {
    const asked = { game: this.game, count: this.changes };
    let answer;
    try {
      answer = await this.machine.ask(act, question);
    } catch (error) {
      this.say(`The machine cannot answer: ${error.message}`, true);
    }
    return asked.game === this.game && asked.count === this.changes ? answer : undefined;
  }

  async hint() {
    if (!this.isMyTurn) return;
    this.recall();
    this.say('Looking for hints…');
    const answer = await this.ask('hints', { ...this.question, count: HINTS });
    if (!answer) return;
    this.hints = advised(answer, this.position);
    const [best] = this.hints;
    if (!best || (best.kind === 'pass' && this.hints.length === 1)) this.say('There is no play.');
    else this.say(`Choose a hint to place its tiles. Ranked ${rankingOf(answer)}.`);
    this.show();
  }

  /** Lets the machine move if it is on turn. Shows its move, and the result if the game is over. */
  async next() {
    const { game } = this;
    if (!game.isOver && !this.isMyTurn) {
      this.say('The machine thinks…');
      const answer = await this.ask('move', this.question);
      if (!answer) return;
      const turn = game.make(this.position.parseMove(answer.move));
      this.say(`The machine ${SAYS[turn.kind](turn)}. Your turn.`);
      this.changed();
    }
    if (game.isOver) {
      const [own, other] = [game.state.scores[this.seat], game.state.scores[1 - this.seat]];
      const result = own > other ? `You win by ${own - other}` : own < other ? `The machine wins by ${other - own}` : 'A draw';
      this.say(`The game is over. ${result}.`);
    }
  }

  /** The name of a player on the page. */
  nameOf(seat) {
    const { nick, name } = this.game.players[seat];
    return seat === this.seat ? 'You' : nick === MACHINE.nick ? 'Machine' : visible(name);
  }

  // Drawing.

  show() {
    const { game } = this;
    if (document.body.dataset.mode !== 'play' || !game) return;
    const latest = this.isMyTurn || game.isOver ? game.turns.findLast(({ kind }) => kind !== 'end') : undefined;
    this.board.draw((row, col) => this.position.get(row, col), this.pending, {
      latest: new Set(latest?.placed?.map(({ row, col }) => `${row} ${col}`)),
    });
    const used = new Set(this.pending.map(({ at }) => at));
    $('tray').replaceChildren(...this.tray.map((code, at) => {
      const tile = code === BLANK ? { text: '', value: '' } : this.game.tile(code);
      const button = part('button', tile.text);
      button.append(part('sub', tile.value));
      button.type = 'button';
      button.disabled = used.has(at);
      button.setAttribute('aria-label', tile.text || 'Blank');
      button.setAttribute('aria-pressed', this.chosen === at || this.picked.has(at));
      button.addEventListener('click', () => this.attempt(() => this.tapTray(at)));
      return button;
    }));
    for (const id of ['submit', 'recall', 'shuffle', 'exchange', 'pass', 'hint']) $(id).disabled = !this.isMyTurn;
    $('submit').disabled ||= this.pending.length === 0;
    $('take-back').disabled = !game.before.some(({ onTurn }) => onTurn === this.seat);
    $('exchange').disabled ||= !game.mayExchange;
    $('exchange').setAttribute('aria-pressed', this.isExchanging);
    $('exchange').textContent = this.picked.size > 0 ? `Exchange ${this.picked.size}` : 'Exchange';
    this.showScores();
    this.showHints();
    $('sheet-box').hidden = game.turns.length === 0;
    $('analyze').hidden = !game.isOver || game.turns.length === 0;
  }

  showScores() {
    const { state, sheet } = this.game;
    const seats = [this.seat, 1 - this.seat];
    $('scores').replaceChildren(...seats.map((seat) => {
      const card = part('div', '', 'player');
      const isOnTurn = state.onTurn === seat;
      card.classList.toggle('on-turn', isOnTurn);
      card.append(part('span', this.nameOf(seat), 'name'), part('strong', state.scores[seat]));
      if (isOnTurn) card.setAttribute('aria-current', 'true');
      return card;
    }), part('div', `${state.bag} in the bag`, 'bag'));
    $('sheet').tBodies[0].replaceChildren(...sheet.map(({ seat, move, score, total }) => {
      const line = document.createElement('tr');
      const cells = [this.nameOf(seat), visible(move), score, total];
      line.append(...cells.map((cell) => part('td', cell)));
      return line;
    }));
    $('sheet-box').scrollTop = $('sheet-box').scrollHeight;
  }

  showHints() {
    list($('hints'), this.hints.map((move) => {
      const button = part('button', '');
      const isPlay = move.kind === 'play';
      const of = (name) => this.position.part(move, name);
      button.append(part('span', isPlay ? move.score : '', 'score'), part('span', of('coordinate'), 'place'), part('span', of(isPlay ? 'word' : 'text'), 'word'));
      button.append(part('span', of('leave'), 'leave'), part('span', move.worth, 'equity'));
      button.addEventListener('click', () => this.attempt(() => this.follow(move)));
      return button;
    }));
  }

  /** Places the tiles of a hint, or chooses the tiles of its exchange. */
  follow(move) {
    this.recall();
    if (move.kind === 'play') {
      for (const { row, col, placedTile } of placedOf(move)) this.edit(row, col, placedTile);
    } else if (move.kind === 'exchange') {
      this.isExchanging = true;
      for (const code of move.exchanged) this.picked.add(this.tray.findIndex((each, at) => each === code && !this.picked.has(at)));
      this.say('Exchange again swaps these tiles.');
    } else {
      this.say('Pass is the best move: choose Pass.');
    }
    this.show();
  }
}

const SAYS = {
  play: ({ square, shown, score }) => `plays ${square} ${shown} for ${plural(score, 'point')}`,
  exchange: ({ count }) => `exchanges ${plural(count, 'tile')}`,
  pass: () => 'passes',
};
