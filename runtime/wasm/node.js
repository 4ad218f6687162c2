// The package for Node: reads the module from the disk.
import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './lexc.js';

/** Loads the module: from the folder of this script, or from any source that `load` of `lexc.js` accepts. */
export async function load(source = readFile(new URL('./lexc.wasm', import.meta.url))) {
  const from = await source;
  const isFile = from instanceof URL && from.protocol === 'file:';
  return loadFrom(isFile ? readFile(from) : from);
}

export * from './lexc.js';
