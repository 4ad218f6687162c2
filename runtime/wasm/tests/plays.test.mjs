// Plays and moves, against the output of the command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLANK, placedOf } from 'lexc';
import { EMPTY, IMAGES, bytes, lexc, lexicon, lines, random } from './common.mjs';

for (const image of IMAGES) {
  const opened = lexc.open(bytes(image));
  test(`plays over ${image} have the number and the scores of lexc moves --summary`, () => {
    const positions = lines('positions.cgp');
    const [, ...rows] = lines('summary.tsv');
    assert.equal(rows.length, positions.length);
    for (const [index, cgp] of positions.entries()) {
      const position = opened.position(cgp);
      const plays = position.plays();
      const ones = plays.filter((play) => placedOf(play).length === 1).length;
      const sum = plays.reduce((total, { score }) => total + score, 0);
      const found = [index + 1, plays.length, ones, sum, plays[0]?.score ?? 0];
      assert.deepEqual(found.join('\t'), rows[index], cgp);
      position.close();
    }
  });
}

test('moves have the order, equities and scores of lexc moves --leaves', () => {
  const leaves = lexicon.openLeaves(bytes('leaves'));
  for (const line of lines('moves.json')) {
    const { cgp, unseen, plays } = JSON.parse(line);
    const position = lexicon.position(cgp);
    assert.equal(position.bag(), unseen.bag, cgp);
    const found = position.best(plays.length, { leaves });
    assert.deepEqual(found.map(({ text, equity }) => [text, equity]), plays.map(({ play, equity }) => [play, equity]), cgp);
    position.close();
  }
  leaves.close();
});

test('every play is legal, has its score, and can be written, read and made', () => {
  for (const cgp of lines('positions.cgp').slice(0, 12)) {
    const position = lexicon.position(cgp);
    for (const play of position.plays(40)) {
      assert.deepEqual(position.judge(play), { isLegal: true, problem: undefined, score: play.score });
      const read = position.parse(play.text);
      assert.deepEqual(read, play, cgp);
      assert.deepEqual(position.place(placedOf(play).reverse()), play, cgp);
      const after = lexicon.position(position.cgp());
      after.play(play);
      for (const { row, col, placedTile } of placedOf(play)) assert.equal(after.get(row, col), placedTile);
      assert.ok(after.words().some(({ row, col, direction, length }) => row === play.row && col === play.col && direction === play.direction && length === play.squares.length));
      after.close();
    }
    position.close();
  }
});

test('exchanges and the pass are the moves of a rack without a play', () => {
  const position = lexicon.position(`${EMPTY} QVV/`);
  const leaves = lexicon.openLeaves(bytes('leaves'));
  const moves = position.best(100, { leaves, bag: 80 });
  assert.deepEqual(moves.map(({ kind }) => kind), ['exchange', 'exchange', 'exchange', 'exchange', 'exchange', 'pass']);
  assert.deepEqual(position.moves(100, { bag: 80 }).map(({ kind }) => kind), moves.map(({ kind }) => kind));
  assert.deepEqual(position.best(100, { leaves, bag: 6 }).map(({ text }) => text), ['pass']);
  assert.deepEqual([position.plays(), position.best(9)], [[], []]);
  position.setRack('?');
  assert.deepEqual(position.best(9, { leaves, bag: 80 }).find(({ kind }) => kind === 'exchange').exchanged, [BLANK]);
  leaves.close();
});

test('plays are read as a person types and lays them', () => {
  const position = lexicon.position('15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/');
  const typed = (text) => position.parseMove(text, { typed: true }).text;
  assert.deepEqual(['8d retsina', '8d rE(TS)INA', 'exchange a?', 'Pass'].map(typed), ['8D RETSINA', '8D rETSINA', 'exchange A?', 'pass']);
  const placed = (row, col, text) => ({ row, col, placedTile: lexicon.tiles.find((tile) => tile.text === text).code });
  const play = position.place([placed(7, 7, 'I'), placed(7, 4, 'E'), placed(7, 3, 'R')]);
  assert.deepEqual([play.text, play.score], ['8D RETSI', position.score('8D RETSI')]);
  assert.deepEqual(position.place([placed(8, 6, 'A')]).text, 'G8 SA');
  assert.deepEqual(position.place([placed(7, 7, 'A')]).text, '8F TSA');
  for (const tiles of [[], [placed(7, 3, 'R')], [placed(0, 0, 'A'), placed(1, 1, 'E')], [placed(7, 5, 'A'), placed(7, 4, 'E')]]) {
    if (tiles.length === 1) assert.equal(position.place(tiles).text, 'D8 R');
    else assert.throws(() => position.place(tiles), { name: 'IllegalPlayError', message: /^the tiles are not all in one word/u });
  }
  assert.throws(() => position.place([{ row: 15, col: 0, placedTile: 1 }]), RangeError);
  assert.throws(() => position.place([{ row: 0, col: 0, placedTile: 27 }]), RangeError);
  position.close();
});

