package lexc;

import java.io.Closeable;
import java.lang.ref.Cleaner;

/** An object of the native library. The number of a closed object is never used again. */
abstract class Handle implements Closeable {
    private static final Cleaner CLEANER = Cleaner.create();

    final long id;
    private final Cleaner.Cleanable cleanable;
    private volatile boolean isClosed;

    /** {@code close} must not refer to this object. */
    Handle(long id, Runnable close) {
        this.id = id;
        cleanable = CLEANER.register(this, close);
    }

    /**
     * Tells whether this object is closed.
     *
     * @return true after {@link #close}
     */
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
        cleanable.clean();
    }

    /** The number of an object; 0 for null. */
    static long idOf(Handle handle) {
        return handle == null ? 0 : handle.id;
    }
}
