package lexc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.text.Normalizer;

/** Texts as the native library reads them: UTF-8 in Unicode's form NFC. */
final class Utf8 {
    /** The first character that form NFC may change. */
    private static final char FIRST_CHANGED = '\u0300';

    private Utf8() {}

    /**
     * Encodes a text.
     *
     * @throws LexcException if the text has half of a pair of surrogates
     */
    static byte[] of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_CHANGED) {
                return ofAny(text);
            }
        }
        return text.getBytes(UTF_8);
    }

    /** Encodes a path, whose characters stay as they are. */
    static byte[] ofPath(Path path) {
        return path.toFile().getPath().getBytes(UTF_8);
    }

    /** Encodes a text; null stays null. */
    static byte[] ofOptional(String text) {
        return text == null ? null : of(text);
    }

    static String read(byte[] text) {
        return new String(text, UTF_8);
    }

    private static byte[] ofAny(String text) {
        int column = 1;
        for (int i = 0; i < text.length(); column++) {
            int c = text.codePointAt(i);
            if (c <= Character.MAX_VALUE && Character.isSurrogate((char) c)) {
                throw new LexcException(LexcException.Kind.TEXT, "character " + column + ": half of a pair of surrogates", 1, column);
            }
            i += Character.charCount(c);
        }
        return Normalizer.normalize(text, Normalizer.Form.NFC).getBytes(UTF_8);
    }
}
