import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ConsentAnswers, ColumnAnswer } from '#contract/owner/people.ts';
import { NOW } from '#test/fixtures/command.ts';
import type { Language } from '#contract/language.ts';
import { type CsvLine, readLines } from './lines.ts';
import { readCsv, UnreadableList } from './read-csv.ts';

type RowLine = Exclude<CsvLine, { kind: 'columns' }>;
type Given = { confirmed?: boolean; answers?: ColumnAnswer[]; language?: Language };

async function readAll(
  csv: string | Buffer,
  { confirmed = true, answers = [], language = 'en' }: Given = {},
) {
  async function* bytes() {
    yield Buffer.from(csv as string);
  }
  const options = {
    consent: confirmed ? ('list' as const) : ('ask' as const),
    answers,
    shape: null,
    language,
    now: NOW,
  };
  const lines: RowLine[] = [];
  let asked: ConsentAnswers[] = [];
  for await (const line of readLines(readCsv(bytes()), options)) {
    if (line.kind === 'columns') asked = line.columns.filter(({ isOpen }) => isOpen);
    else lines.push(line);
  }
  return { lines, asked };
}

async function linesOf(csv: string, confirmed: boolean = true): Promise<RowLine[]> {
  return (await readAll(csv, { confirmed })).lines;
}

test('a street beside the email isn’t an email address (catches: `address` counts first)', async () => {
  const [line] = await linesOf('Name,Address,Email\nAna,Rua Nova 1,ana@example.com\n');
  assert.ok(line?.kind === 'person');
  assert.equal(line.person.address, 'ana@example.com');
});

test('languages are known by codes and names (catches: by their first two letters)', async () => {
  for (const [language, called] of [
    ['pt', ['pt', 'PT', 'pt-BR', 'pt_PT', 'por', 'Português', 'portugues', 'Portuguese (Brazil)', ' PT ']],
    ['en', ['en', 'eng', 'EN-gb', 'English', 'Inglês', '']],
  ] as const) {
    const lines = await linesOf(
      `email,language\n${called.map((name) => `a@example.com,${name}\n`).join('')}`,
    );
    for (const [place, line] of lines.entries()) {
      assert.ok(line.kind === 'person');
      assert.deepEqual([line.person.language, line.unclear], [language, []], called[place]);
    }
  }
});

test('people of whom a list says no language have that of the site (catches: English mails for a Portuguese list)', async () => {
  const { lines } = await readAll('email,language\na@example.com,\nb@example.com,en\nc@example.com,fr\n', {
    language: 'pt',
  });
  const languages = lines.map((line) => line.kind === 'person' && line.person.language);
  assert.deepEqual(languages, ['pt', 'en', 'en']);
});

test('a language that is not known counts as English, and is not passed over (catches: in silence, by a beginning)', async () => {
  const lines = await linesOf(
    'email,language\na@example.com,Français\na@example.com,Polski\na@example.com,porteño\n',
  );
  for (const line of lines) {
    assert.ok(line.kind === 'person');
    assert.deepEqual([line.person.language, line.unclear], ['en', ['language']]);
  }
});

test('a person who had left and is pending again has left, in our own export (catches: is imported as new)', async () => {
  const lines = await linesOf(
    'address,state,left_at\na@example.com,pending,2026-11-22T10:00:00.000Z\na@example.com,pending,\na@example.com,suppressed,\n',
    false,
  );
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['left', 'person', 'left'],
  );
});

test('only known words of consent are taken, confirmed or not (catches: opted-out people are imported as confirmed)', async () => {
  const words = [
    'opted out',
    'complained',
    'Bounced',
    'cleaned',
    'blacklisted',
    'non-subscribed',
    'inactive',
    '',
  ];
  for (const confirmed of [true, false]) {
    for (const column of ['Status', 'state', 'Email Marketing Status', 'EMAIL_MARKETING', 'OPT_IN']) {
      const lines = await linesOf(
        `Email,${column}\n${words.map((word) => `a@example.com,${word}\n`).join('')}`,
        confirmed,
      );
      assert.deepEqual(
        lines.map(({ kind, line }) => [kind, line]),
        words.map((_, place) => [place < 5 ? 'left' : 'refused', place + 2]),
        column,
      );
    }
  }
  const [agreed] = await linesOf('Email,Status\na@example.com,Subscribed\n');
  assert.equal(agreed?.kind, 'person');
  const pending = 'address,state\na@example.com,pending\n';
  assert.equal((await linesOf(pending, true))[0]?.kind, 'refused');
  assert.equal((await linesOf(pending, false))[0]?.kind, 'person');
});

