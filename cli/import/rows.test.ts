import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from './csv-reader.ts';
import { type Line, readLines } from './rows.ts';

async function linesOf(csv: string): Promise<Line[]> {
  async function* text() {
    yield csv;
  }
  const lines: Line[] = [];
  for await (const line of readLines(readCsv(text()))) lines.push(line);
  return lines;
}

test('where a street stands beside the e-mail the street is no address (fault: `address` counts first)', async () => {
  const [line] = await linesOf('Name,Address,Email\nAna,Rua Nova 1,ana@example.com\n');
  assert.ok(line?.kind === 'person');
  assert.equal(line.person.address, 'ana@example.com');
});

test('languages are known by codes and names (fault: by their first two letters)', async () => {
  for (const [language, called] of [
    ['pt', ['pt', 'PT', 'pt-BR', 'pt_PT', 'por', 'Português', 'portugues', 'Portuguese (Brazil)', ' PT ']],
    ['en', ['en', 'eng', 'EN-gb', 'English', 'Inglês', '']],
  ] as const) {
    const lines = await linesOf(
      `email,language\n${called.map((name) => `a@example.com,${name}\n`).join('')}`,
    );
    for (const [place, line] of lines.entries()) {
      assert.ok(line.kind === 'person');
      assert.deepEqual([line.person.language, line.isUnderstood], [language, true], called[place]);
    }
  }
});

test('a language that is not known counts as English, and is not passed over (faults: in silence, by a beginning)', async () => {
  const lines = await linesOf(
    'email,language\na@example.com,Français\na@example.com,Polski\na@example.com,porteño\n',
  );
  for (const line of lines) {
    assert.ok(line.kind === 'person');
    assert.deepEqual([line.person.language, line.isUnderstood], ['en', false]);
  }
});

test('who had left and is pending again has left, in an export of ours (fault: is imported as new)', async () => {
  const lines = await linesOf(
    'address,state,left_at\na@example.com,pending,2026-11-22T10:00:00.000Z\na@example.com,pending,\na@example.com,suppressed,\n',
  );
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['left', 'person', 'left'],
  );
});
