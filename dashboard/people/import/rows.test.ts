import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '#contract/owner/list-text.ts';
import { bytesOf, readList, Unreadable } from './rows.ts';

const LIMITS = { part: 1_000, rows: 2, row: 60, blank: 2 };

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function cut(text: string, size: number, limits = LIMITS) {
  const { head, parts } = await readList(inPieces(text, size), limits);
  const found = [];
  for await (const part of parts) found.push([part.line, part.text, part.rows]);
  return [head, ...found];
}

test('a list is cut between rows alone, wherever its pieces end (catches: at a line end in quotes, between CR and LF)', async () => {
  const list =
    'Name;email\r\n"A; ""x""\r\nB";ana@example.com\r\nO""Neil;eva@example.com\rC;rui@example.com\n\nD;"" \n';
  for (let size = 1; size <= list.length; size++)
    assert.deepEqual(
      await cut(list, size),
      [
        'Name;email',
        [2, '"A; ""x""\r\nB";ana@example.com\nO""Neil;eva@example.com\n', 2],
        [5, 'C;rui@example.com\n\n', 2],
        [7, 'D;"" \n', 1],
      ],
      `pieces of ${size}`,
    );
});

test('a file that is not a list is called so (catches: it is read forever)', async () => {
  const codeOf = (text: string) =>
    cut(text, 7).then(
      () => null,
      (error: unknown) => (error instanceof Unreadable ? [error.code, error.line, error.column] : error),
    );
  assert.deepEqual(await codeOf(''), ['empty', 1, '1']);
  assert.deepEqual(await codeOf('PK\0\0'), ['notText', 1, '1']);
  const long = 'x'.repeat(100);
  for (const [row, column] of [
    [`"${long}`, 'email'],
    [`a;"b;";"c;${long}`, 'Notes; "old"'],
    [`;;;${long}`, '4'],
  ] as const)
    assert.deepEqual(await codeOf(`sep=;\nemail;;"Notes; ""old"""\n"a;";b\n${row}`), ['endless', 4, column]);
  assert.deepEqual(await codeOf(long), ['endless', 1, '1']);
  assert.deepEqual(await codeOf(`email\na\n\n \n\nb`), ['blank', 3, '1']);
  assert.deepEqual(await cut('sep=;\nemail\na', 3), ['sep=;\nemail', [3, 'a\n', 1]]);
});

test('a file is read in its encoding, with a mark and without', async () => {
  const text = 'email\nção';
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const western = Buffer.from(text, 'latin1');
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), wide, wide.subarray(2), western]) {
    let read = '';
    for await (const piece of textOf(bytesOf(new Blob([bytes])))) read += piece;
    assert.equal(read, text);
  }
});
