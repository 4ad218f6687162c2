// Executes the JavaScript snippets of README.md unchanged, in Node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const page = readFileSync('node_modules/lexc/README.md', 'utf8');
const [first, fetched, plays, games, bot, table, worker, ...more] = [...page.matchAll(/^```js\n(.*?)^```$/gmsu)].map(([, snippet]) => snippet);

/** Runs a program in a folder with an image and leaves, and returns its lines. */
function run(program) {
  const folder = mkdtempSync('readme-');
  try {
    copyFileSync(join(process.env.LEXC_DATA, 'scowl-60.dawg'), join(folder, 'words.dawg'));
    copyFileSync(join(process.env.LEXC_DATA, 'leaves'), join(folder, 'words.leaves'));
    writeFileSync(join(folder, 'program.mjs'), program);
    return execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' }).trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('words, plays and games', () => {
  // The second snippet is in a block of its own, because both snippets declare `position`.
  const lines = run(`${first}{\n${plays}${games}}`);
  assert.equal(lines.length, 3 + 10 + 5 + 1, lines.join('\n'));
  assert.deepEqual(more, [], 'every snippet is run');
});

test('a bot', () => {
  const lines = run(bot);
  assert.ok(lines.length > 15, lines.join('\n'));
  assert.match(lines.at(-1), /^-?\d+:-?\d+$/u);
});

test('a class of an app', () => {
  const [line] = run(table);
  assert.match(line, /^8H ZZZZZZZ|^the rack has no Z left|rack/u);
  assert.match(line, / undefined \S+\/\S+ /u);
});

test('an image by fetch', () => {
  const program = `import { load } from 'lexc';
import { readFile } from 'node:fs/promises';
const lexc = await load();
const fetch = async (path) => new Response(await readFile(path));
${fetched}
console.log(lexicon.size);`;
  assert.deepEqual(run(program), ['76603']);
});

test('a worker', () => {
  const [imports, ...rest] = worker.split('\n');
  const program = `${imports}
import { readFile } from 'node:fs/promises';
const image = await readFile('words.dawg');
const cgp = '15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/';
${rest.join('\n')}
console.log(moves.length);`;
  assert.deepEqual(run(program), ['20']);
});
