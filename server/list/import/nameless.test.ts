import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnAnswer } from '#contract/owner/people.ts';
import { NOW } from '#test/fixtures/command.ts';
import { readLines } from './lines.ts';
import { readCsv } from './read-csv.ts';

async function readAll(csv: string, answers: ColumnAnswer[] = []) {
  async function* bytes() {
    yield Buffer.from(csv);
  }
  const about = { consent: 'list', shape: null, language: 'en', now: NOW } as const;
  const kinds: string[] = [];
  for await (const line of readLines(readCsv(bytes()), { ...about, answers })) {
    if (line.kind !== 'columns') kinds.push(line.kind);
    else return { kinds, asked: line.columns.filter(({ isOpen }) => isOpen), unread: line.unread };
  }
  return assert.fail();
}

test('a column without a heading keeps out who left, and is asked about or named (catches: all come in, in silence)', async () => {
  for (const [csv, place] of [
    ['a@example.com,unsubscribed\nb@example.com,Subscribed\nc@example.com,\n', 1],
    ['Email,\na@example.com,unsubscribed\nb@example.com,Subscribed\nc@example.com,\n', 1],
    ['Email,Coluna1\na@example.com,unsubscribed\nb@example.com,Subscribed\nc@example.com,\n', 1],
    ['Email\na@example.com,unsubscribed\nb@example.com,Subscribed\nc@example.com,\n', 1],
    ['Email,状态,語\na@example.com,x1,unsubscribed\nb@example.com,x2,Subscribed\nc@example.com,x3,\n', 2],
  ] as const) {
    const { kinds, asked } = await readAll(csv);
    assert.deepEqual(kinds, ['left', 'person', 'person'], csv);
    assert.deepEqual(
      asked.map((column) => [column.place, column.answers.map(({ cell, isLeft }) => [cell, isLeft])]),
      [
        [
          place,
          [
            ['unsubscribed', true],
            ['Subscribed', false],
            ['', false],
          ],
        ],
      ],
      csv,
    );
    assert.deepEqual(
      (await readAll(csv, [{ place, yes: ['subscribed'] }])).kinds,
      ['left', 'person', 'refused'],
      csv,
    );
    assert.deepEqual((await readAll(csv, [{ place, yes: null }])).kinds, ['left', 'person', 'person'], csv);
  }
});

test('words of consent in a column without a heading are asked about, and the rest is named (catches: neither)', async () => {
  for (const cell of ['Não', '0', 'x', 'N', 'Não autorizo', 'opt-out', 'inativo', 'active', 'pending']) {
    // Beyond the rows by which a list is judged, too.
    for (const others of [0, 300]) {
      const csv = `email\n${'a@example.com\n'.repeat(others)}b@example.com,${cell}\n`;
      assert.equal((await readAll(csv)).asked[0]?.heading, 'column 2', cell);
    }
  }
  const titled = Array.from(
    { length: 20 },
    (_, n) => `p${n}@example.com,${n === 3 ? '2025-01-01' : ''}\n`,
  ).join('');
  for (const heading of ['Unsubscribed at', 'Unsubscribed']) {
    const { asked } = await readAll(`Subscribers export 2026\nEmail,${heading}\n${titled}`);
    assert.deepEqual(
      asked.map((column) => [column.heading, column.answers.map(({ cell }) => cell)]),
      [['column 2', [heading, '', '2025-01-01']]],
    );
  }
  // Who has no cell there has not said yes.
  const short = await readAll('Email\na@example.com\nb@example.com,Sim\n', [{ place: 1, yes: ['sim'] }]);
  assert.deepEqual(short.kinds, ['refused', 'person']);
  const other = await readAll(
    '0,a@example.com,Lisboa,info@marketing.example,,\n1,b@example.com,,,,\n2,,,,,\n3,c@example.com,,,,\n',
  );
  assert.deepEqual([other.asked, other.unread], [[], ['column 1', 'column 3', 'column 4']]);
  assert.equal(other.kinds.filter((kind) => kind === 'person').length, 3);
});

test('the second of two columns with one heading about consent keeps out who left, and is asked about (catches: the first filled cell alone counts)', async () => {
  const csv =
    'Email,Status,Status\na@example.com,Subscribed,Unsubscribed\nb@example.com,Subscribed,\nc@example.com,Subscribed,No\n';
  const { kinds, asked } = await readAll(csv);
  assert.deepEqual(kinds, ['left', 'person', 'person']);
  assert.deepEqual(
    asked.map(({ place, heading }) => [place, heading]),
    [[2, 'Status']],
  );
  const mails = await readAll('Email,Name,Email\na@example.com,Ana,\n,Bea,b@example.com\n');
  assert.deepEqual(mails.kinds, ['person', 'person']);
});

test('who has left stays away, also by a column that the owner calls about something else (catches: only by a status)', async () => {
  for (const heading of ['Status', 'Newsletter', '']) {
    const csv = `Email,${heading}\nana@example.com,unsubscribed\nbea@example.com,weekly\n`;
    const { kinds } = await readAll(csv, [{ place: 1, yes: null }]);
    assert.deepEqual(kinds, ['left', 'person'], heading);
  }
});
