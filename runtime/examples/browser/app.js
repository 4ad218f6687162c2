// The page, which has three modes: study, play, and the analysis of a finished game. Opens images, switches modes, and implements
// the study: it keeps a position, and lists moves and words. The classes `Play` and `Analysis` implement the others.
import { LexcError, load, placedOf } from '../../wasm/lexc.js';
import { Analysis } from './analysis.js';
import { BoardView } from './board.js';
import { inPageTerms, isRecord, recordIn } from './files.js';
import { GameError } from './game.js';
import { Images } from './images.js';
import { Machine } from './machine.js';
import { keepOffline } from './offline.js';
import { $, list, part, plural, rove, rulesText, visible } from './page.js';
import { Play } from './play.js';

const MOVES = 50;
const WORDS = 500;
const BOARDS = [
  { name: '15 × 15', board: 'standard' },
  { name: '21 × 21, super', board: 'super' },
];

/** Questions about words. `conditions` turns a text into pairs: the heading of a list and the condition for its words. */
const QUESTIONS = [
  { name: 'Is it a word?', help: 'Several words, with spaces between them, are judged together.' },
  { name: 'Anagrams', help: '? is a blank, * any more tiles.', conditions: (anagram) => [['', { anagram }]] },
  { name: 'Words of these tiles', help: '? is a blank.', conditions: (subAnagram) => [['', { subAnagram }]] },
  { name: 'Pattern', help: '. is any tile, * any tiles, [ABC] one of these.', conditions: (pattern) => [['', { pattern }]] },
  {
    name: 'Hooks',
    help: 'Words with one more tile in front or at the end.',
    conditions: (text) => [['Front: ', { pattern: `.${text}` }], ['Back: ', { pattern: `${text}.` }]],
  },
];

class App {
  constructor(images, machine) {
    this.images = images;
    this.play = new Play(images, machine, App.rules);
    this.analysis = new Analysis(machine, () => this.setMode('play'));
    this.moves = [];
    this.undone = [];
    this.board = new BoardView($('board'), $('palette'), this);
    this.play.board = this.board;
    this.analysis.board = this.board;
    for (const [index, { name }] of BOARDS.entries()) $('rules').append(new Option(name, index));
    for (const [index, { name }] of QUESTIONS.entries()) $('words-kind').append(new Option(name, index));
    rove($('plays'));
    this.listen();
  }

  get lexicon() { return this.images.lexicon; }

  /** True if moves are ranked by equity. */
  get byEquity() { return this.images.leaves !== undefined && $('ranking').value === 'equity'; }

