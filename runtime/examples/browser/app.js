'use strict';
// The page: opens images, keeps the position, finds plays and lists them.

const PLAYS = 50;
const RULES = [
  { name: '15 × 15', preset: 0 },
  { name: '21 × 21, super', preset: 1 },
];

const $ = (id) => document.getElementById(id);

class App {
  constructor(lexc) {
    this.lexc = lexc;
    this.plays = [];
    this.undone = [];
    this.board = new BoardView($('board'), $('palette'), (...edit) => this.edit(...edit));
    for (const [index, { name }] of RULES.entries()) $('rules').append(new Option(name, index));
    this.listen();
  }

  listen() {
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

  chosenRules() { return RULES[Number($('rules').value)]; }

  async openFile(file) {
    let open;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      open = () => this.open(bytes);
    } catch (error) {
      open = () => { throw new LexcError(`cannot read the file: ${error.message}`, 0); };
    }
    this.attempt(open, `${file.name}: `);
  }

  open(bytes) {
    this.lexc.open(bytes);
    const { name, wordCount, longestWord } = this.lexc.info;
    const words = `${wordCount.toLocaleString('en')} words of up to ${longestWord} tiles`;
    $('lexicon').textContent = name ? `${name}: ${words}` : words;
    this.newBoard();
  }

  /** Empties the board, under the chosen rules. */
  newBoard() {
    const rules = this.lexc.setRules(this.chosenRules());
    this.undone = [];
    this.board.layOut(rules, (row, col) => this.lexc.premium(row, col), this.lexc.tiles);
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

  /** Changes the position, records the change for undo, and finds plays. `notice` describes the change. */
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

  /** Finds and shows the plays of the position. The status line starts with the notice. */
  find(notice) {
    const started = performance.now();
    this.plays = this.lexc.bestPlays(PLAYS);
    const took = performance.now() - started;
    this.show();
    const [best] = this.plays;
    const count = this.plays.length;
    const found = best
      ? `${count === PLAYS ? `The best ${PLAYS}` : count} ${count === 1 ? 'play' : 'plays'} in ${took.toFixed(1)} ms, `
        + `the first ${best.origin} ${best.word} for ${best.score}.`
      : this.lexc.rack ? 'There is no play.' : 'Put tiles on the rack.';
    $('status').textContent = [notice, found].filter(Boolean).join(' ');
    $('cgp').value = this.lexc.cgp;
    $('undo').disabled = this.undone.length === 0;
  }

  show(play) {
    this.board.draw((row, col) => this.lexc.placedTile(row, col), play);
    if (!play) $('plays').replaceChildren(...this.plays.map((each) => this.item(each)));
  }

  item(play) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(part('span', play.score, 'score'), part('span', play.origin, 'place'), part('span', play.word, 'word'));
    button.setAttribute('aria-label', `${play.origin} ${play.word}, ${play.score} points`);
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

  make(play) {
    this.change(`Played ${play.origin} ${play.word} for ${play.score} points.`, () => this.lexc.play(play));
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
    const app = new App(await Lexc.start(embedded('module')));
    $('rack').value = 'RETINAS';
    app.attempt(() => app.open(embedded('image')));
    window.app = app;
  } catch (error) {
    $('error').textContent = `This browser cannot run the page: ${error.message} (use one with WebAssembly)`;
    $('error').hidden = false;
  }
}

start();
