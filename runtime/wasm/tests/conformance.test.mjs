// The table of conformance, run by the package: its head explains it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LexcError, placedOf } from 'lexc';
import { bytes, lexc, lines } from './common.mjs';

const all = lexc.open(bytes('care.gaddag'));
let care = all;
const leaves = care.openLeaves(bytes('care.leaves'));
const random = (count) => Array(count).fill(0n);
const table = Array.from(lines('care.conformance').entries()).filter(([, line]) => !/^(?:#|$)/u.test(line)).map(([index, line]) => {
  const [, faces, call, asked = '', kind, expected] = /^((?:-\S+ )*)(\S+)(?: (.*?))? ([>!]) ?(.*)$/u.exec(line);
  return { number: index + 1, isExcepted: faces.includes('-npm '), call, asked: asked.split('|').map((argument) => argument.trim()), kind, expected };
});

/** The conditions of a text as an object. */
function conditionsOf(text) {
  const conditions = {};
  for (const [name, value = 'either'] of text.split(' ').map((condition) => condition.split(':'))) {
    const key = name.replace(/-./gu, ([, letter]) => letter.toUpperCase());
    conditions[key] = key in conditions ? [conditions[key], value] : value;
  }
  return conditions;
}

let position;
let game;
/** Scores in points; equities in thousandths. */
const scored = (moves, points) => moves.map((move) => `${move.text} ${points(move)}`).join(', ');
const calls = {
  view(expression) {
    care = expression === '' ? all : all.view(expression);
    return care.size;
  },
  labels: (word) => Object.entries(care.labels(word)).map(([name, value]) => (value === true ? name : `${name}=${value}`)).join(' '),
  words: () => Array.from(care).join(' '),
  'word-count': () => care.size,
  contains: (word) => (care.has(word) ? 'yes' : 'no'),
  find(text) {
    const found = care.find(text);
    assert.deepEqual(care.find(conditionsOf(text)), found, text);
    return found.join(' ');
  },
  rack(text) {
    const empty = care.position();
    empty.setRack(text);
    return empty.rack();
  },
  rules: (rules, cgp) => care.position(cgp, { rules }).rules,
  position(cgp, rules) {
    position = game = care.position(cgp, { rules });
    return position.cgp();
  },
  move: (text) => position.parseMove(text).text,
  typed: (text) => position.parseMove(text, { typed: true }).text,
  place: (...plays) => position.place(plays.flatMap((play) => placedOf(position.parse(play)))).text,
  part: (name, move) => position.part(move, name),
  check(play) {
    position.check(play);
    return 'legal';
  },
  score: (play) => position.score(play),
  'bag-len': () => game.bag(),
  'play-count': () => position.plays().length,
  plays: (count) => scored(position.plays(Number(count)), ({ score }) => score),
  casual: (level) => position.casual(Number(level)).text,
  'best-plays': (count) => scored(position.best(Number(count)), ({ score }) => score),
  'best-moves': (count) => scored(position.best(Number(count), { leaves }), ({ equity }) => Math.round(1000 * equity)),
  deal(players, rules) {
    game = care.game(undefined, { players: Number(players), rules, random });
    return game.cgp();
  },
  game(cgp, rules) {
    game = care.game(cgp, { rules, random });
    return game.cgp();
  },
  'game-text': () => game.cgp(),
  'on-turn': () => game.info().onTurn ?? 'none',
  scores: () => game.info().scores.join(' '),
  end: () => [game.info().end, game.info().endedBy].filter((each) => each !== undefined).join(' '),
  make(move) {
    game.check(move);
    game.make(move);
    return game.cgp();
  },
  'make-phony'(move) {
    game.check(move, { allowPhonies: true });
    game.make(move);
    return game.cgp();
  },
  challenge: () => game.challenge() ?? '',
  'take-back'() {
    game.takeBack();
    return game.cgp();
  },
};

test('each call has its answer', () => {
  const wrong = [];
  for (const { number, isExcepted, call, asked, kind, expected } of table) {
    let found;
    let isRight;
    try {
      found = calls[call]?.(...asked);
      isRight = kind === '>' && String(found) === expected;
    } catch (error) {
      if (!(error instanceof LexcError)) throw error;
      found = error.message;
      isRight = kind === '!' && found.includes(expected);
    }
    if (isRight === isExcepted) wrong.push(`line ${number}, ${call}: ${found}`);
  }
  assert.deepEqual(wrong, []);
});

test('the types have the names of all conditions', () => {
  const message = table.find(({ expected }) => expected.includes('unknown name (use anagram')).expected;
  const names = /\(use (.*)\)$/u.exec(message)[1].split(' ');
  const types = readFileSync(new URL('index.d.ts', import.meta.resolve('lexc')), 'utf8');
  const [, members] = /^export interface Conditions \{(.*?)^\}/msu.exec(types);
  const declared = Array.from(members.matchAll(/^ {2}(\w+)\?:/gmu), ([, name]) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`));
  assert.deepEqual(declared, names);
});
