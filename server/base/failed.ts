/** An expected failure. The message says what is wrong, and what the operator can do. */
export class Failed extends Error {
  override name = 'Failed';
}
