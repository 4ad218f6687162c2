// Makes most calls of the package; `tsc --strict` checks their types.
import { BLANK, IllegalPlayError, ImageError, LexcError, load, placedOf, type Game, type Leaves, type Lexicon, type Move, type Play, type Position } from 'lexc';
import { loadInWorker, type RemotePosition } from 'lexc/worker';

export async function sizes(image: ArrayBuffer, values: Uint8Array): Promise<number> {
  const lexc = await load();
  using lexicon: Lexicon = lexc.open(image);
  const words: string[] = lexicon.find({ anagram: 'RETINA?', length: [2, 7], near: 'CARE~2', isHook: 'back', vowels: [null, 3] });
  words.push(...lexicon.find('hooks:CARE'));
  for (const word of lexicon) words.push(word);
  const { isAcceptable, phonies } = lexicon.judge(words);
  const leaves: Leaves = lexicon.openLeaves(values);
  const position: Position = lexicon.position('15/15 /', { rules: 'board=super rack=8' });
  position.setRack('RETINAS');
  const plays: Play[] = position.plays(10);
  const moves: Move[] = position.best(10, { leaves, bag: 7 });
  for (const move of moves) {
    if (move.kind === 'play') position.play(move);
    else if (move.kind === 'exchange') words.push(...move.exchanged.map((code) => (code === BLANK ? '?' : lexicon.tiles[code - 1].text)));
  }
  try {
    position.check(plays[0]);
  } catch (error) {
    if (error instanceof IllegalPlayError || error instanceof ImageError) return error.status;
    if (error instanceof LexcError) return 0;
    throw error;
  }
  const { isLegal, problem } = position.judge('8H CARE');
  const parts: string[] = [position.part(moves[0], 'leave'), position.part('pass', 'kind'), position.parseMove('8h care', { typed: true }).text, position.place(placedOf(plays[0])).text];
  const game: Game = lexicon.game('15/15 /');
  game.fillRacks();
  // @ts-expect-error: unknown part.
  position.part(moves[0], 'words');
  // @ts-expect-error: a play has no exchanged tiles.
  void plays[0].exchanged;
  // @ts-expect-error: unknown condition.
  lexicon.find({ anagrams: 'A' });
  // @ts-expect-error: only `open` makes a lexicon.
  void (() => new (lexicon.constructor as typeof Lexicon)());
  return lexicon.size + parts.length + placedOf(plays[0]).length + phonies.length + Number(isAcceptable && isLegal) + (problem ?? '').length;
}

export async function inWorker(image: ArrayBuffer): Promise<number> {
  await using lexc = await loadInWorker();
  const lexicon = await lexc.open(image);
  const isWord: boolean = await lexicon.has('CARE');
  for await (const word of lexicon) console.log(word);
  const position: RemotePosition = await lexicon.position();
  const leaves = await lexicon.openLeaves(image);
  const [move] = await position.moves(1, { leaves });
  // @ts-expect-error: a promise is not awaited.
  const size: number = position.plays();
  return move.score + lexicon.size + Number(isWord) + position.rows + size;
}
