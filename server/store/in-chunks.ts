/** Yields rows by id, in the chunks that `read` returns. Nothing stays open in the store in between. */
export async function* inChunks<R extends { id: number }>(
  read: (after: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}
