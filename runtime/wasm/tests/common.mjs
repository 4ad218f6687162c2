// Images and positions of the tests, from the folder that LEXC_DATA names. `runtime/wasm/test` makes it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from 'lexc';

export const bytes = (name) => readFileSync(resolve(process.env.LEXC_DATA, name));
export const lines = (name) => bytes(name).toString('utf8').trim().split('\n');

export const lexc = await load();
/** Two images of the SCOWL words: fast nodes with both automata, and compact nodes with a DAWG. */
export const IMAGES = ['scowl-60.dawg', 'compact.dawg'];
export const lexicon = lexc.open(bytes(IMAGES[0]));
export const EMPTY = Array(15).fill('15').join('/');

/** A function that takes a limit, and returns a pseudo-random integer of at least 0 and less than the limit. */
export function random(seed) {
  let state = seed >>> 0;
  return (limit) => {
    // SplitMix32.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
}