test('moves are objects or texts', () => {
  const position = lexicon.position('15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINRV?/');
  const play = position.parseMove('8D rE(TS)INA');
  assert.deepEqual(play, position.parse('8D rE(TS)INA'));
  assert.equal(position.part({ ...play, equity: -2.25 }, 'equity'), '-2250');
  const exchange = position.parseMove(' EXCHANGE v ? ');
  assert.deepEqual(exchange, { kind: 'exchange', text: 'exchange V?', score: 0, equity: 0, exchanged: [22, BLANK] });
  assert.equal(position.part(exchange, 'leave'), position.part('exchange V?', 'leave'));
  for (const read of [(text) => position.parse(text), (text) => position.judge(text), (text) => position.parseMove(text)]) {
    assert.throws(() => read('8H CA RE'), { name: 'TextError', message: /^character 6: /u });
  }
  assert.throws(() => position.part(play, 'words'), /status/u);
  assert.throws(() => position.part({ kind: 'swap' }, 'word'), TypeError);
  position.close();
});

test('a position is set square by square', () => {
  const position = lexicon.position();
  assert.equal(position.cgp(), `${EMPTY} / 0/0 0`);
  for (const [at, letter] of Array.from('CARZ').entries()) position.set(7, 6 + at, lexicon.tiles.find(({ text }) => text === letter).code);
  position.set(7, 10, BLANK + 19);
  assert.deepEqual(position.words(), [{ text: 'CARZS', row: 7, col: 6, direction: 'across', length: 5, isWord: false }]);
  assert.match(position.cgp(), /\/6CARZs4\//u);
  assert.deepEqual(position.parse('8G (CARZ)(S)ES').squares, [0, 0, 0, 0, 0, 5, 19]);
  position.set(7, 10, 0);
  assert.equal(position.get(7, 10), 0);
  assert.deepEqual(position.premium(0, 0), { letter: 1, word: 3 });
  assert.deepEqual(position.premium(0, 3), { letter: 2, word: 1 });
});

test('tiles that would read as another tile are in brackets', () => {
  const spanish = lexc.open(bytes('spanish.dawg'));
  const position = spanish.position();
  position.setRack('[C]HAO');
  const withBlank = spanish.position(`${EMPTY} [CH]?A/`);
  for (const play of withBlank.plays()) assert.deepEqual(withBlank.parse(play.text).squares, play.squares);
  assert.deepEqual(['8H CHA', '8H [C]HAO', '8H chA'].map((text) => position.parse(text).squares.length), [2, 4, 2]);
  assert.deepEqual(['CHA', 'Cha', '[ch]a', '[C]hao', 'C[H]AO', 'CHAO'].map((word) => spanish.has(word)), [true, true, true, true, true, false]);
  position.play(position.plays(1)[0]);
  assert.deepEqual(position.words().map(({ text, length, isWord }) => [text, length, isWord]), [['[C]HAO', 4, true]]);
  spanish.close();
});

test('rules are those of the text, the position and the alphabet', () => {
  const boardOf = ({ rules }) => /^board=(\S+) /u.exec(rules)[1];
  const large = lexicon.position(undefined, { rules: 'board=super' });
  assert.deepEqual([large.rows, large.cols, large.rackSize, boardOf(large)], [21, 21, 7, 'super']);
  for (const before of ['', ' ']) assert.equal(boardOf(lexicon.position(before + large.cgp())), 'super');
  const wide = lexicon.position(`${EMPTY} RETINASE/`, { rules: 'rack=8' });
  assert.equal(wide.rack(), 'AEEINRST');
  const leaves = lexicon.openLeaves(bytes('leaves'));
  const exchanges = (position, bag) => position.best(10_000, { leaves, bag }).filter(({ kind }) => kind === 'exchange').length;
  assert.deepEqual([exchanges(wide, 7), exchanges(wide, 8) > 0], [0, true]);
  const ofAlphabet = lexc.open(bytes('super.dawg'));
  assert.deepEqual([ofAlphabet.position(), ofAlphabet.position(EMPTY + ' /'), lexicon.position()].map(boardOf), ['super', 'standard', 'standard']);
  const spanish = lexc.open(bytes('spanish.dawg'));
  assert.deepEqual([spanish.position().exchangeBag, lexicon.position().exchangeBag, wide.exchangeBag], [1, 7, 8]);
  assert.throws(() => lexicon.position(`${EMPTY} RETINASE/`), { name: 'PositionError' });
});

test('games go round between two to four players, and end by the rules', () => {
  const leaves = lexicon.openLeaves(bytes('leaves'));
  for (const players of [2, 3, 4]) {
    const numbers = random(players);
    const draws = (count) => Array.from({ length: count }, () => BigInt(numbers(2 ** 32)));
    const game = lexicon.game(undefined, { players, random: draws });
    assert.deepEqual(game.info().rackLengths, Array(players).fill(7));
    const totals = Array(players).fill(0);
    let turns = 0;
    for (; game.info().end === undefined; turns++) {
      const before = game.info();
      assert.deepEqual([before.onTurn, before.scores, before.bag], [turns % players, totals, game.bag()]);
      assert.equal(game.rack(), game.rackOf(before.onTurn));
      const [best] = game.best(1, { leaves });
      game.check(best);
      game.make(turns % 2 ? best : best.text);
      totals[before.onTurn] += best.score;
    }
    const { scores, played, endPoints, end, endedBy, onTurn } = game.info();
    assert.ok(turns > 2 * players && end === 'out' && onTurn === undefined && game.rackOf(endedBy) === '');
    assert.ok(scores[endedBy] > totals[endedBy]);
    // Between two, only the player who went out gets points; between more, all others lose them.
    assert.deepEqual([played, endPoints], [totals, scores.map((score, player) => score - totals[player])]);
    assert.equal(players > 2 && endPoints.reduce((sum, one) => sum + one), players > 2 && 0);
    assert.throws(() => game.make('pass'), { name: 'IllegalPlayError', message: 'the game is over (take a turn back, or start another game)' });
    game.takeBack();
    assert.equal(game.info().onTurn, (turns - 1) % players);
    const [first, ...others] = game.info().scores;
    game.adjust(0, -10);
    assert.deepEqual(game.info().scores, [first - 10, ...others]);
    game.close();
  }
});

test('racks that are not known are drawn', () => {
  const game = lexicon.game(`${EMPTY} QZ/CARE 0/0 0`);
  assert.deepEqual(game.info().rackLengths, [2, 7]);
  game.fillRacks();
  assert.deepEqual(game.info().rackLengths, [7, 7]);
  assert.ok(/Q.*Z/u.test(game.rackOf(0)) && game.rackOf(0).length === 7 && game.rackOf(1).length === 7);
  assert.equal(game.info().bag, 86);
  game.close();
});

test('games continue from their text, and rule on challenges', () => {
  const cgp = `${EMPTY} ACEIRSZ/AEIRSTX/ 5/7/9 2`;
  const game = lexicon.game(cgp, { onTurn: 2 });
  assert.equal(game.cgp(), cgp);
  assert.deepEqual(game.info(), { scores: [7, 9, 5], rackLengths: [7, 7, 7], bag: 79, zeroTurns: 2, onTurn: 2, end: undefined, played: [7, 9, 5], endPoints: [0, 0, 0], endedBy: undefined });
  assert.throws(() => game.check('8H CARZ'), { name: 'IllegalPlayError', message: 'CARZ on 8H is not in the lexicon' });
  game.check('8H CARZ', { allowPhonies: true });
  game.make('8H CARZ');
  assert.deepEqual([game.info().onTurn, game.get(7, 10)], [0, 26]);
  assert.equal(game.challenge(), 'CARZ');
  assert.deepEqual([game.info().onTurn, game.info().zeroTurns, game.rackOf(2), game.get(7, 10)], [0, 3, 'ACEIRSZ', 0]);
  game.make('8H STAR');
  assert.equal(game.challenge(), undefined);
  assert.equal(game.info().onTurn, 2, 'the challenger loses the turn');
  assert.throws(() => game.challenge(), { name: 'LexcError' });
  assert.throws(() => game.setCgp('15 A/'), { name: 'PositionError' });
  assert.equal(game.info().onTurn, 2);
  for (const random of [() => [1n], () => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]]) {
    assert.throws(() => lexicon.game(undefined, { random }), { name: 'RangeError', message: /^random made other than 14 random numbers/u });
  }
  assert.throws(() => lexicon.game(undefined, { players: 5 }), RangeError);
  assert.throws(() => lexicon.game(cgp, { onTurn: 3 }), { name: 'LexcError' });
});
