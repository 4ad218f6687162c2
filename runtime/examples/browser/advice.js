// The best moves of an answer of the machine, as the page shows them.

/** The way in which moves are ranked, and the values beside them. */
const RANKINGS = {
  score: () => 'by score',
  equity: () => 'by equity',
  simulation: ({ samples }) => `by simulation, ${samples.toLocaleString('en')} samples`,
  'pre-endgame': () => 'by wins over every order of the bag',
  endgame: () => 'by points to the end of the game',
};

export const rankingOf = (answer) => RANKINGS[answer.ranked_by]?.(answer) ?? 'by the machine';

export const percent = (share) => `${(share * 100).toFixed(0)} %`;

/** The value of a move as text: points, and wins where they are counted. */
function worthOf({ value, win_rate: rate, exact }) {
  const texts = [value === null ? '' : value.toFixed(1), rate === null ? '' : percent(rate)].filter(Boolean);
  return (exact ? '' : '≈ ') + texts.join(', ');
}

/** The moves of an answer as moves of the package in this position, each with its `worth` as text. */
export function advised({ moves }, position) {
  return moves.map((one) => ({ ...position.parseMove(one.move), value: one.value, exact: one.exact, worth: worthOf(one) }));
}
