// Steps of the page's test in which a person plays against the machine.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { KEYS } from './driver.mjs';

const status = (browser) => browser.text('#game-status');
const rows = (browser) => browser.run(
  "() => Array.from(document.querySelectorAll('#sheet tbody tr'), (row) => Array.from(row.cells, (cell) => cell.textContent))");
const ghosts = async (browser) => (await browser.elements('.ghost')).length;

/** Waits for the person's turn or the end of the game. */
async function myTurn(browser, { until }) {
  await until('the machine has answered', async () => /Your turn|is over/u.test(await status(browser)));
}

/** Starts a game at this level; `starter` selects the player of the first turn. */
async function begin(browser, level, starter) {
  await browser.run("() => { window.confirm = () => true; }");
  await browser.click('#play-mode');
  await browser.run(`(level, starter) => {
    document.getElementById('level').value = level;
    document.getElementById('starter').value = starter;
  }`, level, starter);
  await browser.click('#new-form button');
}

async function order(browser, text) {
  await browser.clear('#order');
  await browser.type('#order', text);
  await browser.click('#order-form button');
}

/** Asks for hints; returns the first hint: the play of the highest equity, with its direction and the letters of its tiles. */
async function bestPlay(browser, { until }) {
  await browser.click('#hint');
  await until('there are hints', async () => /^Choose a hint|no play/u.test(await status(browser)));
  return browser.run(`() => {
    const play = app.play.hints.find(({ kind }) => kind === 'play');
    if (!play) return undefined;
    const isDown = play.direction === 'down';
    const placed = play.squares.map((placedTile, at) => ({ placedTile, row: play.row + (isDown ? at : 0), col: play.col + (isDown ? 0 : at) }))
      .filter(({ placedTile }) => placedTile !== 0);
    return { ...play, origin: play.text.split(' ')[0], isDown, placed,
      letters: placed.map(({ placedTile }) => app.lexicon.tiles[(placedTile & 127) - 1].text) };
  }`);
}

async function refusesMoves(browser, context) {
  await begin(browser, '1', '0');
  await myTurn(browser, context);
  assert.equal((await browser.elements('#tray button')).length, 7);
  await order(browser, '8D');
  assert.equal(await status(browser), 'Character 3: missing word');
  await order(browser, 'CARE');
  assert.match(await status(browser), /8D CARE, exchange QV or pass/u);
  const [letter] = await browser.run('() => app.play.tray.filter((code) => code < 128).map((code) => app.lexicon.tiles[code - 1].text)');
  await order(browser, `1A ${letter}${letter}`);
  assert.match(await status(browser), /start square|rack/u);
  await order(browser, 'exchange é');
  assert.equal(await status(browser), "Character 10: 'é' is an unknown tile");
  await order(browser, 'exchange .');
  assert.equal(await status(browser), "Character 10: '.' is an unknown tile");
  assert.deepEqual(await rows(browser), []);
  // Two tiles of the rack that form no word.
  const phony = await browser.run(`() => {
    const texts = app.play.tray.filter((code) => code < 128).map((code) => app.lexicon.tiles[code - 1].text);
    for (const a of texts) for (const b of texts) if (a !== b && !app.lexicon.has(a + b)) return a + b;
  }`);
  await order(browser, `8H ${phony}`);
  assert.equal(await status(browser), `${phony} on 8H is not in the lexicon`);
  assert.deepEqual(await rows(browser), []);
}

/** An opening is one hint, whatever its squares and the order of its tiles. */
async function groupsHints(browser, context) {
  await begin(browser, '3', '0');
  await setRacks(browser, 'AEEEILI', 'EEEEEEE');
  await bestPlay(browser, context);
  const hints = await browser.run('() => app.play.hints.map(({ kind, squares, text }) => kind === "play" ? [...squares].sort().join() : text)');
  assert.deepEqual([hints.length, new Set(hints).size], [5, 5]);
}

