package lexc;

/**
 * A player of a record.
 *
 * @param nick the nickname
 * @param name the full name
 */
public record GcgPlayer(String nick, String name) {
    static GcgPlayer read(Packed packed) {
        return new GcgPlayer(packed.text(), packed.text());
    }
}
