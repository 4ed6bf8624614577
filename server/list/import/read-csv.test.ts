import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BYTE_ORDER_MARK, csvRecord, unguarded } from '#server/base/csv.ts';
import { type CsvRecord, readCsv, UnreadableList } from './read-csv.ts';

/** In parts of `size` bytes. */
async function read(file: string | Buffer, size: number = file.length || 1): Promise<CsvRecord[]> {
  async function* parts() {
    const bytes = Buffer.from(file as string);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records: CsvRecord[] = [];
  for await (const record of readCsv(parts())) records.push(record);
  return records;
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '=', "'", '"', ',', ';', '\r', '\n', ' ', '😀') });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });

test('what our exports write is read back as it was, however it is cut in parts', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const records = await read(
        BYTE_ORDER_MARK + csvRecord(['a', 'b']) + rows.map(csvRecord).join(''),
        size,
      );
      assert.deepEqual(
        records.slice(1).map(({ cells }) => cells.map(unguarded)),
        rows,
      );
    }),
    { numRuns: 300 },
  );
});

test('semicolons, tabs, line ends of any kind, empty lines and a missing last line end are understood', async () => {
  for (const [text, cells] of [
    ['email;name\na@example.com;Ana, Eva', ['a@example.com', 'Ana, Eva']],
    ['email\tname\r\na@example.com\tAna\r\n', ['a@example.com', 'Ana']],
    ['email,name\r\r"a@example.com",""\r', ['a@example.com', '']],
  ] as const) {
    assert.deepEqual((await read(text, 3))[1]?.cells, cells);
  }
  assert.deepEqual(await read(''), []);
});

test('a first line that only names the separator is not a row (catches: it names the columns)', async () => {
  for (const sign of [';', ',', '\t']) {
    const text = `${BYTE_ORDER_MARK}sep=${sign}\r\nemail${sign}name\r\na@example.com${sign}Ana\r\n`;
    assert.deepEqual(await read(text, 4), [
      { line: 2, cells: ['email', 'name'] },
      { line: 3, cells: ['a@example.com', 'Ana'] },
    ]);
  }
});

test('a record knows the line it begins on', async () => {
  const records = await read('a\r\n\r\n"b\r\nb"\r\nc\n\nd');
  assert.deepEqual(
    records.map(({ line }) => line),
    [1, 3, 5, 7],
  );
});

test('a row without an end is reported with its line and column', async () => {
  const long = 'x'.repeat(100_000);
  for (const [text, column] of [
    [`"b@example.com\n${long}`, 'email'],
    [`b@example.com,"a",${long}`, 'Notes, old'],
    [`b@example.com,a,b,${long}`, '4'],
    [','.repeat(100_000), '501'],
    ['"",'.repeat(100_000), '501'],
  ] as const)
    await assert.rejects(read(`email,name," Notes, old"\na@example.com\n${text}`, 1000), {
      code: 'row-endless',
      line: 3,
      column,
    });
  await assert.rejects(read(long, 1000), { code: 'row-endless', line: 1, column: '1' });
  await assert.rejects(read('email,name\n,"b'), {
    name: UnreadableList.name,
    code: 'quote-open',
    line: 2,
    column: 'name',
  });
});

test('empty lines are read up to a limit, and told from which line on', async () => {
  const blank = ' \n'.repeat(10_000);
  assert.equal((await read(`email\n${blank}a\n${blank}b`)).length, 3);
  await assert.rejects(read(`email\n${blank}a\n${blank}\nb`), { code: 'blank-lines', line: 10_003 });
});

test('a list in UTF-16 is read like one in UTF-8, however it is cut (catches: all is taken for UTF-8)', async () => {
  const text = 'email\tname\r\nana@example.com\tJoão 😀\r\n';
  const utf16 = Buffer.from(BYTE_ORDER_MARK + text, 'utf16le');
  const files = [utf16, Buffer.from(utf16).swap16(), Buffer.from(BYTE_ORDER_MARK + text), Buffer.from(text)];
  const rows = [
    { line: 1, cells: ['email', 'name'] },
    { line: 2, cells: ['ana@example.com', 'João 😀'] },
  ];
  for (const file of files) for (const size of [1, 3, 1000]) assert.deepEqual(await read(file, size), rows);
  assert.deepEqual(await read('a', 1), [{ line: 1, cells: ['a'] }]);
});
