// The open images of a module.

/** Status of an image that has no leaves. */
const NO_LEAVES = -8;

/** A lexicon, and leave values for it if there are any. */
export class Images {
  constructor(lexc) { this.lexc = lexc; }

  /**
   * Opens an image of words or of leaves. If the image is refused, the previous images stay open. Returns `true` for leaves. A new
   * lexicon closes the leaves, because its alphabet may differ.
   */
  open(image) {
    const leaves = this.lexicon && this.openLeaves(image);
    const lexicon = leaves ? this.lexicon : this.lexc.open(image);
    if (this.leaves) this.leaves.close();
    if (this.lexicon && !leaves) this.lexicon.close();
    [this.lexicon, this.leaves] = [lexicon, leaves];
    return leaves !== undefined;
  }

  /** Returns `true` if an image has words, and not leaves. Throws if the image is refused. */
  hasLexicon(image) {
    const leaves = this.openLeaves(image);
    leaves?.close();
    if (leaves === undefined) this.lexc.open(image).close();
    return leaves === undefined;
  }

  /** Opens leaves. Returns `undefined` if the image has no leaves. */
  openLeaves(image) {
    try {
      return this.lexicon.openLeaves(image);
    } catch (error) {
      if (error.status !== NO_LEAVES) throw error;
      return undefined;
    }
  }
}
