package lexc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The ruling on a play. Bonus, score and leave are empty if the placement is illegal.
 *
 * @param play the play
 * @param legal true if the placement is legal and the lexicon has all formed words
 * @param reason the rule that the play breaks; empty if it is legal
 * @param words the main word, then the words across it; none if the placement is illegal
 * @param bonus the points of a bingo
 * @param score the points of the play
 * @param leave the tiles that stay on the rack
 */
public record Ruling(
        String play,
        boolean legal,
        Optional<String> reason,
        List<ScoredWord> words,
        OptionalInt bonus,
        OptionalInt score,
        Optional<String> leave) {

    static Ruling read(Packed packed) {
        String play = packed.text();
        boolean legal = packed.flag();
        Optional<String> reason = packed.optionalText();
        if (!packed.flag()) {
            return new Ruling(
                    play, legal, reason, List.of(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
        }
        OptionalInt bonus = OptionalInt.of(packed.integer());
        OptionalInt score = OptionalInt.of(packed.integer());
        Optional<String> leave = Optional.of(packed.text());
        return new Ruling(play, legal, reason, packed.list(ScoredWord::read), bonus, score, leave);
    }
}
