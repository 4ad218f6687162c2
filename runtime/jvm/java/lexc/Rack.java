package lexc;

import java.util.Collections;
import java.util.List;

/**
 * The tiles of a player.
 *
 * @param text the tiles in alphabet order; {@code ?} is a blank
 * @param tiles the same, one by one
 */
public record Rack(String text, List<String> tiles) {
    static Rack read(Packed packed) {
        return new Rack(packed.text(), packed.texts());
    }

    /**
     * Returns the number of tiles.
     *
     * @return the number of tiles
     */
    public int size() {
        return tiles.size();
    }

    /**
     * Counts the tiles with a text.
     *
     * @param tile the text of a tile; {@code ?} for a blank
     * @return their number
     */
    public int count(String tile) {
        return Collections.frequency(tiles, tile);
    }

    @Override
    public String toString() {
        return text;
    }
}
