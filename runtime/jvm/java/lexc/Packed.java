package lexc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** Reads the values that the native library has packed into one array. */
final class Packed {
    private final byte[] bytes;
    private final ByteBuffer buffer;

    Packed(byte[] bytes) {
        this.bytes = bytes;
        buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean hasMore() {
        return buffer.hasRemaining();
    }

    boolean flag() {
        return buffer.get() != 0;
    }

    int integer() {
        return buffer.getInt();
    }

    String text() {
        int length = buffer.getInt();
        String text = new String(bytes, buffer.position(), length, UTF_8);
        buffer.position(buffer.position() + length);
        return text;
    }

    <T> Optional<T> optional(Function<Packed, T> item) {
        return flag() ? Optional.of(item.apply(this)) : Optional.empty();
    }

    Optional<String> optionalText() {
        return optional(Packed::text);
    }

    OptionalInt optionalInt() {
        return flag() ? OptionalInt.of(integer()) : OptionalInt.empty();
    }

    OptionalDouble optionalDouble() {
        return flag() ? OptionalDouble.of(buffer.getDouble()) : OptionalDouble.empty();
    }

    <T> List<T> list(Function<Packed, T> item) {
        int count = integer();
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(item.apply(this));
        }
        return Collections.unmodifiableList(items);
    }

    List<String> texts() {
        return list(Packed::text);
    }

    List<Integer> integers() {
        return list(Packed::integer);
    }

    /** The constant of an enum with the name of the text, as in {@code challenge bonus}. */
    <E extends Enum<E>> E named(Class<E> type) {
        return Enum.valueOf(type, text().replace(' ', '_').toUpperCase(Locale.ROOT));
    }
}
