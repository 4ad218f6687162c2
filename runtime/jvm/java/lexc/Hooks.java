package lexc;

import java.util.List;

/**
 * Tiles that make a word when put before or after some tiles.
 *
 * @param front the tiles before
 * @param back the tiles after
 */
public record Hooks(List<String> front, List<String> back) {}
