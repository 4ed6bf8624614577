import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_LIMITS, type ImportedPart, type ImportPart } from '#contract/owner/people.ts';
import { sendList, type ImportTally } from './run.ts';

const ROWS = IMPORT_LIMITS.rows + 10;
/** Two parts; the last row repeats the first one in different case. */
const rows = Array.from({ length: ROWS }, (_, n) => `p${n}@example.com`);
const FILE = new Blob([`email\n${[...rows, 'P0@example.com'].join('\n')}`]);

/** Answers like the server for a list of new people: it sees one part at a time. */
function answered({ text, line }: ImportPart): ImportedPart {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((address, place) => ({ line: line + place, address, fate: 'added' as const }));
  const counts = {
    added: lines.length,
    confirmed: 0,
    joined: 0,
    known: 0,
    left: 0,
    erased: 0,
    suspect: 0,
    refused: 0,
  };
  const about = { unread: [], unclear: { language: 0, time: 0 }, columns: [], lastMail: null };
  return { ok: true, counts, lines, ...about, shape: { address: 0, headless: false }, run: 7 };
}

const common = {
  file: FILE,
  consent: 'ask' as const,
  answers: [],
  signal: new AbortController().signal,
  onTally: () => {},
};

test('a person who comes again in a later part is known by then (catches: counted as new twice)', async () => {
  const send = (part: ImportPart) => Promise.resolve(answered(part));
  const { counts, rows: read, first } = await sendList({ ...common, dry: true, send });
  assert.deepEqual([counts.added, counts.known, read], [ROWS, 1, ROWS + 1]);
  assert.deepEqual(first[0], { line: 2, address: 'p0@example.com', fate: 'added' });
});

test('a run that broke off goes on with the part that was not answered (catches: from the beginning, or without it)', async () => {
  const sent: number[] = [];
  const runs: (number | null)[] = [];
  let isBroken = true;
  const send = (part: ImportPart) => {
    if (part.line > 2 && isBroken) return Promise.reject(new Error('offline'));
    sent.push(part.line);
    runs.push(part.run);
    return Promise.resolve(answered(part));
  };
  const tallies: ImportTally[] = [];
  const options = { ...common, dry: false, send, onTally: (tally: ImportTally) => void tallies.push(tally) };
  await assert.rejects(sendList(options), /offline/);
  const [from] = tallies;
  assert.ok(from);
  assert.equal(from.rows, IMPORT_LIMITS.rows);
  isBroken = false;
  const { counts } = await sendList({ ...options, from });
  assert.deepEqual([counts.added, sent], [ROWS + 1, [2, 2 + IMPORT_LIMITS.rows]]);
  // One import, which is taken back as one.
  assert.deepEqual(runs, [null, 7]);
});

test('a run that is stopped sends nothing more (catches: to its end)', async () => {
  const stop = new AbortController();
  let sent = 0;
  const send = (part: ImportPart) => {
    sent += 1;
    stop.abort();
    return Promise.resolve(answered(part));
  };
  await assert.rejects(sendList({ ...common, dry: false, signal: stop.signal, send }), {
    name: 'AbortError',
  });
  assert.equal(sent, 1);
});

test('a column without a heading is named as ignored by whichever part, unless it is asked about (catches: by the last part alone)', async () => {
  const column = { place: 1, heading: 'column 2', isOpen: true, answers: [], others: 0 };
  const send = (part: ImportPart) =>
    Promise.resolve({
      ...answered(part),
      ...(part.line === 2
        ? { unread: ['Name', 'column 3'], columns: [column] }
        : { unread: ['Name', 'column 2'] }),
    });
  const { unread } = await sendList({ ...common, dry: true, send });
  assert.deepEqual(unread, ['Name', 'column 3']);
});
