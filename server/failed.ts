/** What could not be done. Its message says in words for the operator what is wrong, and what to do. */
export class Failed extends Error {
  override name = 'Failed';
}
