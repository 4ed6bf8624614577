/** Reads an answer of any length as far as it may go, in bytes or a little more. */
export async function beginningOf({ body }: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > most) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