/** A play placed from a hint has the square and the points of the hint. */
async function findsHints(browser, context) {
  const { score, origin } = await bestPlay(browser, context);
  await context.picture(browser, 'game-hints');
  const first = await browser.run("() => 1 + app.play.hints.findIndex(({ kind }) => kind === 'play')");
  await browser.click(`#hints li:nth-child(${first}) button`);
  const [, square, points] = /^(\S+) .*: (\d+) points?$/u.exec(await status(browser));
  assert.deepEqual([square, Number(points)], [origin, score]);
  await browser.click('#recall');
  assert.equal(await ghosts(browser), 0);
}

async function takesBack(browser, context) {
  const rack = () => browser.run('() => app.play.game.state.racks[0]');
  const before = await rack();
  const [first] = await browser.run('() => app.play.game.text(app.play.tray).split("")');
  await order(browser, `exchange ${first}`);
  await myTurn(browser, context);
  assert.equal((await rows(browser)).length, 2);
  await browser.click('#take-back');
  assert.deepEqual([await rows(browser), await rack()], [[], before]);
  await order(browser, 'pass');
  await myTurn(browser, context);
  assert.deepEqual((await rows(browser))[0], ['You', 'pass', '0', '0']);
}

/**
 * Asserts that the page draws frames while the machine thinks at 80 % or more of its rate while the machine waits. A rack
 * with two blanks makes the machine think long.
 */
async function keepsDrawing(browser, context) {
  let frames;
  const isSmooth = async () => {
    frames = await browser.run(`async () => {
      const count = async (work) => {
        const started = performance.now();
        let frames = 0, isOn = true;
        const draw = () => { frames += 1; if (isOn) requestAnimationFrame(draw); };
        requestAnimationFrame(draw);
        const answers = await work(performance.now() + 1000);
        isOn = false;
        return { frames: Math.round(frames * 1000 / (performance.now() - started)), answers };
      };
      const { cgp } = app.play.game.state;
      const heavy = { cgp: cgp.split(' ')[0] + ' AEINR??/ 0/0 0', rules: 'board=standard rack=7', level: 1 };
      const idle = await count((end) => new Promise((done) => setTimeout(() => done(0), end - performance.now())));
      const busy = await count(async (end) => {
        let answers = 0;
        while (performance.now() < end) { await app.play.machine.ask('move', heavy); answers += 1; }
        return answers;
      });
      return { idle: idle.frames, busy: busy.frames, answers: busy.answers };
    }`);
    return frames.answers > 0 && frames.busy >= 0.8 * frames.idle;
  };
  let tries = 0;
  await context.until('frames while the machine thinks', async () => {
    tries += 1;
    return await isSmooth() || assert.ok(tries < 10, `frames: ${JSON.stringify(frames)}`);
  });
  console.log(`frames in a second: ${frames.idle} while the machine waits, ${frames.busy} while it thinks`);
}