test('a column that says not to write there is heeded, whatever is beside it (catches: only a status is read)', async () => {
  const columns = [
    'EMAIL_BLACKLISTED',
    'Unsubscribed',
    'Unsubscribed from all email',
    'Email Opt Out',
    'Opted Out',
    'OPTOUT_TIME',
    'has_bounced',
    'Do Not Email',
  ];
  for (const column of columns) {
    const kinds = (
      await linesOf(
        `Email,Status,${column}\na@example.com,subscribed,TRUE\na@example.com,subscribed,No\na@example.com,subscribed,\n`,
      )
    ).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['left', 'person', 'person'], column);
  }
  const [other] = await linesOf('Email,SMS Opt Out\na@example.com,Yes\n');
  assert.equal(other?.kind, 'person', 'mail is no SMS');
});

test('a status in two columns must agree in both, and a street’s state is asked about', async () => {
  const csv =
    'Email,Status,State\na@example.com,Subscribed,\na@example.com,Subscribed,California\na@example.com,,confirmed\n';
  const { lines, asked } = await readAll(csv, { answers: [{ place: 2, yes: ['confirmed'] }] });
  assert.deepEqual(
    lines.map((line) => (line.kind === 'refused' ? line.why : line.kind)),
    [
      { code: 'not-consent', column: 'State', cell: '' },
      { code: 'not-consent', column: 'State', cell: 'California' },
      'person',
    ],
  );
  assert.deepEqual(
    asked.map(({ heading, answers }) => [heading, answers.map(({ cell, n }) => [cell, n])]),
    [
      [
        'State',
        [
          ['', 1],
          ['California', 1],
          ['confirmed', 1],
        ],
      ],
    ],
  );
  const other = await readAll(csv, { answers: [{ place: 2, yes: null }] });
  assert.deepEqual(
    other.lines.map(({ kind }) => kind),
    ['person', 'person', 'refused'],
  );
});

test('the exports of other tools say who agreed: nobody else comes in, and nothing is asked (catches: 16 of 26 confirm people who said no)', async () => {
  const tools = readFileSync(new URL('exports.txt', import.meta.url), 'utf8')
    .split(/^== /m)
    .slice(1);
  assert.equal(tools.length, 23);
  for (const tool of tools) {
    const [name = '', ...rows] = tool.split('\n');
    const { lines, asked } = await readAll(rows.join('\n'));
    assert.deepEqual(asked, [], name);
    for (const line of lines) {
      const address = line.kind === 'person' ? line.person.address : line.address;
      assert.equal(line.kind === 'person', address.startsWith('yes'), `${name}: ${address}`);
    }
    assert.ok(
      lines.some(({ kind }) => kind === 'person'),
      name,
    );
  }
});

test('a column that may be about consent is asked about, whatever its name and the people it lets in (catches: "Columns not kept")', async () => {
  const headings = [
    'Newsletter OK?',
    'Aceito receber novidades',
    'RGPD',
    'consentimento',
    'Marketing',
    'Bloqueado',
    'Ativo',
    'Devolvido?',
    'opt in newsletter',
    'Estado',
    'Notify',
    'Receber notificações',
  ];
  for (const heading of headings) {
    const csv = `Email,"${heading}"\na@example.com,Talvez\nb@example.com,talvez\nc@example.com,\nd@example.com,2025-01-01\n`;
    const { lines, asked } = await readAll(csv);
    assert.deepEqual(
      asked.map(({ place, answers }) => [place, answers.map(({ cell, n }) => [cell, n])]),
      [
        [
          1,
          [
            ['Talvez', 2],
            ['', 1],
            ['2025-01-01', 1],
          ],
        ],
      ],
      heading,
    );
    // A preview shows everybody until it is answered.
    if (heading !== 'Estado') assert.equal(lines.filter(({ kind }) => kind === 'person').length, 4, heading);
    const { lines: some } = await readAll(csv, { answers: [{ place: 1, yes: ['talvez'] }] });
    assert.deepEqual(
      some.map(({ kind }) => kind),
      ['person', 'person', 'refused', 'refused'],
      heading,
    );
  }
  for (const heading of [
    'Name',
    'Feira 2025',
    'Unsubscribe link',
    'SMS consent',
    'Subscription date',
    'Lead status',
  ])
    assert.deepEqual((await readAll(`Email,${heading}\na@example.com,x\n`)).asked, [], heading);
});

