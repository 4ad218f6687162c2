// Clicks and types through the page: node page.mjs DRIVER-URL SCRATCH OTHER-IMAGE [SCREENSHOTS]
//
// SCRATCH holds the folder of the page, the image in the page, a damaged copy of this image, images of Spanish and of a small
// alphabet, a leaves image, a file too large for a browser, end games with their values, positions, and the output of
// `lexc moves` for the positions, without and with the leaves. OTHER-IMAGE is dropped on the page. SCREENSHOTS is a folder for pictures of
// the page.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Browser, KEYS, until } from './driver.mjs';
import {
  analyzesAGame, asksBeforeItDropsAGame, endsAGameByTheRulesOfTournaments, findsHints, groupsHints, keepsDrawing, keepsTheGame, keepsTheGameOverAReload,
  opensRecords, playsAGame, playsAtTheHighestLevels, playsAgainstCommonWords, playsTwoTilesOfADigraph, readsSmallLettersAsTiles, refusesMoves, refusesRecords, showsDarkMode, showsNamesThatDoNotAct, solvesTheEndOfTheGame, takesBack,
} from './game.mjs';
import { opensOffline } from './offline.mjs';

const [server, scratch, otherImage, screenshots] = process.argv.slice(2);
const page = `file://${scratch}/page/index.html`;
const OPEN = 'scowl-60: 76,603 words of up to 15 tiles, with leave values';
const EMPTY = Array(15).fill('15').join('/');

/** Second argument of each step of the game. */
const context = { scratch, picture, until };

async function start(window) {
  const browser = await Browser.open(server, window);
  await browser.go(page);
  await until('the page has started', async () => (await browser.text('#lexicon')).includes('words'));
  return browser;
}

async function picture(browser, name) {
  if (screenshots) writeFileSync(resolve(screenshots, `${name}.png`), await browser.screenshot());
}

const cgp = (browser) => browser.run("() => document.getElementById('cgp').value");
const rack = (browser) => browser.run("() => document.getElementById('rack').value");
const count = async (browser, selector) => (await browser.elements(selector)).length;
const error = (browser) => browser.run("() => { const e = document.getElementById('error'); return e.hidden ? '' : e.textContent; }");
/** The moves of the list, each as score, square, word, leave and, if the list is ranked by equity, the equity. */
const plays = (browser) => browser.run(
  "() => Array.from(document.querySelectorAll('#plays button'), (b) => Array.from(b.children, (c) => c.textContent))");

/** Sets a field, as a person does. */
async function set(browser, id, value) {
  await browser.run(`(id, value) => {
    const field = document.getElementById(id);
    field.value = value;
    field.dispatchEvent(new Event('change'));
  }`, id, value);
}

async function setPosition(browser, text) {
  await browser.run("(text) => { document.getElementById('cgp-details').open = true; document.getElementById('cgp').value = text; }", text);
  await browser.click('#cgp-form button');
}

async function opens(browser) {
  assert.equal(await browser.text('#lexicon'), OPEN);
  assert.equal(await rack(browser), 'RETINAS');
  assert.equal(await count(browser, '[role=gridcell]'), 225);
  assert.equal(await error(browser), '');
  assert.match(await browser.text('#status'), /^The best 50 moves in .* ms, the first 8. \S+ for \d+ points, equity [\d.]+\.$/);
  await set(browser, 'ranking', 'score');
  assert.match(await browser.text('#status'), /^The best 50 plays in .* ms, the first 8. \S+ for \d+ points\.$/);
  await picture(browser, 'desktop-opening');
}

async function makesPlays(browser) {
  const [[score, place, word]] = await plays(browser);
  await browser.hover('#plays li:nth-child(2) button');
  await until('the second play is previewed', async () => await count(browser, '.ghost') === 7);
  await picture(browser, 'desktop-preview');
  await browser.click('#plays li:first-child button');
  assert.match(await browser.text('#status'), new RegExp(`^Played ${place} ${word} for ${score} points\\.`));
  assert.equal(await count(browser, '.tile'), 7);
  assert.equal(await rack(browser), '');
  assert.ok((await cgp(browser)).includes(word));
  await browser.type('#rack', 'ca?le');
  await until('there are plays again', async () => (await plays(browser)).length === 50);
  await picture(browser, 'desktop-second');
  await browser.click('#undo');
  assert.equal(await cgp(browser), `${EMPTY} AEINRST/ 0/0 0`);
  assert.equal(await count(browser, '.tile'), 0);
}

