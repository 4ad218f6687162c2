'use strict';
// The page: opens images, and shows the study or the game. Runs the study, which keeps a position and lists moves and words.

const MOVES = 50;
const WORDS = 500;
const RULES = [
  { name: '15 × 15', preset: 0 },
  { name: '21 × 21, super', preset: 1 },
];

/** Questions about words. `conditions` makes the conditions of a text, each with the heading of its words. */
const QUESTIONS = [
  { name: 'Anagrams', help: '? is a blank, * any more tiles.', conditions: (text) => [['', CONDITIONS.anagram, text]] },
  { name: 'Words of these tiles', help: '? is a blank.', conditions: (text) => [['', CONDITIONS.subAnagram, text]] },
  { name: 'Pattern', help: '. is any tile, * any tiles, [ABC] one of these.', conditions: (text) => [['', CONDITIONS.pattern, text]] },
  {
    name: 'Hooks',
    help: 'Words with one more tile in front or at the end.',
    conditions: (text) => [['Front: ', CONDITIONS.pattern, `.${text}`], ['Back: ', CONDITIONS.pattern, `${text}.`]],
  },
];

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const $ = (id) => document.getElementById(id);

class App {
  constructor(lexc, play) {
    this.lexc = lexc;
    this.play = play;
    this.moves = [];
    this.undone = [];
    this.board = new BoardView($('board'), $('palette'), this);
    play.board = this.board;
    for (const [index, { name }] of RULES.entries()) $('rules').append(new Option(name, index));
    for (const [index, { name }] of QUESTIONS.entries()) $('words-kind').append(new Option(name, index));
    this.listen();
  }

  listen() {
    for (const mode of ['study', 'play']) $(`${mode}-mode`).addEventListener('click', () => this.setMode(mode));
    $('file').addEventListener('change', async ({ target }) => {
      if (target.files[0]) await this.openFile(target.files[0]);
      target.value = '';
    });
    $('rules').addEventListener('change', () => this.attempt(() => this.newBoard()));
    $('clear').addEventListener('click', () => this.change('The board is empty.', () => this.lexc.setRules(this.chosenRules())));
    $('undo').addEventListener('click', () => this.undo());
    for (const event of ['input', 'change']) $('rack').addEventListener(event, () => this.setRack());
    $('rack-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.setRack();
    });
    $('cgp-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.change('', () => { this.lexc.cgp = $('cgp').value.trim(); });
      $('rack').value = this.lexc.rack;
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
  }

  /** Shows the game (`play`) or the position (`study`). */
  setMode(mode) {
    document.body.dataset.mode = mode;
    for (const each of ['study', 'play']) $(`${each}-mode`).setAttribute('aria-pressed', each === mode);
    $('error').hidden = true;
    this.board.edits(false);
    if (mode === 'play') {
      this.play.enter();
    } else {
      this.board.editor = this;
      this.layOut();
      this.show();
    }
  }

  layOut() { this.board.layOut(this.rules, (row, col) => this.lexc.premium(row, col), this.lexc.tiles); }

  chosenRules() { return RULES[Number($('rules').value)]; }