test('the column of addresses is found by its cells, of several the one that repeats least (catches: no column, the adviser’s)', async () => {
  for (const csv of [
    'Adviser,Client\nx@example.com,a@example.com\nx@example.com,b@example.com\n',
    'Email,Contacto\nyes,a@example.com\nno,b@example.com\n',
    'Ana,a@example.com\nRui,b@example.com\n',
  ]) {
    const { lines } = await readAll(csv);
    assert.deepEqual(
      lines.map((line) => (line.kind === 'person' ? line.person.address : line.kind)),
      ['a@example.com', 'b@example.com'],
      csv,
    );
  }
});

test('a list in Windows-1252 or in UTF-16 without a mark is read (catches: no column of addresses)', async () => {
  const csv = 'Nome;Endereço de e-mail;Língua\r\nJoão;a@example.com;Português\r\n';
  for (const bytes of [
    Buffer.from(csv, 'latin1'),
    Buffer.from(csv, 'utf16le'),
    Buffer.from(csv, 'utf16le').swap16(),
  ]) {
    const [line] = (await readAll(bytes)).lines;
    assert.ok(line?.kind === 'person');
    assert.equal(line.person.language, 'pt');
  }
});

const MAILCHIMP =
  '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS';

test('Mailchimp’s and Brevo’s exports are read as they come, with the time of the consent', async () => {
  const first = await linesOf(
    `${MAILCHIMP}\nana@example.com,Ana,Sá,2,"2019-03-14 09:12:31",192.0.2.1,"2019-03-14 09:14:00",,,,,,,,,"2020-01-01 00:00:00",1,e,,\nrui@example.com,,,2,,,"2015-03-16 14:40:47",,,,,,,,,,2,f,,\neva@example.com,,,2,,,,,,,,,,,,,3,g,,\n`,
  );
  assert.deepEqual(
    first.map((line) => (line.kind === 'person' ? new Date(line.person.agreedAt ?? 0).toJSON() : line.kind)),
    ['2019-03-14T09:12:31.000Z', '2015-03-16T14:40:47.000Z', 'refused'],
  );
  const out = await linesOf(
    `${MAILCHIMP},UNSUB_TIME,CLEAN_TIME\nana@example.com,,,2,,,"2019-03-14 09:14:00",,,,,,,,,,1,e,,,"2020-01-01 00:00:00",\nrui@example.com,,,2,,,"2019-03-14 09:14:00",,,,,,,,,,1,e,,,,"2020-01-01 00:00:00"\n`,
  );
  assert.deepEqual(
    out.map(({ kind }) => kind),
    ['left', 'left'],
  );
  const brevo = await linesOf(
    'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;DOUBLE_OPT-IN;OPT_IN;ADDED_TIME;MODIFIED_TIME;email_marketing\n1;ana@example.com;Ana;;;Yes;;25-03-2021 10:00:00;;Subscribed\n2;rui@example.com;;;;;;2021-03-25 10:00:00;;subscribed\n3;eva@example.com;;;;Yes;;2021-03-25;;Unsubscribed\n4;zoe@example.com;;;;No;;2021-03-25;;Subscribed\n5;lia@example.com;;;;;;2021-03-25;;\n',
  );
  assert.deepEqual(
    brevo.map((line) => (line.kind === 'person' ? new Date(line.person.agreedAt ?? 0).toJSON() : line.kind)),
    ['2021-03-25T10:00:00.000Z', '2021-03-25T10:00:00.000Z', 'left', 'refused', 'refused'],
  );
});

test('a time that is not understood, or is still to come, is not guessed', async () => {
  for (const time of ['03/04/2021', 'yesterday', '2099-01-01', '2021-13-01']) {
    const [line] = await linesOf(`email,added_time\na@example.com,${time}\n`);
    assert.ok(line?.kind === 'person');
    assert.deepEqual([line.person.agreedAt, line.unclear], [null, ['time']], time);
  }
});

test('a list of more columns than any is none (catches: a part of it holds up everybody for 15 seconds)', async () => {
  const csv = (others: number) => `email${',x'.repeat(others)}\na@example.com\n`;
  assert.equal((await linesOf(csv(499))).length, 1);
  await assert.rejects(linesOf(csv(500)), { name: UnreadableList.name, code: 'row-endless', line: 1 });
});
