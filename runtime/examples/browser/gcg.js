// Reads records in GCG, as this page and other programs write them.
import { BLANK, placedOf } from '../../wasm/lexc.js';
import { Game, GameError, shuffle } from './game.js';
import { visible } from './page.js';

const NOT_OBEYED = 'this page plays by its own rules instead of';

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

/** The lines of a record: players, events, racks at the end, rules, and warnings about lines that are not obeyed. */
export function readRecord(text) {
  const record = { players: [], events: [], racks: ['', ''], incomplete: '', rules: {}, lexicon: '', warnings: [] };
  const pragmas = {
    player: (seat, value) => {
      if (seat > 2) throw new GameError('the record has more than two players (open one of two players)');
      const [nick, ...name] = value.split(/\s+/u);
      record.players[seat - 1] = { nick, name: name.join(' ') || nick };
    },
    rack: (seat, value) => { record.racks[seat - 1] = value; },
    incomplete: (_, value) => { record.incomplete = value; },
    lexicon: (_, value) => { record.lexicon = value; },
    rules: (_, value) => {
      for (const setting of value.split(/\s+/u).filter(Boolean)) {
        const [key, given] = setting.split('=');
        if (key === 'board' && ['standard', 'super'].includes(given)) record.rules.board = given;
        else if (key === 'rack' && /^\d{1,2}$/u.test(given)) record.rules.rack = Number(given);
        else if (key === 'board' || key === 'rack') throw new GameError(`the record is of a game with the rule ${visible(setting)}, which this page does not have`);
        else if (!['scoreless=6', 'end=tournament', 'passes=none', 'bonus=50', 'blank=0'].includes(setting)) record.warnings.push(`${NOT_OBEYED} ${visible(setting)}`);
      }
    },
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

/** Makes the moves of a record on the board of a new game. Tiles that the record does not show are drawn by chance. */
class Replay {
  constructor(position, record) {
    const { players, events, racks, incomplete } = record;
    Object.assign(this, { position, events, known: racks, incomplete, turns: [], before: [] });
    this.game = new Game(position, players);
    this.state = { board: this.game.state.board, bag: [], racks: [[], []], scores: [0, 0], zeroTurns: 0, onTurn: events[0]?.seat ?? 0, isOver: false };
    this.left = [[], []];
  }

  /** Codes of the tiles of a rack, written as in the record. */
  codesOf(text) {
    this.position.setRack(text);
    return this.game.codesOf(this.position.rack());
  }

  run() {
    for (const [index, event] of this.events.entries()) {
      try {
        this.take(event, index);
      } catch (error) {
        throw placed(error, event.line);
      }
    }
    const { state } = this;
    this.known[state.onTurn] ||= this.incomplete;
    if (!state.isOver) this.deal(state, this.events.length);
    const game = new Game(this.position, this.game.players, { state, turns: this.turns, before: this.before });
    if (!state.isOver && state.racks.some((rack) => rack.length === 0)) game.end();
    return game;
  }

  /** Sets the racks and the bag of a state before the event of this index. */
  deal(state, index) {
    const seats = [0, 1];
    state.racks = seats.map((seat) => {
      const next = this.events.slice(index).find((event) => event.seat === seat && ['play', 'exchange', 'pass'].includes(event.kind));
      const shown = next?.rack || (next ? '' : this.known[seat]);
      return shown ? this.codesOf(shown) : next?.kind === 'play' ? [] : [...this.left[seat]];
    });
    this.position.setCgp(`${state.board} /`);
    const { rows, cols } = this.position;
    const onBoard = Array.from({ length: rows * cols }, (_, at) => this.position.get(Math.floor(at / cols), at % cols)).filter(Boolean);
    const bag = less(this.game.fullBag(), [...onBoard.map((placedTile) => Math.min(placedTile, BLANK)), ...state.racks.flat()]);
    shuffle(bag);
    for (const seat of [state.onTurn, 1 - state.onTurn]) {
      while (state.racks[seat].length < this.position.rackSize && bag.length > 0) state.racks[seat].push(bag.pop());
    }
    state.bag = bag;
  }

  take({ kind, seat, rack, score, play, exchanged, tiles }, index) {
    const { state } = this;
    const turn = { kind, seat, rack, score, total: state.scores[seat] + score };
    if (['play', 'exchange', 'pass'].includes(kind)) {
      state.onTurn = seat;
      const before = JSON.parse(JSON.stringify(state));
      this.deal(before, index);
      this.before.push({ ...before, turnCount: this.turns.length });
      this.position.setCgp(`${state.board} /`);
      const held = rack ? this.codesOf(rack) : [];
      this.left[seat] = held;
      if (kind === 'play') {
        const made = this.position.parse(play);
        const laid = placedOf(made);
        Object.assign(turn, this.game.playOf(laid, made.direction === 'down'), { kind, score });
        for (const { row, col, placedTile } of laid) this.position.set(row, col, placedTile);
        [state.board] = this.position.cgp().split(' ');
        this.left[seat] = less(held, laid.map(({ placedTile }) => Math.min(placedTile, BLANK)));
      } else if (kind === 'exchange') {
        turn.exchanged = exchanged;
        this.left[seat] = /^\d+$/u.test(exchanged) ? [] : less(held, this.codesOf(exchanged));
      }
      state.zeroTurns = score === 0 ? state.zeroTurns + 1 : 0;
      state.onTurn = 1 - seat;
    } else if (kind === 'withdrawn') {
      const { board, zeroTurns } = this.before.at(-1) ?? {};
      if (this.turns.at(-1)?.kind !== 'play') throw new GameError('no play was made that could be withdrawn (add the play)');
      state.board = board;
      state.zeroTurns = zeroTurns + 1;
      this.left[seat] = rack ? this.codesOf(rack) : [];
    } else if (kind === 'end') {
      turn.tiles = tiles;
      state.isOver = true;
      const owner = score < 0 ? seat : 1 - seat;
      state.racks[owner] = this.codesOf(tiles);
    }
    state.scores[seat] += score;
    this.turns.push(turn);
  }
}

/** Codes without some of them. */
function less(codes, taken) {
  const kept = [...codes];
  for (const code of taken) {
    const at = kept.indexOf(code);
    if (at >= 0) kept.splice(at, 1);
  }
  return kept;
}

/** The game of a record, on an empty position under its rules. Throws if a line cannot be read. */
export function gameOf(position, record) { return new Replay(position, record).run(); }