/** Focuses the board, moves by keys to the square of the first tile to place, types the tiles, and makes the play. */
async function playByKeys(browser, { placed, letters, isDown }) {
  const [{ row, col }] = placed;
  await browser.run("() => document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
  const at = await browser.run('() => app.board.selected');
  const steps = (from, to, less, more) => Array(Math.abs(to - from)).fill(to < from ? less : more);
  await browser.keys(KEYS.home, ...steps(0, col, KEYS.left, KEYS.right), ...steps(at.row, row, KEYS.up, KEYS.down));
  if (await browser.run('() => app.board.isDown') !== isDown) await browser.keys(' ');
  for (const [index, letter] of letters.entries()) {
    if (placed[index].placedTile >= 128) await browser.shifted(letter);
    else await browser.keys(letter.toLowerCase());
  }
  assert.equal(await ghosts(browser), placed.length);
  await browser.keys(KEYS.enter);
}

/** Taps each tile, its square and, for a blank, the letter, and makes the play. */
async function playByTouch(browser, { placed, letters }, { until }) {
  // Scrolls to the board before the first tap, because a tap may be lost while the page scrolls.
  await browser.run("() => document.getElementById('board').scrollIntoView()");
  for (const [index, { row, col, placedTile }] of placed.entries()) {
    const name = placedTile >= 128 ? 'Blank' : letters[index];
    await browser.click(`#tray button[aria-label="${name}"]:not(:disabled)`);
    await browser.click(`[data-row="${row}"][data-col="${col}"]`);
    if (placedTile >= 128) {
      const code = placedTile - 128;
      await browser.click(`#blank-letters button:nth-child(${code})`);
    }
    await until('the tile is placed', async () => await ghosts(browser) === index + 1);
  }
  await browser.click('#submit');
}

/** Returns the step that plays a game to its end, by keyboard or by touch, and saves it. */
function playsAGame(way) {
  const step = async (browser, context) => {
    const [play, level, starter] = way === 'keyboard' ? [playByKeys, '10', '0'] : [playByTouch, '9', '1'];
    await begin(browser, level, starter);
    for (let turn = 0; ; turn++) {
      assert.ok(turn < 60, 'the game does not end');
      await myTurn(browser, context);
      if (/is over/u.test(await status(browser))) break;
      const count = (await rows(browser)).length;
      const best = await bestPlay(browser, context);
      if (best) await play(browser, best, context);
      else await order(browser, 'pass');
      await context.until('the turn is made', async () => (await rows(browser)).length > count);
      if (turn === 3) {
        await myTurn(browser, context);
        await context.picture(browser, `game-${way}`);
        if (way === 'touch') {
          await browser.run("() => document.getElementById('tray').scrollIntoView({ block: 'center' })");
          await context.picture(browser, 'game-touch-rack');
        }
      }
    }
    await context.picture(browser, `game-${way}-over`);
    await browser.tool('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: context.scratch });
    await browser.click('#save');
    const saved = resolve(context.scratch, 'game.gcg');
    await context.until('the record is saved', async () => existsSync(saved) && readFileSync(saved, 'utf8').includes('>'));
    renameSync(saved, resolve(context.scratch, `${way}.gcg`));
    assert.match(readFileSync(resolve(context.scratch, `${way}.gcg`), 'utf8'), /^#character-encoding UTF-8\n#player1 (you|lexc)/u);
  };
  return Object.defineProperty(step, 'name', { value: `playsAGameBy${way === 'keyboard' ? 'Keyboard' : 'Touch'}` });
}

async function showsDarkMode(browser, context) {
  await browser.tool('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  assert.equal(await browser.run('() => getComputedStyle(document.body).backgroundColor'), 'rgb(21, 24, 30)');
  // The squares take a moment to change their colours.
  const square = "() => getComputedStyle(document.querySelector('.square:not(.tile, .l2, .l3, .w2, .w3)')).backgroundColor";
  await context.until('the board is dark', async () => await browser.run(square) === 'rgb(43, 49, 60)');
  await context.picture(browser, 'game-dark');
  await browser.click('#study-mode');
  await context.picture(browser, 'study-dark');
  await browser.click('#play-mode');
}

/** Opens the image `name`, whose longest word has `tiles` tiles, and starts a game. */
async function beginWith(browser, name, tiles, { scratch, until }) {
  await browser.type('#file', resolve(scratch, name));
  await until('the image is open', async () => (await browser.text('#lexicon')).includes(`of up to ${tiles} tiles`));
  await begin(browser, '3', '0');
}

/** Plays two adjacent tiles L in Spanish, where LL is a tile as well. */
async function playsTwoTilesOfADigraph(browser, context) {
  await beginWith(browser, 'spanish.dawg', 7, context);
  await setRacks(browser, '[L]LAMASO', '');
  await order(browser, '8D [L]LAMASO');
  await myTurn(browser, context);
  assert.deepEqual((await rows(browser))[0], ['You', '8D [L]LAMASO', '70', '70']);
  assert.match(await gcgOf(browser), /^>you: AA\[L\]LMOS 8D \[L\]LAMASO \+70 70$/mu);
}

/** The machine and hints have the words with a label alone; the person has all words. */
async function playsAgainstCommonWords(browser, context) {
  const setView = (view) => browser.run("(view) => { document.getElementById('view').value = view; }", view);
  await setView('rare');
  await beginWith(browser, 'labelled.dawg', 5, context);
  assert.equal(await status(browser), 'Character 1: unknown flag (use common)');
  await setView('common & !common | common');
  await begin(browser, '9', '0');
  await setRacks(browser, 'ACERS', 'ACERS');
  await bestPlay(browser, context);
  const words = await browser.run("() => app.play.hints.filter(({ kind }) => kind === 'play').map((move) => app.play.game.position.part(move, 'word'))");
  assert.deepEqual(new Set(words.map((word) => word.toUpperCase())), new Set(['CARE']));
  await order(browser, '8D SCARE');
  await myTurn(browser, context);
  assert.match((await rows(browser))[1][1], / CARE$/iu);
  await setView('');
}

/** A game that cannot start leaves the previous game unchanged. */
async function keepsTheGame(browser, context) {
  await beginWith(browser, 'small.dawg', 3, context);
  const setRackSize = (size) => browser.run("(size) => { document.getElementById('rack-size').value = size; }", size);
  await setRackSize(21);
  await begin(browser, '3', '1');
  assert.equal(await status(browser), 'The alphabet has 30 tiles in the bag, and the racks take 42 (take smaller racks)');
  await order(browser, 'pass');
  await myTurn(browser, context);
  assert.deepEqual((await rows(browser))[0], ['You', 'pass', '0', '0']);
  await setRackSize(7);
}

/** Small letters are capitals if the rack has no blanks for them. */
async function readsSmallLettersAsTiles(browser, context) {
  await begin(browser, '1', '0');
  await setRacks(browser, 'CAREIII', 'EEEEEEE');
  await order(browser, '8h care');
  await myTurn(browser, context);
  assert.deepEqual((await rows(browser))[0], ['You', '8H CARE', '12', '12']);
}

/** Six turns without points end a game, and a player who goes out gains twice the other's tiles. */
async function endsAGameByTheRulesOfTournaments(browser, { scratch }) {
  await begin(browser, '3', '0');
  const passes = await browser.run(`() => {
    const { game } = app.play;
    for (let turn = 0; turn < 6; turn++) game.make({ kind: 'pass' });
    const value = (code) => (code === 128 ? 0 : game.tile(code).value);
    const values = game.state.racks.map((rack) => game.codesOf(rack).reduce((sum, code) => sum + value(code), 0));
    return { end: game.state.end, scores: game.state.scores, values, last: game.turns.slice(6).map(({ kind, total }) => [kind, total]) };
  }`);
  assert.deepEqual([passes.end, passes.scores], ['scoreless', passes.values.map((value) => 0 - value)]);
  assert.deepEqual(passes.last, passes.scores.map((score) => ['end', score]));
  await begin(browser, '3', '0');
  // All tiles but those of the racks are on the board.
  const [line] = readFileSync(resolve(scratch, 'endgames'), 'utf8').split('\n');
  const out = await browser.run(`(cgp) => {
    const { game } = app.play;
    game.load(cgp, 0);
    while (!game.isOver) game.make(game.position.moves(1)[0]);
    const points = (seat) => game.turns.reduce((sum, turn) => (turn.seat === seat ? sum + turn.score : sum), 0);
    return { end: game.state.end, scores: game.state.scores, sums: [points(0), points(1)], last: game.turns.at(-1) };
  }`, JSON.parse(line).cgp.split(' ').slice(0, 2).join(' ') + ' 0/0 0');
  assert.deepEqual([out.end, out.sums], ['out', out.scores]);
  assert.equal(out.last.kind, 'end');
  assert.ok(out.last.score > 0 && out.last.rack === '' && out.last.tiles !== '');
}

/** Gives both players these tiles in a game that has just begun. */
async function setRacks(browser, ...racks) {
  await browser.run(`(racks) => {
    const { game } = app.play;
    game.load(game.state.cgp.split(' ')[0] + ' ' + racks.join('/') + ' 0/0 0', 0);
    app.play.refill();
  }`, racks);
}

const shown = (browser) => browser.run(`() => ({
  board: app.play.game.state.cgp.split(' ')[0], racks: app.play.game.state.racks, bag: app.play.game.state.bag,
  scores: app.play.game.state.scores, seat: app.play.seat, level: app.play.level,
})`);

async function keepsTheGameOverAReload(browser, context) {
  await begin(browser, '2', '0');
  await myTurn(browser, context);
  await order(browser, 'pass');
  await myTurn(browser, context);
  const [before, sheet] = [await shown(browser), await rows(browser)];
  assert.equal(sheet.length, 2);
  await browser.ask('POST', '/refresh');
  await context.until('the page has started again', async () => (await browser.text('#lexicon')).includes('words'));
  assert.equal(await browser.run('() => document.body.dataset.mode'), 'play');
  assert.deepEqual([await shown(browser), await rows(browser)], [before, sheet]);
  await context.picture(browser, 'game-kept');
  await browser.run("() => { window.confirm = () => true; }");
  await order(browser, 'pass');
  await myTurn(browser, context);
  assert.equal((await rows(browser)).length, 4);
  // Storage that refuses or holds nonsense loses no more than the game.
  await browser.run(`() => { for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"state":{}}'); }`);
  await browser.ask('POST', '/refresh');
  await context.until('the page has started again', async () => (await browser.text('#lexicon')).includes('words'));
  assert.deepEqual(await rows(browser), []);
}

async function asksBeforeItDropsAGame(browser, context) {
  await begin(browser, '2', '0');
  await myTurn(browser, context);
  await order(browser, 'pass');
  await myTurn(browser, context);
  const before = await shown(browser);
  await browser.run("() => { window.asked = 0; window.confirm = () => { window.asked += 1; return false; }; }");
  await browser.click('#new-form button');
  await paste(browser, '#player1 a A\n#player2 b B\n>a: CARE 8H CARE +12 12\n');
  assert.deepEqual([await browser.run('() => window.asked'), await shown(browser)], [2, before]);
  // Where the browser keeps nothing, the page asks before another lexicon or a reload.
  await browser.run("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; app.play.keep(); }");
  await browser.type('#file', resolve(context.scratch, 'small.dawg'));
  await context.until('the page has asked', async () => await browser.run('() => window.asked') === 3);
  assert.equal(await browser.run('() => typeof window.onbeforeunload'), 'function');
  assert.deepEqual(await shown(browser), before);
  await browser.run("() => { window.onbeforeunload = null; }");
  await browser.ask('POST', '/refresh');
  await context.until('the page has started again', async () => (await browser.text('#lexicon')).includes('words'));
}

/** The record of the game. */
const gcgOf = (browser) => browser.run("async () => (await app.play.machine.ask('save', app.play.game.record)).gcg");

/** Pastes a text into the page, outside its fields, and waits until the page has opened it. */
async function paste(browser, text) {
  await browser.run(`async (text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await app.opening;
  }`, text);
}

const error = (browser) => browser.run("() => { const e = document.getElementById('error'); return e.hidden ? '' : e.textContent; }");

const RECORD = `#character-encoding UTF-8
#player1 ann Ann Noe
#player2 bob Bob
#lexicon scowl-60
#rules board=standard rack=7
>ann: ACERSTX 8D CRATES +22 22
>bob: DEGNOUV I7 V.GUED +17 17
>bob: DEGNOUV -- -17 0
>ann: EINRTX? -X +0 22
`;

async function opensRecords(browser, context) {
  await begin(browser, '3', '0');
  await paste(browser, RECORD);
  assert.equal(await error(browser), '');
  await myTurn(browser, context);
  assert.deepEqual((await rows(browser)).slice(0, 4), [
    ['Ann Noe', '8D CRATES', '22', '22'], ['You', 'I7 VSGUED', '17', '17'], ['You', 'withdrawn', '-17', '0'], ['Ann Noe', 'exchange X', '0', '22']]);
  const { board, racks, bag, seat } = await shown(browser);
  assert.match(board, /\/3CRATES6\//u);
  assert.deepEqual([seat, racks[1], bag], [1, 'DEGNOUV', 100 - 6 - 14]);
  await context.picture(browser, 'game-record');
  // The page reads what it writes.
  const written = await gcgOf(browser);
  writeFileSync(resolve(context.scratch, 'opened'), written);
  await browser.run("() => { window.confirm = () => true; }");
  await browser.type('#file', resolve(context.scratch, 'opened'));
  await context.until('the record is open', async () => (await browser.run("() => document.getElementById('file').value")) === '');
  assert.equal(await gcgOf(browser), written);
  await order(browser, 'pass');
  await myTurn(browser, context);
  assert.equal((await rows(browser)).length, 6);
}

async function refusesRecords(browser) {
  const before = await shown(browser);
  for (const [text, message] of [
    ['#player1 a A\n#player2 b B\n>a: CARE CARE\n', /^The pasted game: line 3, character 10: unknown move "CARE" \(write a square/u],
    ['#player1 a A\n#player2 b B\n>a: CARE 8N CARE +12 12\n', /^The pasted game: line 3, character 15: the word leaves the board$/u],
    ['#player1 a A\n#player2 b B\n#player3 c C\n>a: CARE 8H CARE +12 12\n', /^The pasted game: line 3, character 1: a game of 3 players \(only/u],
    ['#player1 a A\n#player2 b B\n>a: CARE 8H CARE +12 12\n>c: CARE A1 CARE +12 12\n', /^The pasted game: line 4, character 2: unknown player "c"/u],
    ['#player1 a A\n#rules rack=9 board=huge\n>a: CARE 8H CARE +12 12\n', /^The pasted game: rules, setting 2: /u],
  ]) {
    await paste(browser, text);
    assert.match(await error(browser), message);
    assert.deepEqual(await shown(browser), before);
  }
  await paste(browser, '#player1 a A\n#player2 b B\n#rules rack=4 bonus=9\n>a: CARE 8H CARE +21 21\n');
  assert.equal(await error(browser), '');
  assert.match(await gcgOf(browser), /^#rules board=standard rack=4 bonus=9 /mu);
}

async function showsNamesThatDoNotAct(browser, context) {
  await paste(browser, '#player1 a A\u202enn\u0007\u200b\n#player2 b B\n>a: CARE 8H CARE +12 12\n');
  const [[name]] = await rows(browser);
  assert.equal(name, 'A\\u{202e}nn\\u{7}\\u{200b}');
  assert.equal(await browser.run("() => document.querySelectorAll('.player .name')[1].textContent"), name);
  writeFileSync(resolve(context.scratch, 'a\u202eb.txt'), 'nothing');
  await browser.type('#file', resolve(context.scratch, 'a\u202eb.txt'));
  await context.until('the file is refused', async () => (await error(browser)).startsWith('a\\u{202e}b.txt: not a lexicon'));
}

/** Once the bag is empty, the first hint and the machine's move are the best moves to the end of the game, as `lexc endgame` finds them. */
async function solvesTheEndOfTheGame(browser, context) {
  for (const line of readFileSync(resolve(context.scratch, 'endgames'), 'utf8').trim().split('\n')) {
    const { cgp, value } = JSON.parse(line);
    const [board, racks] = cgp.split(' ');
    const answer = await browser.run(`async (board, racks) => {
      const question = { cgp: board + ' ' + racks + ' 0/0 0', rules: 'board=standard rack=7', level: 9 };
      const { ranked_by, moves } = await app.play.machine.ask('hints', { ...question, count: 5 });
      return { ranked_by, best: moves[0], choice: (await app.play.machine.ask('move', question)).move };
    }`, board, racks);
    const { ranked_by: by, best, choice } = answer;
    assert.deepEqual([by, best.exact, best.value, choice], ['endgame', true, value, best.move], cgp);
  }
}

/** At the levels that need leave values, the machine starts a game, and hints are ranked as it ranks moves. */
async function playsAtTheHighestLevels(browser, context) {
  for (const [level, ranking] of [['10', /by equity\.$/u], ['11', /by simulation, \d+ samples\.$/u]]) {
    await begin(browser, level, '1');
    const started = performance.now();
    await myTurn(browser, context);
    console.log(`level ${level}: the first move after ${Math.round(performance.now() - started)} ms`);
    assert.deepEqual((await rows(browser)).map(([player]) => player), ['Machine']);
    await bestPlay(browser, context);
    assert.match(await status(browser), ranking);
    await context.picture(browser, `game-level-${level}`);
  }
}

/** A game of two plays; each player then passes once, and Bob misses a bingo. */
const FINISHED = `#character-encoding UTF-8
#player1 ann Ann
#player2 bob Bob
#rules board=standard rack=7 scoreless=2
>ann: ACERSTX 8D CRATES +22 22
>bob: EEILNOU 7E OE +8 8
>ann: AEIRTUX - +0 22
>bob: AEINRST - +0 8
`;

/** The mistakes of a finished game are listed, the worst first, and keys step through its turns. */
async function analyzesAGame(browser, context) {
  const text = (id) => browser.text(`#${id}`);
  const turn = async (number) => context.until(`turn ${number}`, async () => (await text('turn-text')).startsWith(`Turn ${number} of 4.`));
  await browser.run("() => { window.confirm = () => true; }");
  await paste(browser, FINISHED);
  assert.match(await status(browser), /^The game is over\./u);
  await browser.click('#analyze');
  await context.until('the game is analyzed', async () => /mistakes?, the worst first/u.test(await text('analysis-status')));
  const costs = await browser.run("() => Array.from(document.querySelectorAll('#mistakes .equity'), (cost) => Number.parseFloat(cost.textContent))");
  assert.deepEqual(costs, [...costs].sort((a, b) => b - a));
  assert.match(await text('mistakes'), /^4\s+Bob: pass\s+missed bingo\s+\d+\.\d points/u);
  // The focus is on a button of the turns.
  await turn(1);
  await browser.keys(KEYS.right, KEYS.right);
  await turn(3);
  assert.equal((await browser.elements('.tile')).length, 8);
  await browser.keys(KEYS.left, KEYS.left, KEYS.left);
  await turn(1);
  assert.equal((await browser.elements('.tile')).length, 0);
  assert.equal(await ghosts(browser), 6);
  await context.picture(browser, `game-analysis-${await browser.run('() => innerWidth')}`);
  await browser.keys(KEYS.end);
  await turn(4);
  assert.match(await text('turn-text'), /Bob: pass, 0 points\. It cost \d+\.\d points against .* \(missed bingo\)\.$/u);
  await browser.keys(KEYS.home);
  await turn(1);
  await browser.run("() => document.querySelector('#mistakes button').focus()");
  await browser.keys(KEYS.enter);
  await turn(4);
  // A move of the list is shown on the board.
  await browser.run("() => document.querySelector('#turn-moves button').focus()");
  await context.until('the best move is on the board', async () => await ghosts(browser) === 7);
  for (const id of ['turn-text', 'analysis-status']) assert.equal(await browser.run(`() => document.getElementById('${id}').getAttribute('aria-live')`), 'polite');
  await browser.keys(KEYS.escape);
  assert.equal(await browser.run('() => document.body.dataset.mode'), 'play');
}

export {
  analyzesAGame, asksBeforeItDropsAGame, endsAGameByTheRulesOfTournaments, findsHints, groupsHints, keepsDrawing, keepsTheGame, keepsTheGameOverAReload, opensRecords, playsAGame,
  playsAtTheHighestLevels, playsAgainstCommonWords, playsTwoTilesOfADigraph, readsSmallLettersAsTiles, refusesMoves, refusesRecords, showsDarkMode, showsNamesThatDoNotAct,
  solvesTheEndOfTheGame, takesBack,
};
