/** Settles like `outcome`, or resolves with `late` after so many milliseconds. */
export function withDeadline<T>(outcome: Promise<T>, milliseconds: number, late: T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, milliseconds, late);
  outcome.then(resolve, reject).then(() => clearTimeout(timer));
  return promise;
}
