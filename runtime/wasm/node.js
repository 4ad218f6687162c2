// The package for Node: reads the module from the disk.
import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './lexc.js';

/** Loads the module: from beside this script, or from any source of `lexc.js`. */
export async function load(source = readFile(new URL('./lexc.wasm', import.meta.url))) {
  const from = await source;
  const isFile = from instanceof URL && from.protocol === 'file:';
  return loadFrom(isFile ? readFile(from) : from);
}

export * from './lexc.js';
