// Serves folders, and opens their pages in headless Chromium: node browser.mjs DRIVER-URL WEBDRIVER-MODULE FOLDER...
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [driver, webdriver, ...folders] = process.argv.slice(2);
const { Browser } = await import(webdriver);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Serves the files of a folder, and records the path of each request. */
async function serve(folder) {
  const asked = [];
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    asked.push(path);
    try {
      const contents = await readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path) || '.html'] ?? 'application/octet-stream' }).end(contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, asked, url: `http://127.0.0.1:${server.address().port}/` };
}

for (const folder of folders) {
  const { server, asked, url } = await serve(folder);
  const browser = await Browser.open(driver, { width: 800, height: 600 });
  try {
    await browser.go(url);
    let result;
    for (let tries = 0; tries < 1200 && !result; tries++) {
      await new Promise((done) => setTimeout(done, 50));
      result = await browser.run('() => globalThis.result');
    }
    assert.ok(result && !result.failure, `${folder}: ${result?.failure ?? 'no answer'}\n${JSON.stringify(await browser.log())}\n${asked}`);
    const { best, there, searches, rates, problem, words } = result;
    assert.deepEqual({ best, there, words }, { best: '8B ANTSIER', there: 'ClosedError', words: 76603 });
    assert.match(problem, /^TextError: character 2: '1' is an unknown tile/u);
    assert.ok(searches > 0 && rates.busy >= 0.8 * rates.idle, `frames in a second: ${JSON.stringify(rates)}`);
    const [module] = asked.filter((path) => path.endsWith('.wasm'));
    assert.ok(module, 'no module was fetched');
    console.log(`ok: ${asked.length} files served, ${searches} searches in a worker, frames in a second: ${rates.idle} before, ${rates.busy} meanwhile`);
  } finally {
    await browser.close();
    server.close();
  }
}
