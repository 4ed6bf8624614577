/**
 * Posts handled per turn of the event loop; if more wait, one per turn. Node accepts one new connection per
 * turn: handling an overload in a single turn would take 100 ms and more, and new visitors, for pages too,
 * would wait for seconds before anything checks the load.
 */
const IN_ONE_TURN = 64;

/** Runs its tasks soon, in order. */
export function createPostQueue(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  function turn(): void {
    const now = waiting.splice(0, waiting.length > IN_ONE_TURN ? 1 : IN_ONE_TURN);
    for (const work of now) work();
    if (waiting.length > 0) setImmediate(turn);
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(turn);
  };
}
