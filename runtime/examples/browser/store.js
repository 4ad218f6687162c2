// Games that the page keeps over a reload: the latest game of each lexicon.

/** Most games kept; the oldest is dropped. */
const MOST_GAMES = 8;
const PREFIX = 'lexc-game ';

/** The browser's storage. Without one, or if it is full, nothing is kept. */
function storage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function keys() {
  const store = storage();
  return Array.from({ length: store?.length ?? 0 }, (_, at) => store.key(at)).filter((key) => key.startsWith(PREFIX));
}

/** The time at which a game was kept; 0 if it cannot be read. */
function ageOf(key) {
  try {
    return Number(JSON.parse(storage().getItem(key)).at) || 0;
  } catch {
    return 0;
  }
}

/** Keeps a game under the fingerprint of its lexicon. Returns `false` if that is not possible. */
export function keep(fingerprint, game) {
  const store = storage();
  try {
    store.setItem(PREFIX + fingerprint, JSON.stringify({ at: Date.now(), ...game }));
    const newest = keys().map((key) => [ageOf(key), key]).sort(([a], [b]) => b - a);
    for (const [, key] of newest.slice(MOST_GAMES)) store.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** The game that was kept for a lexicon; `undefined` if there is none, or if it cannot be read. */
export function keptGame(fingerprint) {
  try {
    return JSON.parse(storage()?.getItem(PREFIX + fingerprint) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
