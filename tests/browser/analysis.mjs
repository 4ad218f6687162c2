// Steps through a page of `lexc analyze --html`: node analysis.mjs DRIVER-URL PAGE [SCREENSHOTS]
//
// The game of the page has at least eight events and a mistake. SCREENSHOTS is a folder for pictures of the page.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Browser, KEYS, until } from './driver.mjs';

const [server, page, screenshots] = process.argv.slice(2);

const visible = (browser) => browser.run(
  "() => Array.from(document.querySelectorAll('section')).filter((turn) => turn.getClientRects().length > 0).map(({ id }) => id)");
const hash = (browser) => browser.run('() => location.hash');
const said = (browser) => browser.run("() => document.querySelector('[aria-live]').textContent");
const fits = async (browser) => assert.ok(await browser.run('() => document.documentElement.scrollWidth <= innerWidth'), 'the page is too wide');

async function picture(browser, name) {
  if (screenshots) writeFileSync(resolve(screenshots, `${name}.png`), await browser.screenshot());
}

async function isAt(browser, turn) {
  // After a click on a link, the page changes a little later.
  await until(`turn ${turn} is shown`, async () => (await visible(browser)).join() === `turn-${turn}`);
  const current = await browser.run("() => Array.from(document.querySelectorAll('[aria-current]'), (link) => link.getAttribute('href'))");
  assert.ok(current.length >= 2 && current.every((href) => href === `#turn-${turn}`), `${current}`);
}

/** Expects a turn that was reached by a step: it is in the address, and its text is said. */
async function steppedTo(browser, turn) {
  await isAt(browser, turn);
  assert.equal(await hash(browser), `#turn-${turn}`);
  assert.match(await said(browser), new RegExp(`^${turn}\\. `, 'u'));
}

async function stepsByKeysAndButtons(browser) {
  await browser.go(page);
  const count = (await browser.elements('section')).length;
  assert.ok(count >= 8);
  await isAt(browser, 1);
  await browser.keys(KEYS.left);
  await steppedTo(browser, 1);
  await browser.keys(KEYS.right, KEYS.right);
  await steppedTo(browser, 3);
  await browser.keys(KEYS.end);
  await steppedTo(browser, count);
  await browser.keys(KEYS.home);
  await steppedTo(browser, 1);
  const buttons = await browser.elements('nav button');
  const labels = await Promise.all(buttons.map((button) => browser.label(button)));
  assert.deepEqual(labels, ['first turn', 'previous turn', 'next turn', 'last turn']);
  for (const [button, turn] of [[4, count], [2, count - 1], [1, 1], [3, 2]]) {
    await browser.click(`nav button:nth-of-type(${button})`);
    await steppedTo(browser, turn);
  }
}

async function followsLinks(browser) {
  await browser.go(`${page}#turn-7`);
  await isAt(browser, 7);
  await picture(browser, 'analysis');
  await browser.run("() => scrollTo(0, 0)");
  await browser.click('.chart a:nth-of-type(4)');
  await steppedTo(browser, 4);
  const worst = await browser.run("() => document.querySelector('ol a').getAttribute('href')");
  await browser.click('ol a');
  await steppedTo(browser, worst.replace('#turn-', ''));
  await browser.click('table a[href="#turn-5"]');
  await steppedTo(browser, 5);
  // The buttons stay in view.
  assert.ok(await browser.run("() => { const { top, bottom } = document.querySelector('nav').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"));
  await browser.ask('POST', '/back');
  await isAt(browser, worst.replace('#turn-', ''));
}

async function hasDarkColours(browser) {
  await browser.tool('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  const channels = await browser.run("() => getComputedStyle(document.querySelector('nav')).backgroundColor.match(/\\d+/g).map(Number)");
  assert.ok(channels.every((channel) => channel < 80), `${channels}`);
  await picture(browser, 'analysis-dark');
}

async function showsAllTurnsWithoutScripts(browser) {
  await browser.tool('Emulation.setScriptExecutionDisabled', { value: true });
  await browser.go(page);
  const turns = await visible(browser);
  assert.equal(turns.length, (await browser.elements('section')).length);
  assert.equal(await browser.run("() => document.querySelector('nav').getClientRects().length"), 0);
}

async function turnsBySwipesOnAPhone(browser) {
  await browser.go(`${page}#turn-3`);
  const touch = (type, x) => browser.tool('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }] });
  const swipe = async (from, to) => {
    await touch('touchStart', from);
    await touch('touchMove', to);
    await touch('touchEnd');
  };
  await isAt(browser, 3);
  await fits(browser);
  await picture(browser, 'analysis-phone');
  await swipe(300, 100);
  await steppedTo(browser, 4);
  await swipe(100, 300);
  await steppedTo(browser, 3);
  const small = await browser.run("() => Array.from(document.querySelectorAll('button')).filter((each) => each.getBoundingClientRect().height < 43).length");
  assert.equal(small, 0);
  for (let turn = 1; turn <= (await browser.elements('section')).length; turn++) {
    await browser.go(`${page}#turn-${turn}`);
    await fits(browser);
  }
}

async function isQuiet(browser) {
  assert.deepEqual(await browser.log(), []);
}

async function runParts(window, ...parts) {
  const browser = await Browser.open(server, window);
  try {
    for (const part of parts) {
      await part(browser);
      console.log(`ok: ${part.name}`);
    }
  } finally {
    await browser.close();
  }
}

await runParts({ width: 1280, height: 900 }, stepsByKeysAndButtons, followsLinks, hasDarkColours, isQuiet, showsAllTurnsWithoutScripts);
await runParts({ width: 360, height: 740, isPhone: true }, turnsBySwipesOnAPhone, isQuiet);
console.log('the page of an analysis works');
