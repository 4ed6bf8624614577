/** Rows in the order of their ids, chunk by chunk, as `read` gives them. Nothing of the store is held open in between. */
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