  async openFile(file) {
    let open;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!this.play.mayClose()) return;
      open = () => {
        this.setMode('study');
        this.open(bytes);
        this.play.open(bytes);
      };
    } catch (error) {
      open = () => { throw new LexcError(`cannot read the file: ${error.message}`, 0); };
    }
    this.attempt(open, `${file.name}: `);
  }

  open(bytes) {
    const isLeaves = this.lexc.open(bytes);
    const { name, wordCount, longestWord } = this.lexc.info;
    const words = `${plural(wordCount, 'word')} of up to ${plural(longestWord, 'tile')}`;
    $('lexicon').textContent = `${name ? `${name}: ` : ''}${words}${isLeaves ? ', with leave values' : ''}`;
    if (isLeaves) this.find('');
    else this.newBoard();
    this.findWords();
  }

  /** Empties the board, under the chosen rules. */
  newBoard() {
    this.rules = this.lexc.setRules(this.chosenRules());
    this.undone = [];
    this.layOut();
    this.setRack();
  }

  /** Calls `act`, and shows the message if the library refuses. Returns `true` if the library does not refuse. */
  attempt(act, prefix = '') {
    try {
      act();
      $('error').hidden = true;
      return true;
    } catch (error) {
      if (!(error instanceof LexcError)) throw error;
      $('error').textContent = prefix + error.message;
      $('error').hidden = false;
      return false;
    }
  }

  /** Changes the position by `act`, keeps the former one for undo, and finds moves. `notice` describes the change. */
  change(notice, act) {
    const before = this.lexc.cgp;
    const isDone = this.attempt(act);
    if (isDone && this.lexc.cgp !== before) this.undone.push(before);
    this.find(isDone ? notice : '');
    return isDone;
  }

  undo() {
    const before = this.undone.pop();
    if (before === undefined) return;
    this.attempt(() => { this.lexc.cgp = before; });
    $('rack').value = this.lexc.rack;
    this.find('Undone.');
  }

  edit(row, col, placedTile) {
    return this.change('', () => this.lexc.setPlacedTile(row, col, placedTile));
  }

  setRack() {
    const rack = $('rack').value.trim();
    // A small letter means the capital: on a rack, it cannot mean a designated blank.
    const written = Array.from(rack, (character) => this.board.tileOf(character)?.text.replace(/^..+$/u, '[$&]') ?? character);
    this.attempt(() => { this.lexc.rack = rack.includes('[') ? rack : written.join(''); }, 'Rack: ');
    this.find('');
  }

  /** The number of tiles in the bag: all but those on the board, on this rack and on a full rack of the opponent. */
  bagLen() {
    const counts = this.lexc.tiles.map(({ count }) => count);
    const all = counts.reduce((sum, count) => sum + count, this.lexc.info.blankCount);
    const { rows, cols, rackSize } = this.rules;
    let onBoard = 0;
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) onBoard += this.lexc.placedTile(row, col) === 0 ? 0 : 1;
    }
    const onRack = Array.from(this.lexc.rack.replace(/\[[^\]]*\]/gu, 'x')).length;
    return Math.max(0, all - onBoard - onRack - rackSize);
  }

  /** Finds and shows the moves of the position. The status line starts with the notice. */
  find(notice) {
    const bagLen = this.bagLen();
    const started = performance.now();
    const { hasLeaves } = this.lexc;
    this.moves = this.lexc.bestMoves(MOVES, hasLeaves ? bagLen : 0).filter(({ raw }) => hasLeaves || raw);
    const took = performance.now() - started;
    this.show();
    const [best] = this.moves;
    const count = this.moves.length;
    const noun = this.lexc.hasLeaves ? 'move' : 'play';
    const found = best && this.lexc.rack
      ? `${count === MOVES ? `The best ${plural(MOVES, noun)}` : plural(count, noun)} in ${took.toFixed(1)} ms, `
        + `the first ${best.origin} ${best.word} for ${this.worth(best)}.`
      : this.lexc.rack ? 'There is no play.' : 'Put tiles on the rack.';
    $('status').textContent = [notice, found].filter(Boolean).join(' ');
    $('cgp').value = this.lexc.cgp;
    $('undo').disabled = this.undone.length === 0;
  }

  /** Answers the question about words. */
  findWords() {
    const { help, conditions } = QUESTIONS[Number($('words-kind').value)];
    $('words-help').textContent = help;
    const text = $('words-text').value.trim();
    const answers = [];
    $('words').replaceChildren();
    $('words-status').textContent = '';
    if (!text) return;
    const isDone = this.attempt(() => {
      for (const [heading, kind, written] of conditions(text)) answers.push({ heading, ...this.lexc.find(kind, written) });
    }, 'Words: ');
    if (!isDone) return;
    const count = answers.reduce((sum, { words }) => sum + words.length, 0);
    const isCut = answers.some(({ words, hasMore }) => hasMore || words.length > WORDS);
    const found = `${answers.some(({ hasMore }) => hasMore) ? 'More than ' : ''}${plural(count, 'word')}${isCut ? `, the first ${WORDS} shown` : ''}.`;
    const isPlain = !/[?.*[\]]/u.test(text);
    const checked = isPlain ? `${text} is ${this.lexc.isWord(text) ? 'a word' : 'not a word'}. ` : '';
    $('words-status').textContent = checked + found;
    for (const { heading, words } of answers) {
      $('words').append(part('span', heading + words.slice(0, WORDS).join(' '), 'found'));
    }
  }

  show(play) {
    this.board.draw((row, col) => this.lexc.placedTile(row, col), play);
    if (!play) $('plays').replaceChildren(...this.moves.map((each) => this.item(each)));
  }

  item(play) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(part('span', play.score ?? '', 'score'), part('span', play.origin, 'place'), part('span', play.word, 'word'));
    if (this.lexc.hasLeaves) button.append(part('span', play.equity.toFixed(1), 'equity'));
    button.setAttribute('aria-label', `${play.origin} ${play.word}, ${this.worth(play)}`);
    // Only plays can be made: the study draws no tiles from a bag.
    button.disabled = !play.raw;
    const preview = () => this.board.draw((row, col) => this.lexc.placedTile(row, col), play);
    const plain = () => this.board.draw((row, col) => this.lexc.placedTile(row, col));
    button.addEventListener('mouseenter', preview);
    button.addEventListener('focus', preview);
    button.addEventListener('mouseleave', plain);
    button.addEventListener('blur', plain);
    button.addEventListener('click', () => this.make(play));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** The score of a play and, with leaves, the equity of any move, as text. */
  worth({ score, equity, raw }) {
    const points = raw ? [plural(score, 'point')] : [];
    return (this.lexc.hasLeaves ? [...points, `equity ${equity.toFixed(1)}`] : points).join(', ');
  }

  make(play) {
    this.change(`Played ${play.origin} ${play.word} for ${plural(play.score, 'point')}.`, () => this.lexc.play(play));
    $('rack').value = this.lexc.rack;
    // Moves the focus from the old list to the rack, except where that opens an on-screen keyboard.
    if (!matchMedia('(pointer: coarse)').matches) $('rack').focus({ preventScroll: true });
  }
}

/** Bytes that the build script put into the page. */
function embedded(id) {
  return Uint8Array.from(atob($(id).textContent.trim()), (character) => character.charCodeAt(0));
}

async function start() {
  try {
    const [module, image] = [embedded('module'), embedded('image')];
    const play = new Play(await Lexc.start(module), new Machine(module));
    const app = new App(await Lexc.start(module), play);
    $('rack').value = 'RETINAS';
    app.attempt(() => {
      app.open(image);
      play.open(image);
    });
    if ($('leaves')) play.open(embedded('leaves'));
    if (location.hash === '#play') app.setMode('play');
    window.app = app;
  } catch (error) {
    $('error').textContent = `This browser cannot run the page: ${error.message} (use one with WebAssembly)`;
    $('error').hidden = false;
  }
}

start();
