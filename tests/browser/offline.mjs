// Opens the page from a server, and again after the server has stopped.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';

const TYPES = { html: 'text/html', js: 'text/javascript', svg: 'image/svg+xml', webmanifest: 'application/manifest+json' };

/** Serves the files of a folder, each changed by `edit(name, text)`. Resolves to the server. */
async function serve(folder, port = 0, edit = (name, text) => text) {
  const server = createServer(({ url }, response) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html';
    try {
      const text = edit(name, readFileSync(resolve(folder, name), 'utf8'));
      response.writeHead(200, { 'content-type': TYPES[name.split('.').at(-1)], connection: 'close' }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => { server.listen(port, '127.0.0.1', done); });
  return server;
}

async function stop(server) {
  server.closeAllConnections();
  await new Promise((done) => { server.close(done); });
}

/**
 * The page is kept on the first visit. It then opens without a server and plays; a new version comes with the visit after the next.
 * Other pages of its folder stay those of the server.
 */
export async function opensOffline(browser, { scratch, until }) {
  const folder = resolve(scratch, 'page');
  const first = await serve(folder);
  const { port } = first.address();
  const opens = async () => {
    await until('the page has started', async () => (await browser.text('#lexicon')).includes('words'));
  };
  await browser.go(`http://127.0.0.1:${port}/`);
  await opens();
  await until('the page is kept', () => browser.run('() => navigator.serviceWorker.controller !== null'));
  assert.deepEqual((await browser.tool('Page.getInstallabilityErrors', {})).installabilityErrors, []);
  assert.deepEqual((await browser.tool('Page.getAppManifest', {})).errors, []);
  writeFileSync(resolve(folder, 'other.html'), '<link rel="icon" href="data:,"><p>another page');
  await browser.go(`http://127.0.0.1:${port}/other.html`);
  assert.equal(await browser.text('p'), 'another page');
  await browser.go(`http://127.0.0.1:${port}/`);
  await opens();
  await stop(first);
  await browser.ask('POST', '/refresh');
  await opens();
  await browser.go(`http://127.0.0.1:${port}/index.html#play`);
  await opens();
  await until('a game has started', async () => /Your turn/u.test(await browser.text('#game-status')));
  await browser.click('#pass');
  await until('the machine has moved', async () => (await browser.elements('#sheet tbody tr')).length === 2);
  assert.deepEqual(await browser.log(), []);
  const second = await serve(folder, port, (name, text) => (
    text.replace('<h1>lexc</h1>', '<h1>new</h1>').replace(/VERSION = '.*'/u, "VERSION = 'new'")));
  // Browsers look for a new version after a visit.
  await browser.ask('POST', '/refresh');
  await opens();
  await until('the new version alone is kept', () => browser.run(`async () => {
    const names = await caches.keys();
    return names.length === 1 && names[0].endsWith(' new');
  }`));
  assert.equal(await browser.text('h1'), 'lexc');
  await browser.ask('POST', '/refresh');
  await opens();
  assert.equal(await browser.text('h1'), 'new');
  await stop(second);
}