  listen() {
    for (const mode of ['study', 'play']) $(`${mode}-mode`).addEventListener('click', () => this.setMode(mode));
    $('analyze').addEventListener('click', () => this.setMode('analysis'));
    $('file').addEventListener('change', async ({ target }) => {
      if (target.files[0]) await this.openFile(target.files[0]);
      target.value = '';
    });
    $('rules').addEventListener('change', () => this.attempt(() => this.newBoard()));
    $('rack-size').addEventListener('change', () => this.setRackSize());
    $('ranking').addEventListener('change', () => this.find(''));
    $('clear').addEventListener('click', () => {
      this.change('The board is empty.', () => {
        const rack = this.position.rack();
        this.replace(this.lexicon.position(undefined, { rules: this.position.rules }));
        this.position.setRack(rack);
      });
    });
    $('undo').addEventListener('click', () => this.undo());
    for (const event of ['input', 'change']) $('rack').addEventListener(event, () => this.setRack());
    $('rack-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.setRack();
    });
    $('cgp-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.change('', () => this.position.setCgp($('cgp').value.trim()))) $('rack').value = this.position.rack();
    });
    $('words-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.findWords();
    });
    $('words-kind').addEventListener('change', () => this.findWords());
    addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dragging');
    });
    addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('dragging');
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dragging');
      if (event.dataTransfer.files[0]) this.openFile(event.dataTransfer.files[0]);
    });
    addEventListener('paste', (event) => {
      const text = event.clipboardData.getData('text');
      if (event.target.closest?.('input, textarea') || !isRecord(text)) return;
      event.preventDefault();
      this.opening = this.attemptAll(() => this.openRecord(text), 'The pasted game: ');
    });
  }

  /** Shows the game (`play`), its analysis (`analysis`), or the position (`study`). */
  setMode(mode) {
    document.body.dataset.mode = mode;
    // A reload of the page comes back to the same part.
    history.replaceState(null, '', mode === 'study' ? '#study' : '#play');
    for (const each of ['study', 'play']) $(`${each}-mode`).setAttribute('aria-pressed', each === mode);
    $('error').hidden = true;
    this.board.edits(false);
    this.analysis.stop();
    if (mode === 'play') {
      this.play.enter();
    } else if (mode === 'analysis') {
      this.analysis.start(this.play.game, (seat) => this.play.nameOf(seat));
      $('next-turn').focus();
    } else {
      this.board.editor = this;
      this.layOut();
      this.show();
    }
  }

  layOut() { this.board.layOut(this.position, (row, col) => this.position.premium(row, col), this.lexicon.tiles); }

  /** Rules as chosen on the page. */
  static rules() { return { board: BOARDS[Number($('rules').value)].board, rack: $('rack-size').valueAsNumber }; }

  async openFile(file) {
    let open;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const record = recordIn(bytes);
      open = () => (record === undefined ? this.openImage(bytes) : this.openRecord(record));
    } catch (error) {
      open = () => { throw new LexcError(`cannot read the file: ${error.message}`); };
    }
    await this.attemptAll(open, `${file.name}: `);
  }

  /** Opens a lexicon or leaves. A lexicon ends the game, unless the browser keeps it. */
  openImage(bytes) {
    if (this.images.hasLexicon(bytes) && !this.play.isKept && !this.play.mayClose()) return;
    this.setMode('study');
    this.open(bytes);
  }

  /** Opens a game in GCG, and continues it. */
  async openRecord(text) {
    if (!this.play.mayClose()) return;
    const warnings = await this.play.openRecord(text);
    this.setMode('play');
    this.warn(warnings);
  }

  warn(warnings) {
    $('error').textContent = visible(warnings.join('; '));
    $('error').hidden = warnings.length === 0;
  }

  open(bytes) {
    const isLeaves = this.images.open(bytes);
    this.play.open(bytes, isLeaves);
    const { name, size, longestWord } = this.lexicon;
    const words = `${plural(size, 'word')} of up to ${plural(longestWord, 'tile')}`;
    $('lexicon').textContent = `${name ? `${visible(name)}: ` : ''}${words}${isLeaves ? ', with leave values' : ''}`;
    $('ranking').hidden = !isLeaves;
    if (isLeaves) {
      this.find('');
    } else {
      const usual = this.lexicon.position();
      $('rules').value = BOARDS.findIndex(({ board }) => usual.rules.startsWith(`board=${board} `));
      usual.close();
      this.newBoard();
    }
    this.findWords();
  }

  /** Starts a position with an empty board, under the chosen rules. */
  newBoard() {
    this.replace(this.lexicon.position(undefined, { rules: rulesText(App.rules()) }));
    this.undone = [];
    this.layOut();
    this.setRack();
  }

  replace(position) {
    if (this.position) this.position.close();
    this.position = position;
  }

  /** Changes the rack size of the position. If the rack has more tiles than the new size, the size stays as it was. */
  setRackSize() {
    const isDone = this.attempt(() => this.replace(this.lexicon.position(this.position.cgp(), { rules: rulesText(App.rules()) })), 'Rack size: ');
    $('rack-size').value = this.position.rackSize;
    if (isDone) this.setRack();
  }

  /** Calls `act` and returns `true`. If the library refuses, shows its message and returns `false`. */
  attempt(act, prefix = '') {
    try {
      $('error').hidden = true;
      act();
      return true;
    } catch (error) {
      App.refuse(error, prefix);
      return false;
    }
  }

  /** The same for `act` that may return a promise. */
  async attemptAll(act, prefix) {
    try {
      $('error').hidden = true;
      await act();
    } catch (error) {
      App.refuse(error, prefix);
    }
  }

  static refuse(error, prefix) {
    if (!(error instanceof LexcError || error instanceof GameError || error instanceof RangeError)) throw error;
    $('error').textContent = visible(prefix + inPageTerms(error));
    $('error').hidden = false;
  }

  /** Changes the position by `act`, keeps the previous position for undo, and finds moves. `notice` describes the change. */
  change(notice, act) {
    const before = this.position.cgp();
    const isDone = this.attempt(act);
    if (isDone && this.position.cgp() !== before) this.undone.push(before);
    if (isDone) this.find(notice);
    else this.showNoMoves();
    return isDone;
  }

  undo() {
    const before = this.undone.pop();
    if (before === undefined) return;
    if (!this.attempt(() => this.position.setCgp(before))) {
      this.undone.push(before);
      return;
    }
    $('rack').value = this.position.rack();
    this.find('Undone.');
  }

  edit(row, col, placedTile) {
    return this.change('', () => this.position.set(row, col, placedTile));
  }

  setRack() {
    const rack = $('rack').value.trim();
    // A small letter means the capital: on a rack, it cannot mean a designated blank.
    const written = Array.from(rack, (character) => this.board.tileOf(character)?.text.replace(/^..+$/u, '[$&]') ?? character);
    if (this.attempt(() => this.position.setRack(rack.includes('[') ? rack : written.join('')), 'Rack: ')) this.find('');
    else this.showNoMoves();
  }

  /** Finds and shows the moves of the position. The status line starts with the notice. */
  find(notice) {
    const { position, byEquity, images: { leaves } } = this;
    const started = performance.now();
    this.moves = byEquity ? position.best(MOVES, { leaves }) : position.plays(MOVES);
    const took = performance.now() - started;
    this.findPhonies();
    this.show();
    const [best] = this.moves;
    const count = this.moves.length;
    const noun = byEquity ? 'move' : 'play';
    const found = best && position.rack()
      ? `${count === MOVES ? `The best ${plural(MOVES, noun)}` : plural(count, noun)} in ${took.toFixed(1)} ms, `
        + `the first ${best.text} for ${this.worth(best)}.`
      : position.rack() ? 'There is no play.' : 'Put tiles on the rack.';
    $('status').textContent = [notice, found].filter(Boolean).join(' ');
    $('cgp').value = position.cgp();
    $('undo').disabled = this.undone.length === 0;
  }

  /** Empties the list of moves when an error is shown, so that the list has no moves of another rack or board. */
  showNoMoves() {
    this.moves = [];
    this.show();
    $('status').textContent = '';
  }

  /** Finds the words on the board that are not in the lexicon. */
  findPhonies() {
    const phonies = this.position.words().filter(({ isWord }) => !isWord);
    this.phonies = new Set(phonies.flatMap(({ row, col, direction, length }) => (
      Array.from({ length }, (_, at) => (direction === 'down' ? `${row + at} ${col}` : `${row} ${col + at}`)))));
    const texts = Array.from(new Set(phonies.map(({ text }) => text)));
    $('phonies').textContent = texts.length > 0 ? `${texts.length === 1 ? 'Not a word' : 'Not words'}: ${texts.join(', ')}.` : '';
  }

  /** Answers the question about words. */
  findWords() {
    const { help, conditions } = QUESTIONS[Number($('words-kind').value)];
    $('words-help').textContent = help;
    const text = $('words-text').value.trim();
    $('words').replaceChildren();
    $('words-status').textContent = '';
    if (!text) return;
    this.attempt(() => {
      if (conditions) this.listWords(text, conditions(text));
      else $('words-status').textContent = this.verdict(text.split(/\s+/u));
    }, 'Words: ');
  }

  /** The verdict on a group of words, as text. */
  verdict(words) {
    const { isAcceptable, phonies } = this.lexicon.judge(words);
    if (words.length === 1) return `${words[0]} is ${isAcceptable ? 'a word' : 'not a word'}.`;
    return isAcceptable ? `Acceptable: ${words.join(', ')} are words.` : `Not acceptable: ${phonies.join(', ')} ${phonies.length === 1 ? 'is not a word' : 'are not words'}.`;
  }

  listWords(text, questions) {
    const answers = questions.map(([heading, conditions]) => ({ heading, words: this.lexicon.find(conditions) }));
    const count = answers.reduce((sum, { words }) => sum + words.length, 0);
    const isCut = answers.some(({ words }) => words.length > WORDS);
    const isPlain = !/[?.*[\]\s]/u.test(text);
    const checked = isPlain ? `${this.verdict([text])} ` : '';
    $('words-status').textContent = `${checked}${plural(count, 'word')}${isCut ? `, the first ${WORDS} shown` : ''}.`;
    $('words').replaceChildren(...answers.map(({ heading, words }) => part('span', heading + words.slice(0, WORDS).join(' '), 'found')));
  }

  show() {
    this.draw();
    list($('plays'), this.moves.map((each) => this.item(each)));
  }

  /** Draws the board, and the tiles of a move on it. */
  draw(move) {
    const placed = move?.kind === 'play' ? placedOf(move) : [];
    this.board.draw((row, col) => this.position.get(row, col), placed, { phonies: this.phonies });
  }

  item(move) {
    const button = document.createElement('button');
    const isPlay = move.kind === 'play';
    const [place, word, leave] = ['coordinate', isPlay ? 'word' : 'text', 'leave'].map((name) => this.position.part(move, name));
    button.append(part('span', isPlay ? move.score : '', 'score'), part('span', place, 'place'), part('span', word, 'word'), part('span', leave, 'leave'));
    if (this.byEquity) button.append(part('span', move.equity.toFixed(1), 'equity'));
    button.setAttribute('aria-label', [move.text, this.worth(move), leave ? `keeps ${leave}` : ''].filter(Boolean).join(', '));
    // Only plays can be made: the study draws no tiles from a bag.
    if (!isPlay) button.setAttribute('aria-disabled', 'true');
    const preview = () => this.draw(move);
    const plain = () => this.draw();
    button.addEventListener('mouseenter', preview);
    button.addEventListener('focus', preview);
    button.addEventListener('mouseleave', plain);
    button.addEventListener('blur', plain);
    button.addEventListener('click', () => { if (isPlay) this.make(move); });
    return button;
  }

  /** The score of a play and, if moves are ranked by equity, the equity of the move, as text. */
  worth({ kind, score, equity }) {
    const points = kind === 'play' ? [plural(score, 'point')] : [];
    return (this.byEquity ? [...points, `equity ${equity.toFixed(1)}`] : points).join(', ');
  }

  make(play) {
    this.change(`Played ${play.text} for ${plural(play.score, 'point')}.`, () => this.position.play(play));
    $('rack').value = this.position.rack();
    // Moves the focus from the old list to the rack, except where that opens an on-screen keyboard.
    if (!matchMedia('(pointer: coarse)').matches) $('rack').focus({ preventScroll: true });
  }
}

/** Bytes that the build script put into the page, compressed. */
async function embedded(id) {
  const bytes = Uint8Array.from(atob($(id).textContent.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start() {
  try {
    const [module, machine, image] = await Promise.all(['module', 'machine', 'image'].map(embedded));
    const leaves = $('leaves') ? await embedded('leaves') : undefined;
    const images = new Images(await load(module));
    const app = new App(images, new Machine(machine));
    $('rack').value = 'RETINAS';
    app.attempt(() => {
      app.open(image);
      if (leaves) app.open(leaves);
    });
    if (location.hash === '#play') app.setMode('play');
    window.app = app;
    keepOffline();
  } catch (error) {
    $('error').textContent = `This browser cannot run the page: ${error.message} (use one with WebAssembly)`;
    $('error').hidden = false;
  }
}

start();
