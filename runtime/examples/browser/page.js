// Helpers for the elements of the page.

export const $ = (id) => document.getElementById(id);

export const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Control characters, characters that reorder text, and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A text from a file, in which characters that act on the text around them, or are not seen, are escaped. */
export const visible = (text) => text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);

export function part(name, text, className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Rules as text. */
export const rulesText = (rules) => Object.entries(rules).map(([key, value]) => `${key}=${value}`).join(' ');

export function columnLetter(col) { return String.fromCharCode(65 + col); }

/** The name of a square, such as `8D`. */
export function squareName(row, col) { return `${row + 1}${columnLetter(col)}`; }

/** Makes the buttons of a list one tab stop: arrows, Home and End move between them. */
export function rove(list) {
  const buttons = () => Array.from(list.querySelectorAll('button'));
  list.addEventListener('focusin', ({ target }) => {
    for (const each of buttons()) each.tabIndex = each === target ? 0 : -1;
  });
  list.addEventListener('keydown', (event) => {
    const all = buttons();
    const at = all.indexOf(event.target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  });
}

/** Shows buttons in a list that was passed to `rove`. */
export function list(element, buttons) {
  element.replaceChildren(...buttons.map((button, index) => {
    button.type = 'button';
    button.tabIndex = index === 0 ? 0 : -1;
    const item = document.createElement('li');
    item.append(button);
    return item;
  }));
}
