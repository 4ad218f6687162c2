// Errors. Wrong types and unknown names throw a `TypeError`, numbers out of range a `RangeError`, all other failures a
// `LexcError`. But `load` passes on the platform's errors for a module that it cannot read or compile.

/** Failure of a call. `status` is the lexc_status of the library for C, 0 if the library was not called. */
export class LexcError extends Error {
  constructor(message, status = 0, options = undefined) {
    super(message, options);
    this.status = status;
  }
}

/** The bytes are damaged, are not an image of the kind that the call opens, or have leaves of another alphabet. */
export class ImageError extends LexcError {}

/** The text of a word, rack, condition, position, play or of rules is malformed. */
export class TextError extends LexcError {}

/** Board, rack and rules do not fit together. */
export class PositionError extends LexcError {}

/** The play breaks a rule, or forms a word that is not in the lexicon. */
export class IllegalPlayError extends LexcError {}

/** The object or its worker was closed. */
export class ClosedError extends LexcError {}

/** Error classes by name. Names are texts, because minifiers rename classes. */
export const ERRORS = { LexcError, ImageError, TextError, PositionError, IllegalPlayError, ClosedError };
for (const [name, type] of Object.entries(ERRORS)) Object.defineProperty(type.prototype, 'name', { value: name });

const BY_STATUS = { '-5': TextError, '-7': ImageError, '-8': ImageError, '-9': TextError, '-11': PositionError, '-12': PositionError, '-13': IllegalPlayError };

/** The error of a status of the library. */
export function errorOf(status, message) {
  return new (BY_STATUS[status] ?? LexcError)(message, status);
}

/** The type of a value, as part of a message. */
const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);

/** Checks that a value is a text without a zero character, at which the library would stop reading. Returns the text in NFC. */
export function textOf(value, name) {
  if (typeof value !== 'string') throw new TypeError(`${name} is ${kindOf(value)} (pass a string)`);
  const at = value.indexOf('\0');
  if (at >= 0) throw new TextError(`character ${at + 1} of ${name} is a zero (remove it)`);
  return value.normalize('NFC');
}

/** Checks that a value is an integer from `least` to `most`. */
export function integerOf(value, name, least, most) {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${kindOf(value)} (pass a number)`);
  if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(`${name} is ${value} (pass an integer from ${least} to ${most})`);
  return value;
}

/** The bytes of a value. */
export function bytesOf(value, name) {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer;
  if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer) && !isShared) {
    throw new TypeError(`${name} is ${kindOf(value)} (pass an ArrayBuffer or a Uint8Array)`);
  }
  try {
    return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
  } catch (error) {
    throw new TypeError(`${name} has lost its bytes (copy the buffer before it is transferred)`, { cause: error });
  }
}

/** Checks that options are an object with known names. */
export function optionsOf(value, names) {
  if (typeof value !== 'object' || value === null) throw new TypeError(`the options are ${kindOf(value)} (pass an object)`);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`unknown option ${unknown} (use ${names.join(', ')})`);
  return value;
}
