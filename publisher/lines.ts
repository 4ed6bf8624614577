/** The lines of a stream of text, without their ends. `most`: characters of one. @throws RangeError beyond that. */
export async function* linesOf(stream: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let rest = '';
  for await (const part of stream) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > most) throw new RangeError(`a line of more than ${most} characters`);
    yield* lines;
  }
}
