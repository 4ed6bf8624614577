import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvRecord, unguarded } from './csv.ts';

/** An RFC 4180 parser, written from the grammar and not from our writer. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        assert.ok(at < text.length, 'a quote is never closed');
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) cell += text[at++];
      assert.doesNotMatch(cell, /["\r\n]/);
    }
    record.push(cell);
    if (text[at] === ',') at++;
    else {
      assert.ok(text.startsWith('\r\n', at), 'a record ends with CRLF');
      at += 2;
      records.push(record);
      record = [];
    }
  }
  return records;
}

const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...FORMULA_STARTS, "'", '"', ',', ';', ' ', 'a', '\u2028') }),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

/** Parses with another separator: a quote opens a cell only at its beginning. */
function parseElsewhere(text: string): string[] {
  const quotedOrNot = /(?:"((?:[^"]|"")*)"?)?([^;\t\r\n]*)(?:[;\t\r\n]|$)/gy;
  return [...text.matchAll(quotedOrNot)].map(
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  );
}

test('no cell begins like a formula where another separator is usual (catches: only its beginning is guarded)', () => {
  fc.assert(
    fc.property(table, (records) => {
      for (const value of parseElsewhere(records.map(csvRecord).join('')))
        assert.doesNotMatch(value, /^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 2000 },
  );
  assert.equal(csvRecord(["x;=cmd|' /C calc'!A0", 'a\n=1']), `"x;'=cmd|' /C calc'!A0","a\n'=1"\r\n`);
});

test('every table is read back as it was, and no cell of it begins like a formula', () => {
  fc.assert(
    fc.property(table, (records) => {
      const read = parse(records.map(csvRecord).join(''));
      for (const value of read.flat())
        assert.ok(!FORMULA_STARTS.includes(value[0] ?? ''), JSON.stringify(value));
      assert.deepEqual(
        read.map((record) => record.map(unguarded)),
        records,
      );
    }),
    { numRuns: 2000 },
  );
});

test('the known attacks become text', () => {
  assert.equal(csvRecord(['=1+1', '@SUM(A1)', '-2', '+351', '＝1']), "'=1+1,'@SUM(A1),'-2,'+351,'＝1\r\n");
  assert.equal(
    csvRecord(['\t=1', '=HYPERLINK("http://x";"y")']),
    `"'\t'=1","'=HYPERLINK(""http://x"";""y"")"\r\n`,
  );
  assert.equal(csvRecord(['a@example.com', null, 'x;y', ' z']), 'a@example.com,,"x;y"," z"\r\n');
});