async function playsByKeyboard(browser) {
  // Two presses of Tab move the focus from the rack to the first play of the list. Enter makes this play.
  await browser.click('#rack');
  await browser.keys(KEYS.tab, KEYS.tab);
  await until('the first play is previewed', async () => await count(browser, '.ghost') === 7);
  await browser.keys(KEYS.enter);
  assert.equal(await count(browser, '.tile'), 7);
  await browser.click('#undo');
}

async function editsByKeyboard(browser) {
  await setPosition(browser, `${EMPTY} /`);
  await browser.run("() => document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
  await browser.keys(KEYS.home, KEYS.right, KEYS.right);
  await browser.keys('c', 'a', 't');
  await browser.shifted('S');
  await browser.keys(KEYS.left, KEYS.down, ' ', 'o', 'x');
  await browser.keys(KEYS.backspace, 'n', KEYS.backspace);
  const rows = EMPTY.split('/');
  rows[7] = '2CATs9';
  rows[8] = '5O9';
  assert.equal(await cgp(browser), `${rows.join('/')} / 0/0 0`);
  const label = (selector) => browser.run("(selector) => document.querySelector(selector).getAttribute('aria-label')", selector);
  assert.equal(await label(':focus'), '10F: letter times 3');
  assert.equal(await label('[data-row="7"][data-col="5"]'), '8F: S, a blank');
  // The selection stays on the board.
  await browser.keys(KEYS.end, KEYS.right, ...Array(20).fill(KEYS.up));
  assert.equal(await label(':focus'), '1O: word times 3');
  await browser.keys('q', KEYS.delete, KEYS.up, KEYS.delete);
  assert.equal(await cgp(browser), `${rows.join('/')} / 0/0 0`);
}

async function namesProblems(browser) {
  await browser.clear('#rack');
  await browser.type('#rack', 'AB1');
  assert.match(await error(browser), /^Rack: character 3: .*'1'/);
  assert.deepEqual([await plays(browser), await browser.text('#status')], [[], ''], 'a list of another rack is beside the error');
  await browser.clear('#rack');
  await browser.type('#rack', 'AAAAAAAA');
  assert.equal(await error(browser), 'Rack: 8 tiles on the rack where the rules allow 7 (remove tiles, or set another rack size)');
  await browser.clear('#rack');
  assert.equal(await error(browser), '');
  await setPosition(browser, '15/15 AB/');
  assert.match(await error(browser), /^the board has 2 x 15 squares and the layout 15 x 15/);
  assert.deepEqual(await plays(browser), []);
  assert.equal(await cgp(browser), '15/15 AB/', 'the text is lost');
  await browser.type('#file', resolve(scratch, 'positions'));
  await until('the file is refused', async () => (await error(browser)).startsWith('positions: '));
  assert.match(await error(browser), /^positions: not a lexicon, leaves or a game \(open a file such as words\.dawg, .*\)$/);
  await browser.type('#file', resolve(scratch, 'damaged.dawg'));
  await until('the damage is named', async () => (await error(browser)).startsWith('damaged.dawg: '));
  assert.match(await error(browser), /section COMP.*\(download the file again, or get another one where it came from\)$/);
  await picture(browser, 'desktop-damaged');
  // This file is larger than a browser can read.
  await browser.type('#file', resolve(scratch, 'large'));
  await until('the size is refused', async () => (await error(browser)).startsWith('large: cannot read the file: '));
  // The previous image is still open.
  assert.equal(await browser.text('#lexicon'), OPEN);
  await setPosition(browser, `${EMPTY} RETINAS/`);
  assert.equal((await plays(browser)).length, 50);
}

async function findsPlaysOfTheCommand(browser) {
  const positions = readFileSync(resolve(scratch, 'positions'), 'utf8').trim().split('\n');
  const moves = readFileSync(resolve(scratch, 'moves'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(positions.length, moves.length);
  for (const [index, position] of positions.entries()) {
    await setPosition(browser, position);
    assert.equal(await error(browser), '');
    const expected = moves[index].plays.map(({ score, play }) => `${score} ${play}`);
    const found = (await plays(browser)).slice(0, 10).map((play) => play.slice(0, 3).join(' '));
    assert.deepEqual(found, expected, position);
  }
  await picture(browser, 'desktop-game');
  console.log(`${positions.length} positions: the ten best plays are those of lexc moves`);
}

async function ranksMovesByEquity(browser) {
  const [position] = readFileSync(resolve(scratch, 'positions'), 'utf8').trim().split('\n');
  const [line] = readFileSync(resolve(scratch, 'equities'), 'utf8').trim().split('\n');
  await setPosition(browser, position);
  await browser.type('#file', resolve(scratch, 'test.leaves'));
  await until('the leaves are open', async () => browser.run("() => document.getElementById('file').value === ''"));
  assert.equal(await error(browser), '');
  await set(browser, 'ranking', 'equity');
  const expected = JSON.parse(line).plays.map(({ play, equity, leave }) => `${play} ${leave} ${equity.toFixed(1)}`);
  const found = (await plays(browser)).slice(0, 10).map((move) => move.slice(1).filter(Boolean).join(' '));
  assert.deepEqual(found, expected);
  assert.match(await browser.text('#status'), /^The best 50 moves in .* points, equity -?[\d.]+\.$/);
  await picture(browser, 'desktop-leaves');
}

async function answersQuestionsAboutWords(browser) {
  await browser.run("() => { document.getElementById('words-details').open = true; }");
  const ask = async (kind, text) => {
    await browser.run(`(kind) => { document.getElementById('words-kind').value = kind; }`, kind);
    await browser.clear('#words-text');
    await browser.type('#words-text', text);
    await browser.click('#words-form button');
    return [await browser.text('#words-status'), await browser.text('#words')];
  };
  assert.equal((await ask('0', 'stare'))[0], 'stare is a word.');
  assert.equal((await ask('0', 'tearz'))[0], 'tearz is not a word.');
  assert.equal((await ask('0', 'stare care'))[0], 'Acceptable: stare, care are words.');
  assert.equal((await ask('0', 'stare tearz'))[0], 'Not acceptable: tearz is not a word.');
  assert.deepEqual(await ask('1', 'stare'), ['stare is a word. 7 words.', 'ASTER RATES RESAT STARE TARES TASER TEARS']);
  assert.deepEqual(await ask('3', '*quix..ic'), ['1 word.', 'QUIXOTIC']);
  assert.deepEqual((await ask('4', 'tearz'))[0], 'tearz is not a word. 0 words.');
  assert.match((await ask('2', 'retinas'))[0], /^retinas is .* \d+ words\.$/);
  await picture(browser, 'desktop-words');
  await ask('1', 'a1');
  assert.match(await error(browser), /^Words: condition 1: anagram: character 2: /);
  assert.equal(await browser.text('#words'), '');
  assert.equal((await ask('3', '*'))[0], '76,603 words, the first 500 shown.');
}

/** The board has one tab stop, and the list has one: from the button beside the rack, the second press of Tab reaches Undo. */
async function hasFewTabStops(browser) {
  await setPosition(browser, `${EMPTY} RETINAS/`);
  await browser.click('#plays li:first-child button');
  await browser.type('#rack', 'ca?le');
  await until('there are plays', async () => (await plays(browser)).length === 50);
  await browser.run("() => document.querySelector('#rack-form button').focus()");
  const focused = () => browser.run("() => document.activeElement.closest('li') ? `move ${1 + Array.from(document.querySelectorAll('#plays li')).indexOf(document.activeElement.closest('li'))}` : document.activeElement.id");
  await browser.keys(KEYS.tab);
  assert.equal(await focused(), 'move 1');
  await browser.keys(KEYS.down, KEYS.down, KEYS.up);
  assert.equal(await focused(), 'move 2');
  await until('the focused play is previewed', async () => await count(browser, '.ghost') > 0);
  await browser.keys(KEYS.end);
  assert.equal(await focused(), 'move 50');
  await browser.keys(KEYS.down, KEYS.tab);
  assert.equal(await focused(), 'undo');
  const stops = await browser.run("() => document.querySelectorAll('#board [tabindex=\"0\"], #plays button[tabindex=\"0\"]').length");
  assert.equal(stops, 2);
  await browser.click('#undo');
}

async function setsTheRackSize(browser) {
  await setPosition(browser, `${EMPTY} RETINAS/`);
  await set(browser, 'rack-size', '8');
  assert.equal(await error(browser), '');
  await browser.clear('#rack');
  await browser.type('#rack', 'RETINASE');
  assert.equal(await error(browser), '');
  assert.ok((await plays(browser)).length > 0);
  for (const [size, problem] of [['7', /^Rack size: 8 tiles on the rack where the rules allow 7/], ['0', /^Rack size: a rack size of 0 \(use 1 to 21\)/]]) {
    await set(browser, 'rack-size', size);
    assert.match(await error(browser), problem);
    assert.equal(await browser.run("() => document.getElementById('rack-size').value"), '8');
  }
  await browser.clear('#rack');
  await set(browser, 'rack-size', '7');
  assert.equal(await error(browser), '');
}

async function marksPhonies(browser) {
  const rows = EMPTY.split('/');
  rows[7] = '6CARZ5';
  rows[8] = '6A8';
  rows[9] = '6T8';
  await setPosition(browser, `${rows.join('/')} RETINAS/`);
  assert.equal(await browser.text('#phonies'), 'Not a word: CARZ.');
  assert.equal(await count(browser, '.phony'), 4);
  const label = await browser.run("() => document.querySelector('[data-row=\"7\"][data-col=\"9\"]').getAttribute('aria-label')");
  assert.equal(label, '8J: Z, in a phony');
  await picture(browser, 'desktop-phony');
  await setPosition(browser, `${EMPTY} Q/`);
  assert.equal(await count(browser, '.phony'), 0);
  await set(browser, 'ranking', 'score');
  assert.equal(await browser.text('#status'), 'There is no play.');
  [rows[7], rows[8], rows[9]] = ['3QUIXOTI5', '15', '15'];
  await setPosition(browser, `${rows.join('/')} C/`);
  assert.match(await browser.text('#status'), /^1 play in .*, the first 8D QUIXOTIC for \d+ points\.$/);
}

async function opensOtherImagesAndBoards(browser) {
  const image = readFileSync(otherImage).toString('base64');
  await browser.run(`(image) => {
    const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'care.gaddag'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }`, image);
  await until('the other image is open', async () => (await browser.text('#lexicon')).includes('15 words of up to 6 tiles'));
  await browser.run("() => { const r = document.getElementById('rules'); r.value = '1'; r.dispatchEvent(new Event('change')); }");
  assert.equal(await count(browser, '[role=gridcell]'), 441);
  await browser.clear('#rack');
  await browser.type('#rack', 'cares');
  assert.equal((await plays(browser))[0][2], 'CARES');
  assert.equal(await browser.run("() => document.getElementById('ranking').hidden"), true);
  await picture(browser, 'desktop-super');
  await browser.type('#file', resolve(scratch, 'scowl-60.dawg'));
  await until('the first image is open again', async () => (await browser.text('#lexicon')).includes('76,603'));
}

async function typesTurkishLetters(browser) {
  await browser.type('#file', resolve(scratch, 'small.dawg'));
  await until('the image is open', async () => (await browser.text('#lexicon')).includes('of up to 3 tiles'));
  await browser.clear('#rack');
  await browser.type('#rack', 'kiI');
  assert.equal(await browser.run('() => app.position.rack()'), 'IİK');
  await browser.run("() => document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
  await browser.keys('k', 'i', 'k');
  assert.deepEqual(await browser.run('() => app.position.words().map(({ text }) => text)'), ['KİK']);
}

async function namesElements(browser) {
  for (const element of await browser.elements('button, input, select, textarea, summary, [role=grid], [role=gridcell][tabindex="0"], ol')) {
    const [role, label] = [await browser.role(element), await browser.label(element)];
    // Hidden elements have no role.
    assert.ok(label.trim() !== '' || role === 'none', `an element of role ${role} has no name`);
  }
  assert.equal(await browser.run("() => document.getElementById('status').getAttribute('aria-live')"), 'polite');
  assert.equal(await browser.run("() => document.getElementById('error').getAttribute('role')"), 'alert');
}

/** Asserts that the page has fetched nothing but `data:` URLs and has written nothing to the console. */
async function isQuiet(browser) {
  assert.equal(await browser.run("() => performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('data:')).length"), 0);
  assert.deepEqual(await browser.log(), []);
}

async function fitsAPhone(browser) {
  const overflow = () => browser.run('() => document.documentElement.scrollWidth - innerWidth');
  assert.ok(await overflow() <= 0, 'the page is wider than the phone');
  await picture(browser, 'phone-opening');
  // Controls are large enough for fingers.
  const small = await browser.run(`() => Array.from(document.querySelectorAll('button, input:not(.hidden), select, .button'))
    .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43).map((each) => each.outerHTML)`);
  assert.deepEqual(small, []);
  await browser.click('[data-row="7"][data-col="7"]');
  for (const letter of [3, 1, 20]) await browser.click(`#palette button:nth-child(${letter})`);
  assert.equal(await count(browser, '.tile'), 3);
  assert.ok((await cgp(browser)).includes('/7CAT5/'));
  await picture(browser, 'phone-board');
  await browser.click('#palette button:last-child');
  assert.equal(await browser.run("() => getComputedStyle(document.getElementById('palette')).display"), 'none');
  await browser.click('#plays li:first-child button');
  assert.ok(await count(browser, '.tile') > 3);
  assert.ok(await overflow() <= 0, 'the page is wider than the phone');
  await browser.run('() => scrollTo(0, 0)');
  await browser.type('#rack', 'QUIETLY');
  await picture(browser, 'phone-played');
}

/** Gives a step the context as its second argument; keeps the step's name. */
function withContext(step) {
  return Object.defineProperty((browser) => step(browser, context), 'name', { value: step.name });
}

async function fitsTheGame(browser) {
  assert.ok(await browser.run('() => document.documentElement.scrollWidth - innerWidth') <= 0, 'the game is wider than the phone');
}

/** Runs the parts in one window, and prints the name of each that passed. */
async function runParts(window, ...parts) {
  const browser = await start(window);
  try {
    for (const part of parts) {
      try {
        await part(browser);
      } catch (failure) {
        await picture(browser, 'failure');
        throw failure;
      }
      console.log(`ok: ${part.name}`);
    }
  } finally {
    await browser.close();
  }
}

await runParts({ width: 1280, height: 900 }, opens, makesPlays, playsByKeyboard, editsByKeyboard, namesProblems,
  findsPlaysOfTheCommand, ranksMovesByEquity, answersQuestionsAboutWords, hasFewTabStops, setsTheRackSize, marksPhonies, opensOtherImagesAndBoards,
  typesTurkishLetters, namesElements, isQuiet);
await runParts({ width: 1280, height: 900 }, ...[refusesMoves, findsHints, groupsHints, takesBack, readsSmallLettersAsTiles,
  endsAGameByTheRulesOfTournaments, keepsDrawing, keepsTheGameOverAReload, asksBeforeItDropsAGame, opensRecords, refusesRecords, showsNamesThatDoNotAct, solvesTheEndOfTheGame,
  playsAtTheHighestLevels, analyzesAGame, playsAGame('keyboard'), showsDarkMode, playsTwoTilesOfADigraph, playsAgainstCommonWords, keepsTheGame].map((step) => withContext(step)), namesElements, isQuiet);
await runParts({ width: 390, height: 844, isPhone: true }, withContext(playsAGame('touch')), fitsTheGame, isQuiet);
await runParts({ width: 1280, height: 900 }, withContext(opensOffline));
await runParts({ width: 360, height: 740, isPhone: true }, withContext(analyzesAGame), fitsTheGame, namesElements, isQuiet);
await runParts({ width: 390, height: 844, isPhone: true }, fitsAPhone, namesElements, isQuiet);
console.log('the page works');
