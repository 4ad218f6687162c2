package lexc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Values of leaves, the tiles that a move keeps on the rack, read in place from an image.
 *
 * <p>{@code lexc leaves} and {@code lexc convert} make such images. The equity of a move is its score plus the value of its leave.
 */
public final class Leaves extends Handle {
    private final int size;

    private Leaves(long id) {
        super(id, closer(id));
        size = Native.leaveCount(this, id);
    }

    private static Runnable closer(long id) {
        return () -> Native.closeLeaves(null, id);
    }

    /**
     * Opens a leaves image file: maps it into memory and checks all of it. While the leaves are open, no program may write to the
     * file or truncate it.
     *
     * @param path the path of the image
     * @return the leaves
     * @throws IOException if the file cannot be read
     * @throws LexcException if the file is damaged or not an image of leaves
     */
    public static Leaves open(Path path) throws IOException {
        return new Leaves(Native.openLeaves(null, Utf8.ofPath(path)));
    }

    /**
     * Opens a leaves image in a direct buffer, as {@link Lexicon#of} opens an image of words.
     *
     * @param image a direct buffer, whose bytes must neither change nor be freed while the leaves are open
     * @return the leaves
     * @throws IllegalArgumentException if the buffer is not direct
     * @throws LexcException if the bytes are damaged or not an image of leaves
     */
    public static Leaves of(ByteBuffer image) {
        return new Leaves(Native.leavesOf(null, Lexicon.direct(image)));
    }

    /**
     * Returns the number of leaves that the image lists.
     *
     * @return the number of leaves
     */
    public int size() {
        return size;
    }

    /**
     * Returns the value of a leave.
     *
     * @param leave the tiles; {@code ?} is a blank
     * @param lexicon the lexicon whose alphabet the tiles are of
     * @return the value in points
     */
    public double value(String leave, Lexicon lexicon) {
        return Native.leaveValue(new Handle[] {this, lexicon}, lexicon.id, id, Utf8.of(leave));
    }

    /** Closes the image. Leaves that are not closed keep it until they are collected as garbage. */
    @Override
    public void close() {
        super.close();
    }

    @Override
    public String toString() {
        return "Leaves with " + size + " values" + (isClosed() ? ", closed" : "");
    }
}
