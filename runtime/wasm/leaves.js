// Leave values.
import { bytesOf } from './errors.js';
import { Resource } from './memory.js';

/** LEXC_CHECK_ALL of lexc.h. */
export const CHECK_ALL = 0;

/** Size of a lexc_leaves, in bytes. */
const LEAVES_BYTES = 8 * 72;

/**
 * Takes memory for a handle of `handleBytes` bytes, and copies an image into the module. Calls `open` with the address of the
 * handle, the address of the copy, and the copy's length. Returns the two addresses.
 */
export function place(memory, image, handleBytes, open) {
  const bytes = bytesOf(image, 'the image');
  const addresses = [];
  try {
    addresses.push(memory.take(handleBytes));
    addresses.push(memory.take(bytes.length));
    memory.bytes.set(bytes, addresses[1]);
    open(...addresses, bytes.length);
    return addresses;
  } catch (error) {
    addresses.forEach((address) => memory.give(address));
    throw error;
  }
}

/** Values of leaves, for the alphabet of a lexicon. */
export class Leaves extends Resource {
  #handle;

  constructor(memory, lexicon, lexiconHandle, image) {
    const addresses = place(memory, image, LEAVES_BYTES, (handle, address, length) => {
      memory.ask('lexc_leaves_open', handle, lexiconHandle, address, length, CHECK_ALL);
    });
    super(memory, 'the image of leaves was', addresses);
    [this.#handle] = addresses;
    this.lexicon = lexicon;
  }

  /** Address of the handle, for `Position`. */
  static handleOf(leaves) {
    Resource.memoryOf(leaves);
    return leaves.#handle;
  }
}
