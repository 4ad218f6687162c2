// The worker's side: makes the calls that a `Connection` asks for.
import { ClosedError } from './errors.js';
import { Game } from './game.js';
import { Leaves } from './leaves.js';
import { Lexicon } from './lexicon.js';
import { Resource } from './memory.js';
import { Position } from './position.js';

/** Classes whose objects stay in the worker, by name; a class stands before the one that it extends. */
const TYPES = { Lexicon, Leaves, Game, Position };

/** Returns a function that receives calls. It answers them by `post`. */
export function serve(post, load) {
  const objects = new Map();
  let count = 0;

  const keep = (object, type) => {
    count += 1;
    objects.set(count, object);
    const properties = Object.fromEntries(Object.entries(object).filter(([, value]) => !(value instanceof Resource)));
    return { id: count, type, properties };
  };
  const named = (id) => {
    const object = objects.get(id);
    if (!object) throw new ClosedError('the object was closed (open it again)');
    return object;
  };
  /** An argument, with objects in place of their numbers. */
  const received = (value) => {
    if (typeof value?.remote === 'number') return named(value.remote);
    if (typeof value?.leaves?.remote === 'number') return { ...value, leaves: named(value.leaves.remote) };
    return value;
  };

  const run = async ({ object, method, args }) => {
    if (method === 'load') {
      const sources = args.map((source) => (typeof source?.address === 'string' ? new URL(source.address) : source));
      return { created: keep(await load(...sources), 'Lexc') };
    }
    if (method === 'close') {
      objects.get(object)?.close();
      objects.delete(object);
      return {};
    }
    const result = named(object)[method](...args.map(received));
    const type = Object.keys(TYPES).find((name) => result instanceof TYPES[name]);
    return type ? { created: keep(result, type) } : { result };
  };

  let latest = Promise.resolve();
  /** Receives a call. Each call is made after the previous one has its answer. */
  return (message) => {
    latest = latest.then(async () => {
      try {
        post({ id: message.id, ...await run(message) });
      } catch (error) {
        post({ id: message.id, error: { type: error.name, message: error.message, status: error.status ?? 0 } });
      }
    });
  };
}
