// Memory of a module. The library for C has no heap: this file hands out the memory at the addresses above the module's own data.
import { ClosedError, LexcError, errorOf } from './errors.js';

/** LEXC_ABI of lexc.h. */
const ABI = 1;
/** Bytes of a lexc_error, and the offset of its message. */
const ERROR_BYTES = 524;
const MESSAGE = 12;
/** Bytes of a small result. */
const OUT_BYTES = 64;
const PAGE_BYTES = 65536;
const TOO_SHORT = -6;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const aligned = (bytes) => Math.ceil(bytes / 8) * 8;

/** A module with its memory. Addresses are multiples of 8. */
export class Memory {
  #used = new Map();
  /** Free blocks in order of their addresses; no two are adjacent, and none ends at `#end`. */
  #free = [];
  #end;
  #stack;
  /** Gives back the memory of objects that were collected as garbage. */
  #forgotten = new FinalizationRegistry((addresses) => addresses.forEach((address) => this.give(address)));

  constructor(exports) {
    this.c = exports;
    if (this.c.lexc_abi() !== ABI) throw new LexcError('lexc.wasm is of another version than the script (take both from one package)');
    this.#end = aligned(exports.__heap_base.value);
    this.#stack = exports.__stack_pointer.value;
    this.error = this.take(ERROR_BYTES);
    this.out = this.take(OUT_BYTES);
  }

  /** Bytes in use, without the module's own. */
  get usedBytes() { return Array.from(this.#used.values()).reduce((sum, bytes) => sum + bytes, 0); }

  // These views are made at each use, because memory that grows gets a new buffer.
  get bytes() { return new Uint8Array(this.c.memory.buffer); }
  get view() { return new DataView(this.c.memory.buffer); }

  /** Takes a block of memory, and returns its address. */
  take(length) {
    const bytes = Math.max(8, aligned(length));
    const index = this.#free.findIndex((block) => block.bytes >= bytes);
    let address = this.#end;
    if (index >= 0) {
      const block = this.#free[index];
      ({ address } = block);
      block.address += bytes;
      block.bytes -= bytes;
      if (block.bytes === 0) this.#free.splice(index, 1);
    } else {
      this.#grow(address + bytes);
      this.#end += bytes;
    }
    this.#used.set(address, bytes);
    return address;
  }

  /** Gives back a block. */
  give(address) {
    let bytes = this.#used.get(address);
    if (bytes === undefined) return;
    this.#used.delete(address);
    // A handle starts with its tag. If this block was a handle, the library now refuses it.
    this.bytes.fill(0, address, address + 8);
    let index = this.#free.findIndex((block) => block.address > address);
    if (index < 0) index = this.#free.length;
    const [before, after] = [this.#free[index - 1], this.#free[index]];
    let start = address;
    if (after && start + bytes === after.address) {
      bytes += after.bytes;
      this.#free.splice(index, 1);
    }
    if (before && before.address + before.bytes === start) {
      start = before.address;
      bytes += before.bytes;
      index -= 1;
      this.#free.splice(index, 1);
    }
    if (start + bytes === this.#end) this.#end = start;
    else this.#free.splice(index, 0, { address: start, bytes });
  }

  /** Gives the blocks back once `owner` is garbage. */
  giveWith(owner, addresses) { this.#forgotten.register(owner, addresses, owner); }

  /** Gives the blocks of a closed object back now. */
  close(owner, addresses) {
    this.#forgotten.unregister(owner);
    addresses.forEach((address) => this.give(address));
  }

  #grow(end) {
    const missing = end - this.c.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.c.memory.grow(Math.ceil(missing / PAGE_BYTES));
    } catch (error) {
      throw new LexcError(`no memory for ${missing} more bytes (choose a smaller image, or close others)`, 0, { cause: error });
    }
  }

  /** Takes a block of memory, calls `act` with its address, and gives the block back. */
  withRoom(bytes, act) {
    const address = this.take(bytes);
    try {
      return act(address);
    } finally {
      this.give(address);
    }
  }

  /** Copies a text and a final zero into memory, and calls `act` with the address. */
  withText(text, act) {
    const encoded = encoder.encode(text);
    return this.withRoom(encoded.length + 1, (address) => {
      this.bytes.set(encoded, address);
      this.bytes[address + encoded.length] = 0;
      return act(address);
    });
  }

  /** Reads a text of `length` bytes; without `length`, up to a zero. */
  read(address, length) {
    const { bytes } = this;
    return decoder.decode(bytes.slice(address, length === undefined ? bytes.indexOf(0, address) : address + length));
  }

  /** Calls a function of the library, and returns its status. */
  status(name, ...args) {
    let isDone = false;
    try {
      const status = this.c[name](...args);
      isDone = true;
      return status;
    } finally {
      // JavaScript's stack overflowed before the module restored the pointer of its own stack.
      if (!isDone) this.c.__stack_pointer.value = this.#stack;
    }
  }

  /** Calls a function that describes no failure, and throws if it fails. */
  call(name, ...args) {
    const status = this.status(name, ...args);
    if (status < 0) throw errorOf(status, `${name} fails with the status ${status} (lexc.h explains it)`);
    return status;
  }

  /** Calls a function whose last parameter is a lexc_error, and throws its message if it fails. */
  ask(name, ...args) {
    const status = this.status(name, ...args, this.error);
    if (status < 0) throw errorOf(status, this.read(this.error + MESSAGE));
  }

  /**
   * Calls a function that writes a text of any length, and returns the text. `args` are the parameters before the buffer;
   * `hasMessage` is true if a lexc_error follows. `bytes` is the size of the text's buffer in the first
   * call; if the text is longer, a second call follows.
   */
  textFrom(name, args, hasMessage = false, bytes = 4096) {
    const { length, text } = this.withRoom(bytes, (address) => {
      const after = hasMessage ? [this.error] : [];
      const status = this.status(name, ...args, address, bytes, this.out, ...after);
      const written = this.view.getUint32(this.out, true);
      if (status === TOO_SHORT) return { length: written };
      if (status < 0) throw errorOf(status, hasMessage ? this.read(this.error + MESSAGE) : `${name} fails with the status ${status}`);
      return { text: this.read(address, written) };
    });
    return text ?? this.textFrom(name, args, hasMessage, length + 1);
  }
}

/** An object in the module's memory, which `close` gives back. */
export class Resource {
  #memory;
  #addresses;
  #name;

  /** `name` starts the message of a `ClosedError`: "the lexicon was". */
  constructor(memory, name, addresses) {
    this.#memory = memory;
    this.#name = name;
    this.#addresses = addresses;
    memory.giveWith(this, addresses);
  }

  get isClosed() { return this.#addresses === undefined; }

  /** The memory. Throws if the object was closed. */
  static memoryOf(object) {
    if (object.isClosed) throw new ClosedError(`${object.#name} closed (open it again)`);
    return object.#memory;
  }

  /** Gives the memory back. Later calls throw a `ClosedError`; closing again does nothing. */
  close() {
    if (this.isClosed) return;
    this.#memory.close(this, this.#addresses);
    this.#addresses = undefined;
  }
}
// `using` closes the object. Older engines lack the symbol.
if (Symbol.dispose) Resource.prototype[Symbol.dispose] = Resource.prototype.close;
