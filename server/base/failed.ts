/** An expected failure. The message tells the operator what is wrong, and what to do. */
export class Failed extends Error {
  override name = 'Failed';
}
