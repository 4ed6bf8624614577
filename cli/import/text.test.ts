import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BYTE_ORDER_MARK } from '#server/csv.ts';
import { decode } from './text.ts';

/** In parts of `size` bytes. */
async function decoded(bytes: Buffer, size: number): Promise<string> {
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let text = '';
  for await (const part of decode(parts())) text += part;
  return text;
}

test('a list in UTF-16 is read like one in UTF-8, however it is cut (fault: all is taken for UTF-8)', async () => {
  const text = 'email\tname\r\nana@example.com\tJoão 😀\r\n';
  const utf16 = Buffer.from(BYTE_ORDER_MARK + text, 'utf16le');
  const files = [utf16, Buffer.from(utf16).swap16(), Buffer.from(BYTE_ORDER_MARK + text), Buffer.from(text)];
  for (const file of files) for (const size of [1, 3, 1000]) assert.equal(await decoded(file, size), text);
  for (const short of ['', 'a']) assert.equal(await decoded(Buffer.from(short), 1), short);
});
