import { TextDecoder } from 'node:util';

/**
 * The text of a file, whichever Unicode it is written in: UTF-16 where a mark at its beginning says so, as spreadsheets write
 * "Unicode text", else UTF-8. The mark is left out.
 */
export async function* decode(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | null = null;
  for await (const part of parts) {
    if (decoder !== null) yield decoder.decode(part, { stream: true });
    else {
      head = Buffer.concat([head, part]);
      if (head.length < MARK_BYTES) continue;
      decoder = new TextDecoder(encodingOf(head));
      yield decoder.decode(head, { stream: true });
    }
  }
  yield decoder === null ? new TextDecoder().decode(head) : decoder.decode();
}

const MARK_BYTES = 2;

function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
