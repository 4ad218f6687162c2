package lexc;

/**
 * A tile of an alphabet.
 *
 * @param text the text of the tile
 * @param blank the text of a blank designated as this tile
 * @param value points
 * @param inBag the number of copies of the tile in a full bag
 * @param isVowel true for a vowel
 */
public record Tile(String text, String blank, int value, int inBag, boolean isVowel) {
    static Tile read(Packed packed) {
        return new Tile(packed.text(), packed.text(), packed.integer(), packed.integer(), packed.flag());
    }
}
