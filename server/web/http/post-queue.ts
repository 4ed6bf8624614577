/**
 * Posts that may be done in one turn of the event loop; when more wait, it is one each turn. Node lets one new
 * connection in each turn: with all of an overload done in one, turns take 100 ms and more, and whoever comes, for a
 * page too, waits for seconds before anybody looks whether there is room.
 */
const IN_ONE_TURN = 64;

/** Does what it is given soon and in order. */
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
