// The board on the page: drawing, moving and typing.
import { BLANK } from '../../wasm/lexc.js';
import { columnLetter, part, squareName } from './page.js';

export class BoardView {
  /**
   * `editor` changes the squares. Its `edit(row, col, placedTile)` sets a square, or returns `false` if it refuses. An editor
   * may have `isFixed(row, col)`, true for squares that typing skips, and `press(key)` and `click(row, col)`, which return
   * `true` if they handle the event.
   */
  constructor(element, palette, editor) {
    this.element = element;
    this.palette = palette;
    this.editor = editor;
    this.squares = [];
    this.selected = { row: 0, col: 0 };
    this.isDown = false;
    this.isBlank = false;
    // True once a person has chosen the selected square: tiles tapped on the rack then go there.
    this.isChosen = false;
    element.addEventListener('keydown', (event) => this.press(event));
    element.addEventListener('click', (event) => this.click(event));
    element.addEventListener('focusin', (event) => this.select(...this.placeOf(event.target)));
    element.addEventListener('focusout', () => this.mark(false));
  }

  /** Creates the squares of a board. `premium(row, col)` returns the multipliers of a square. */
  layOut({ rows, cols, startRow, startCol }, premium, tiles) {
    this.rows = rows;
    this.cols = cols;
    this.tiles = tiles;
    this.element.replaceChildren();
    this.element.style.gridTemplateColumns = `minmax(0, .8fr) repeat(${cols}, minmax(0, 1fr))`;
    this.element.setAttribute('aria-rowcount', rows);
    this.element.setAttribute('aria-colcount', cols);
    const header = row('presentation', label(''));
    header.setAttribute('aria-hidden', 'true');
    for (let col = 0; col < cols; col++) header.append(label(columnLetter(col)));
    this.element.append(header);
    this.squares = [];
    for (let r = 0; r < rows; r++) {
      const line = row('row', label(r + 1));
      this.squares.push(Array.from({ length: cols }, (_, c) => {
        const square = document.createElement('div');
        square.setAttribute('role', 'gridcell');
        square.tabIndex = -1;
        square.dataset.row = r;
        square.dataset.col = c;
        square.premium = premium(r, c);
        square.isStart = r === startRow && c === startCol;
        line.append(square);
        return square;
      }));
      this.element.append(line);
    }
    this.selected = { row: startRow, col: startCol };
    this.square(startRow, startCol).tabIndex = 0;
    this.layOutPalette();
  }

  /** Shows or hides the palette. */
  edits(isEditing) {
    document.body.classList.toggle('editing', isEditing);
  }

  square(row, col) { return this.squares[row]?.[col]; }

  placeOf(target) {
    const { row, col } = target.closest('[role=gridcell]')?.dataset ?? {};
    return [Number(row ?? this.selected.row), Number(col ?? this.selected.col)];
  }

  /**
   * Draws the tiles on the board, and the tiles of `placed` as ghosts. Marks the squares of the latest play and the squares of
   * phonies: `latest` and `phonies` are sets of names such as `7 3`, row and column.
   */
  draw(placedTileAt, placed = [], { latest = new Set(), phonies = new Set() } = {}) {
    this.placedTileAt = placedTileAt;
    this.ghosts = new Map(placed.map(({ row, col, placedTile }) => [`${row} ${col}`, placedTile]));
    for (const [r, line] of this.squares.entries()) {
      for (const [c, square] of line.entries()) {
        const ghost = this.ghosts.get(`${r} ${c}`) ?? 0;
        this.drawSquare(square, r, c, ghost || placedTileAt(r, c), ghost !== 0);
        const name = `${r} ${c}`;
        square.classList.toggle('latest', latest.has(name));
        if (phonies.has(name)) {
          square.classList.add('phony');
          square.setAttribute('aria-label', `${square.getAttribute('aria-label')}, in a phony`);
        }
      }
    }
    this.mark(this.element.contains(document.activeElement));
  }

  drawSquare(square, row, col, placedTile, isGhost) {
    const name = squareName(row, col);
    const { letter, word } = square.premium;
    const classes = ['square'];
    if (square.isStart) classes.push('start');
    if (placedTile === 0) {
      if (word > 1) classes.push(`w${word}`);
      else if (letter > 1) classes.push(`l${letter}`);
      const premium = word > 1 ? `${word}W` : letter > 1 ? `${letter}L` : '';
      const kind = word > 1 ? `word times ${word}` : letter > 1 ? `letter times ${letter}` : 'empty';
      square.replaceChildren(part('span', premium, 'premium'));
      square.setAttribute('aria-label', `${name}: ${kind}`);
    } else {
      const isBlank = placedTile >= BLANK;
      const tile = this.tiles[(placedTile & ~BLANK) - 1];
      const text = isBlank ? tile.blankText : tile.text;
      classes.push(isGhost ? 'ghost' : 'tile');
      if (isBlank) classes.push('blank');
      if (text.length > 1) classes.push('long');
      square.replaceChildren(part('span', text), part('sub', isBlank ? '' : tile.value));
      square.setAttribute('aria-label', `${name}: ${tile.text}${isBlank ? ', a blank' : ''}${isGhost ? ', to be placed' : ''}`);
    }
    square.className = classes.join(' ');
  }

