// The page's side of a worker: objects whose calls run in the worker and return promises.
import { ClosedError, ERRORS, LexcError } from './errors.js';

const OF_POSITION = ['cgp', 'setCgp', 'rack', 'setRack', 'get', 'set', 'premium', 'bag', 'words', 'plays', 'best', 'moves', 'casual', 'score', 'check', 'judge', 'play', 'parse', 'parseMove', 'place', 'part'];
/** Methods of the objects, by the names of their classes. */
const METHODS = {
  Lexc: ['open'],
  Lexicon: ['has', 'labels', 'find', 'judge', 'view', 'openLeaves', 'position', 'game'],
  Leaves: [],
  Position: OF_POSITION,
  Game: [...OF_POSITION, 'info', 'rackOf', 'fillRacks', 'make', 'challenge', 'adjust', 'takeBack'],
};

/** The page's counterpart of an object in the worker. */
class Remote {
  #connection;
  #id;

  constructor(connection, id, properties) {
    this.#connection = connection;
    this.#id = id;
    Object.assign(this, properties);
  }

  static connectionOf(remote) { return remote.#connection; }
  static idOf(remote) { return remote.#id; }

  /** Gives back the object's memory in the worker. */
  async close() { await this.#connection.call(this, 'close', []); }
}
if (Symbol.asyncDispose) Remote.prototype[Symbol.asyncDispose] = Remote.prototype.close;

const CLASSES = Object.fromEntries(Object.entries(METHODS).map(([name, methods]) => {
  const type = class extends Remote {};
  for (const method of methods) {
    type.prototype[method] = async function call(...args) { return Remote.connectionOf(this).call(this, method, args); };
  }
  return [name, type];
}));

/** All words, in alphabetical order. */
CLASSES.Lexicon.prototype.words = async function* words() { yield* await this.find(''); };
CLASSES.Lexicon.prototype[Symbol.asyncIterator] = CLASSES.Lexicon.prototype.words;

/** Ends the worker. Calls without an answer, and later calls, fail with a `ClosedError`. */
CLASSES.Lexc.prototype.close = async function close() { Remote.connectionOf(this).end(new ClosedError('the worker was closed (load it again)')); };
if (Symbol.asyncDispose) CLASSES.Lexc.prototype[Symbol.asyncDispose] = CLASSES.Lexc.prototype.close;

/**
 * The source as it is sent to the worker. An address is sent in absolute form, because a worker reads relative addresses in
 * another way, and as a string, because a worker cannot receive a `URL`.
 */
function sentSource(source) {
  const isAddress = source instanceof URL || (typeof source === 'string' && globalThis.location !== undefined);
  return isAddress ? { address: new URL(source, globalThis.location?.href).href } : source;
}

/** Calls to a worker. `thread` posts messages and ends the worker; `thread.waits` receives whether any call waits for an answer. */
export class Connection {
  #thread;
  #waiting = new Map();
  #count = 0;
  #ended;
  /** Closes an object in the worker after its counterpart on the page was collected as garbage. */
  #forgotten = new FinalizationRegistry((id) => { if (!this.#ended) this.#thread.post({ id: 0, object: id, method: 'close', args: [] }); });

  constructor(thread) { this.#thread = thread; }

  /** Loads the module in the worker. */
  async load(module) {
    try {
      return await this.#ask({ object: undefined, method: 'load', args: module === undefined ? [] : [sentSource(module)] });
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  async call(remote, method, args) {
    const sent = args.map((arg) => this.#sent(arg));
    return this.#ask({ object: Remote.idOf(remote), method, args: sent }, remote);
  }

  /** An argument as the worker reads it: an object of the worker becomes its number, also in the option `leaves`. */
  #sent(value) {
    if (value instanceof Remote) return { remote: Remote.idOf(value) };
    if (value?.leaves instanceof Remote) return { ...value, leaves: this.#sent(value.leaves) };
    return value;
  }

  #ask(message, parent) {
    return new Promise((done, fail) => {
      if (this.#ended) throw this.#ended;
      this.#count += 1;
      const id = this.#count;
      this.#thread.post({ id, ...message });
      this.#waiting.set(id, { done, fail, parent });
      this.#thread.waits(true);
    });
  }

  /** Receives an answer of the worker. */
  answer({ id, result, created, error }) {
    const call = this.#waiting.get(id);
    if (!call) return;
    this.#waiting.delete(id);
    this.#thread.waits(this.#waiting.size > 0);
    if (error) call.fail(errorFrom(error));
    else if (created) call.done(this.#create(created, call.parent));
    else call.done(result);
  }

  #create({ id, type, properties }, parent) {
    const remote = new CLASSES[type](this, id, properties);
    if (['Position', 'Game', 'Leaves'].includes(type)) remote.lexicon = parent;
    this.#forgotten.register(remote, id);
    return remote;
  }

  /** Ends the worker. Calls without an answer, and later calls, fail with this error. */
  end(error) {
    if (this.#ended) return;
    this.#ended = error;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
    this.#thread.end();
  }

  /** Ends the connection after a failure of the worker itself. */
  fail(reason) { this.end(new LexcError(`the worker failed: ${reason}`)); }
}

function errorFrom({ type, message, status }) {
  if (ERRORS[type]) return new ERRORS[type](message, status);
  return type === 'TypeError' ? new TypeError(message) : type === 'RangeError' ? new RangeError(message) : new LexcError(message);
}
