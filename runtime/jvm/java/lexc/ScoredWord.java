package lexc;

import java.util.List;

/**
 * A word that a play forms.
 *
 * @param word the word
 * @param square the square of its first tile: {@code 8D} across, {@code D8} down
 * @param valid true if the lexicon has the word
 * @param tiles its tiles
 * @param wordMultiplier the product of the word multipliers under the tiles that the play places
 * @param score its points
 */
public record ScoredWord(String word, String square, boolean valid, List<String> tiles, int wordMultiplier, int score) {
    static ScoredWord read(Packed packed) {
        return new ScoredWord(
                packed.text(), packed.text(), packed.flag(), packed.texts(), packed.integer(), packed.integer());
    }
}
