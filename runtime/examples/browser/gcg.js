// Reads records in GCG, as this page and other programs write them.
import { BLANK, placedOf } from '../../wasm/lexc.js';
import { GameError, Match } from './game.js';
import { visible } from './page.js';

/** Returns `true` if a text has a line of a record: a player, or an event. */
export function isRecord(text) { return /^(?:#player[12]\s|>[^:\n]+:)/imu.test(text); }

/** The text of a file: UTF-8, else Latin-1. */
export function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An event of a record from the text after the name of the player: the rack, the move and the points. */
function eventOf(text) {
  const words = text.split(/\s+/u).filter(Boolean);
  const at = words.findIndex((word, index) => index > 0 && /^(?:[+-]|\+-)\d+$/u.test(word) && /^-?\d+$/u.test(words[index + 1] ?? ''));
  if (at < 0) throw new GameError('the event has no points or no total (write them as +24 311)');
  const score = Number(words[at].replace('+', ''));
  const total = Number(words[at + 1]);
  const move = words.slice(0, at);
  const last = move.at(-1);
  const event = (kind, length, more = {}) => ({ kind, rack: move.slice(0, -length).join(''), score, total, ...more });
  const parenthesized = /^\((.*)\)$/u.exec(last)?.[1];
  if (/^challenge$/iu.test(parenthesized)) return { ...event('challenge', 1), rack: '' };
  if (/^time$/iu.test(parenthesized)) return event('time', 1);
  // A parenthesis after a square is the word of a play.
  if (parenthesized !== undefined && !/^(?:\d+[a-z]|[a-z]\d+)$/iu.test(move.at(-2))) return event('end', 1, { tiles: parenthesized });
  if (last === '--') return event('withdrawn', 1);
  if (last === '-' || last === '-0') return event('pass', 1);
  if (last.startsWith('-')) return event('exchange', 1, { exchanged: last.slice(1) });
  if (move.length < 2) throw new GameError('the event has no move (write a play as 8D CARE)');
  return event('play', 2, { play: move.slice(-2).join(' ') });
}

/** The lines of a record: players, events, racks at the end, the text of the rules, and a list for warnings. */
export function readRecord(text) {
  const record = { players: [], events: [], racks: ['', ''], incomplete: '', rules: undefined, lexicon: '', warnings: [] };
  const pragmas = {
    player: (seat, value) => {
      if (seat > 2) throw new GameError('the record has more than two players (open one of two players)');
      const [nick, ...name] = value.split(/\s+/u);
      record.players[seat - 1] = { nick, name: name.join(' ') || nick };
    },
    rack: (seat, value) => { record.racks[seat - 1] = value; },
    incomplete: (_, value) => { record.incomplete = value; },
    lexicon: (_, value) => { record.lexicon = value; },
    rules: (_, value) => { record.rules = value; },
  };
  for (const [index, line] of text.replace(/^\ufeff/u, '').split(/\r\n?|\n/u).entries()) {
    const pragma = /^#(player|rack|incomplete|lexicon|rules)(\d?)\s+(.*\S)\s*$/iu.exec(line);
    const event = /^>\s*([^:]*):\s*(.*)$/u.exec(line);
    try {
      if (pragma) pragmas[pragma[1].toLowerCase()](Number(pragma[2]), pragma[3]);
      else if (event) record.events.push({ ...eventOf(event[2]), nick: event[1].trim(), line: index + 1 });
    } catch (error) {
      // A line of a note may start like an event.
      const isNote = event && record.players.filter(Boolean).length === 2 && record.players.every(({ nick }) => nick !== event[1].trim());
      if (!isNote) throw placed(error, index + 1);
    }
  }
  seat(record);
  return record;
}

/** The error with the number of its line. */
function placed(error, line) {
  error.message = `line ${line}: ${error.message}`;
  return error;
}

/** Gives each event its player. The turns tell players of one nickname apart. */
function seat({ players, events }) {
  for (const { nick } of events) {
    if (players.filter(Boolean).length < 2 && !players.some((player) => player?.nick === nick)) {
      players[players[0] ? 1 : 0] = { nick, name: nick };
    }
  }
  for (const at of [0, 1]) players[at] ??= { nick: `player${at + 1}`, name: `player${at + 1}` };
  const isOneNick = players[0].nick === players[1].nick;
  let onTurn = 0;
  for (const event of events) {
    const isTurn = ['play', 'exchange', 'pass'].includes(event.kind);
    event.seat = isOneNick ? (isTurn ? onTurn : 1 - onTurn) : players.findIndex(({ nick }) => nick === event.nick);
    if (event.seat < 0) throw placed(new GameError(`the record has no player ${visible(event.nick)} (its players are ${players.map(({ nick }) => visible(nick)).join(' and ')})`), event.line);
    if (isTurn) onTurn = 1 - event.seat;
  }
}

const isMove = ({ kind }) => ['play', 'exchange', 'pass'].includes(kind);

/** Makes the moves of a record in a new game. Tiles that the record does not show are drawn by chance. */
class Replay {
  constructor(lexicon, rules, record) {
    this.match = new Match(lexicon, rules, record.players);
    this.record = record;
    /** The tiles that each player keeps, as far as the record shows them. */
    this.left = ['', ''];
  }

  run() {
    const { match, record: { events, racks, incomplete } } = this;
    try {
      for (const [index, event] of events.entries()) {
        try {
          this.take(event, index);
        } catch (error) {
          throw placed(error, event.line);
        }
      }
      if (!match.isOver) {
        racks[match.seat] ||= incomplete;
        this.set(match.seat, events.length);
      }
      return match;
    } catch (error) {
      match.close();
      throw error;
    }
  }

  /** The rack of a player before the event of this index, as far as it is known. */
  rackAt(seat, index) {
    const next = this.record.events.slice(index).find((event) => event.seat === seat && isMove(event));
    const shown = next ? next.rack : this.record.racks[seat];
    return shown || (next?.kind === 'play' ? '' : this.left[seat]);
  }

  /** Puts a player on turn before the event of this index. */
  set(seat, index, rack = this.rackAt(seat, index)) {
    const { cgp, zeroTurns, scores } = this.match.state;
    const [board] = cgp.split(' ');
    const other = 1 - seat;
    this.match.load(`${board} ${rack}/${this.rackAt(other, index)} ${scores[seat]}/${scores[other]} ${zeroTurns}`, seat);
  }

  take(event, index) {
    const { match } = this;
    if (isMove(event)) {
      this.makeMove(event, index);
    } else if (event.kind === 'withdrawn') {
      this.withdraw(event);
    } else if (event.kind !== 'end' || !match.isOver) {
      this.addPoints(event, index);
    }
  }

  makeMove({ kind, seat, rack, score, play, exchanged = '', line }, index) {
    const { match, record } = this;
    this.set(seat, index);
    const isNumber = /^\d+$/u.test(exchanged);
    const move = match.position.parseMove(play ?? (kind === 'pass' || isNumber ? 'pass' : `exchange ${exchanged}`));
    if (!rack && kind !== 'pass' && !isNumber) {
      const tiles = move.exchanged ?? placedOf(move).map(({ placedTile }) => Math.min(placedTile, BLANK));
      this.set(seat, index, match.text(tiles));
    }
    this.left[seat] = rack && !isNumber ? match.position.part(move, 'leave') : '';
    const made = match.make(move, { allowPhonies: true });
    const turn = match.turns.findLast(isMove);
    Object.assign(turn, { rack }, isNumber ? { kind, exchanged } : {});
    if (made.score !== score) record.warnings.push(`line ${line} has ${score} points, and the move scores ${made.score}`);
  }

  /** The latest play comes off the board, and its player has made a turn without points. */
  withdraw({ seat, rack }) {
    const { match } = this;
    while (match.turns.at(-1)?.kind === 'end') match.turns.pop();
    const play = match.turns.at(-1);
    if (play?.kind !== 'play') throw new GameError('no play was made that could be withdrawn (add the play)');
    const { cgp, onTurn } = match.before.at(-1);
    match.position.setCgp(cgp, onTurn);
    match.position.make('pass');
    match.see();
    match.add({ kind: 'withdrawn', seat, rack, score: -play.score });
    this.left[seat] = rack;
  }

  /** Points that the record alone has: for a challenge, for time, or for the tiles left at the end of the game. */
  addPoints({ kind, seat, rack, score, tiles }, index) {
    const { match } = this;
    const isOver = match.isOver || kind === 'end';
    match.position.adjust(seat, score);
    match.see();
    const { scores, end = 'out' } = match.state;
    if (isOver) Object.assign(match.state, { end, onTurn: undefined });
    else this.set(match.seat, index);
    match.turns.push({ kind, seat, rack, tiles, score, total: scores[seat] });
  }
}

/** The game of a record under these rules. Throws if a line cannot be read. */
export function gameOf(lexicon, rules, record) { return new Replay(lexicon, rules, record).run(); }
