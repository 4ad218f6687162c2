// Files that a person opens on the page.
import { ImageError } from '../../wasm/lexc.js';

/** Most bytes of a record. */
const MOST_RECORD_BYTES = 2 ** 22;

/** Returns `true` if a text has a line of a record: a player, or an event. */
export function isRecord(text) { return /^(?:#player[12]\s|>[^:\n]+:)/imu.test(text); }

/** The text of a file: UTF-8, else Latin-1. */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The text of a record in GCG; `undefined` if the bytes are something else. */
export function recordIn(bytes) {
  if (bytes.length > MOST_RECORD_BYTES || bytes.includes(0)) return undefined;
  const text = decoded(bytes);
  return isRecord(text) ? text : undefined;
}

/** An error of the package about a file, with a remedy for readers of a page: they can download files, not build images. */
export function inPageTerms(error) {
  if (!(error instanceof ImageError)) return error.message;
  if (error.message.startsWith('not a lexc image') && !error.message.includes('as text')) {
    return 'not a lexicon, leaves or a game (open a file such as words.dawg, words.leaves or game.gcg; ask the maker of this page to turn a list of words into a lexicon)';
  }
  return error.message.replace(/ \([^()]*(?:build|fetch)[^()]*\)$/u, ' (download the file again, or get another one where it came from)');
}