  /** Marks the selected square and the direction of typing. If `isActive` is false, only removes the old mark. */
  mark(isActive) {
    for (const square of this.element.querySelectorAll('.selected')) square.classList.remove('selected', 'down');
    const square = this.square(this.selected.row, this.selected.col);
    if (!square || !isActive) return;
    square.classList.add('selected');
    square.classList.toggle('down', this.isDown);
  }

  select(row, col) {
    const last = this.square(this.selected.row, this.selected.col);
    const square = this.square(row, col);
    if (!square) return;
    if (last) last.tabIndex = -1;
    square.tabIndex = 0;
    this.selected = { row, col };
    this.mark(true);
  }

  /** Moves the selection by a number of squares in the direction of typing, up to the edge. */
  step(by) {
    this.move(this.isDown ? by : 0, this.isDown ? 0 : by);
  }

  move(rows, cols) {
    const row = Math.min(Math.max(this.selected.row + rows, 0), this.rows - 1);
    const col = Math.min(Math.max(this.selected.col + cols, 0), this.cols - 1);
    this.select(row, col);
    this.square(row, col).focus();
  }

  turn() {
    this.isDown = !this.isDown;
    this.mark(true);
  }

  /** The placed tile of a square, on the board or drawn as a ghost. */
  tileAt(row, col) { return this.ghosts.get(`${row} ${col}`) ?? this.placedTileAt(row, col); }

  isFixed() { return this.editor.isFixed?.(this.selected.row, this.selected.col) ?? false; }

  /** Steps over fixed squares, up to the edge. */
  skip(by) {
    for (let most = Math.max(this.rows, this.cols); most > 0 && this.isFixed(); most--) this.step(by);
  }

  put(placedTile) {
    this.skip(1);
    if (this.isFixed() || !this.editor.edit(this.selected.row, this.selected.col, placedTile)) return;
    this.step(1);
    this.skip(1);
  }

  /** Removes the selected tile. From an empty or fixed square, first steps back to the nearest square that is not fixed. */
  erase() {
    const { row, col } = this.selected;
    if (this.isFixed() || this.tileAt(row, col) === 0) this.step(-1);
    this.skip(-1);
    this.editor.edit(this.selected.row, this.selected.col, 0);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const tile = this.tileOf(event.key);
    this.isChosen = true;
    if (this.editor.press?.(event.key)) event.preventDefault();
    else if (moves[event.key]) this.move(...moves[event.key]);
    else if (event.key === 'Home') this.move(0, -this.cols);
    else if (event.key === 'End') this.move(0, this.cols);
    else if (event.key === ' ') this.turn();
    else if (event.key === 'Backspace') this.erase();
    else if (event.key === 'Delete') this.editor.edit(this.selected.row, this.selected.col, 0);
    else if (tile) this.put(tile.code + (event.shiftKey ? BLANK : 0));
    else return;
    event.preventDefault();
  }

  /** Tile whose text or blank text is the key. */
  tileOf(key) { return this.tiles.find(({ text }) => text === key) ?? this.tiles.find(({ blankText }) => blankText === key); }

  click(event) {
    const square = event.target.closest('[role=gridcell]');
    if (!square) return;
    const [row, col] = this.placeOf(square);
    if (this.editor.click?.(row, col)) {
      this.isChosen = false;
      return;
    }
    this.isChosen = true;
    this.edits(true);
    const isSame = this.lastClick === square && document.activeElement === square;
    this.lastClick = square;
    this.select(row, col);
    square.focus();
    if (isSame) this.turn();
  }

  /** Creates the palette, for touch screens and for tiles without a key: a button for each tile, and tools. */
  layOutPalette() {
    const tool = (text, name, act) => {
      const button = part('button', text, 'tool');
      button.type = 'button';
      button.setAttribute('aria-label', name);
      button.addEventListener('click', () => act(button));
      return button;
    };
    const blank = tool('Blank', 'Next tile is a blank', (button) => {
      this.isBlank = !this.isBlank;
      button.setAttribute('aria-pressed', this.isBlank);
    });
    blank.setAttribute('aria-pressed', 'false');
    this.isBlank = false;
    const letters = this.tiles.map(({ code, text }) => {
      const button = part('button', text);
      button.type = 'button';
      button.addEventListener('click', () => {
        this.put(code + (this.isBlank ? BLANK : 0));
        this.isBlank = false;
        blank.setAttribute('aria-pressed', 'false');
      });
      return button;
    });
    this.palette.classList.toggle('needed', this.tiles.some(({ text }) => text.length > 1));
    const turn = tool('Turn', 'Turn the direction of typing', () => this.turn());
    const erase = tool('Erase', 'Take the tile away', () => this.erase());
    const done = tool('Done', 'Put the tiles away', () => this.edits(false));
    this.palette.replaceChildren(...letters, blank, turn, erase, done);
    this.edits(false);
  }
}

function label(text) {
  const element = part('div', text, 'label');
  element.setAttribute('aria-hidden', 'true');
  return element;
}

function row(role, ...children) {
  const element = document.createElement('div');
  element.className = 'board-row';
  element.setAttribute('role', role);
  element.append(...children);
  return element;
}
