// The package for browsers: loads the module. `index.d.ts` documents the functions, `README.md` has examples.
import { LexcError } from './errors.js';
import { Lexicon } from './lexicon.js';
import { Memory } from './memory.js';

/** A module, with the lexicons that it opens. */
class Lexc {
  #memory;

  constructor(exports) { this.#memory = new Memory(exports); }

  /** Opens an image, a file that `lexc build` makes. Checks its checksums, and copies it. */
  open(image) { return Lexicon.open(this.#memory, image); }

  /** Bytes of the open images and positions, and of the package's small buffers. */
  get usedBytes() { return this.#memory.usedBytes; }
}

/** Starts a module from its response. Compiles the module while it arrives, if the server sends it as `application/wasm`. */
async function instantiateResponse(response) {
  if (!response.ok) throw new LexcError(`cannot fetch ${response.url}: ${response.status} ${response.statusText} (serve lexc.wasm beside the script)`);
  if (WebAssembly.instantiateStreaming && /^application\/wasm\b/iu.test(response.headers.get('Content-Type') ?? '')) {
    return (await WebAssembly.instantiateStreaming(response, {})).instance;
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer(), {})).instance;
}

/** Loads the module: from the folder of this script, or from an address, a response, bytes or a compiled module. */
export async function load(source = new URL('./lexc.wasm', import.meta.url)) {
  let from = await source;
  if (typeof from === 'string' || from instanceof URL) from = await fetch(from);
  if (typeof Response !== 'undefined' && from instanceof Response) return new Lexc((await instantiateResponse(from)).exports);
  if (from instanceof WebAssembly.Module) return new Lexc((await WebAssembly.instantiate(from, {})).exports);
  return new Lexc((await WebAssembly.instantiate(from, {})).instance.exports);
}

export { BLANK, CASUAL_LEVELS, Position, placedOf } from './position.js';
export { ClosedError, IllegalPlayError, ImageError, LexcError, PositionError, TextError } from './errors.js';
export { Game } from './game.js';
export { Leaves } from './leaves.js';
export { Lexicon } from './lexicon.js';
export { Resource } from './memory.js';
