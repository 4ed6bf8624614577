import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DraftRow, SavePosted } from '#contract/owner/site.ts';
import { mergeLists } from './merge.ts';
import { Autosave, type SaveResult, type PendingEdit } from './autosave.ts';

const FIELD = 'text.home.title.en';
const BASE = { revision: 3, value: 'Slow' };
const rowOf = (value: string, revision: number, by = 'Eva'): DraftRow => {
  return { field: FIELD, value, revision, at: 5, by };
};

type Given = SaveResult | 'lost';

/** A server whose answers the test gives, and a clock that it moves. */
function startAutosave(kept: Record<string, PendingEdit> = {}) {
  const waits: { at: number; run: () => void }[] = [];
  const asked: { posted: SavePosted; answer: (given: Given) => Promise<void> }[] = [];
  const seen = { now: 0, kept: {} as Record<string, PendingEdit>, shown: [] as DraftRow[] };
  const typed = new Autosave(
    {
      send: (posted) =>
        new Promise((resolve, reject) => {
          asked.push({
            posted,
            answer: async (given) => {
              if (given === 'lost') reject(new Error('lost'));
              else resolve(given);
              for (let n = 0; n < 20; n += 1) await Promise.resolve();
            },
          });
        }),
      show: async (row) => void seen.shown.push(row),
      ownOf: () => 'Own',
      merge: mergeLists,
      keep: (all) => (seen.kept = all),
      later: (ms, run) => {
        const wait = { at: seen.now + ms, run };
        waits.push(wait);
        return () => void waits.splice(waits.indexOf(wait) >>> 0, 1);
      },
      afterPaint: (run) => run(),
      now: () => seen.now,
    },
    kept,
  );
  const pass = (ms: number) => {
    seen.now += ms;
    for (const wait of waits.filter(({ at }) => at <= seen.now)) {
      waits.splice(waits.indexOf(wait), 1);
      wait.run();
    }
  };
  const sent = () => asked.map(({ posted }) => [posted.value, posted.revision]);
  return { typed, pass, seen, sent, answer: (given: Given) => asked.at(-1)?.answer(given) };
}

const saved = (value: string, revision: number): Given => {
  return { is: 'saved', row: rowOf(value, revision, 'Ana'), problems: [] };
};

test('a field is saved a second after its last key, and what is typed meanwhile follows with the new revision', async () => {
  const { typed, pass, sent, answer, seen } = startAutosave();
  typed.write(FIELD, 'Slo', BASE);
  pass(900);
  typed.write(FIELD, 'Slowl', BASE);
  pass(900);
  assert.deepEqual(sent(), []);
  pass(100);
  assert.deepEqual(sent(), [['Slowl', 3]]);
  typed.write(FIELD, 'Slowly', BASE);
  await answer(saved('Slowl', 4));
  assert.deepEqual(typed.status(), { savedAt: 2000 - 100, saving: true, failing: false });
  pass(1000);
  assert.deepEqual(sent(), [['Slowl', 3], ['Slowly', 4]]); // prettier-ignore
  await answer(saved('Slowly', 5));
  assert.equal(typed.get(FIELD), undefined);
  assert.deepEqual(seen.kept, {});
});

test('a lost line is tried again until it is back, and the words outlive a reload (catches: an answer that is lost asks its owner)', async () => {
  const { typed, pass, sent, answer, seen } = startAutosave();
  typed.write(FIELD, 'Slowly', BASE);
  pass(1000);
  await answer('lost');
  assert.ok(typed.status().failing);
  const again = startAutosave(seen.kept);
  again.pass(0);
  // The first request did arrive.
  await again.answer({ is: 'conflict', current: rowOf('Slowly', 4, 'Ana') });
  assert.deepEqual([again.typed.get(FIELD), again.seen.kept], [undefined, {}]);
  pass(2000);
  assert.deepEqual(sent(), [['Slowly', 3], ['Slowly', 3]]); // prettier-ignore
  typed.write(FIELD, 'Slowly!', BASE);
  await answer({ is: 'conflict', current: rowOf('Slowly', 4, 'Ana') });
  pass(1000);
  assert.deepEqual(sent().at(-1), ['Slowly!', 4]);
  await answer(saved('Slowly!', 5));
  assert.deepEqual(typed.status(), { savedAt: 4000, saving: false, failing: false });
});

test('what two owners wrote is kept until one chooses; nothing is sent before (catches: the last one wins)', async () => {
  for (const [which, end] of [
    ['mine', ['Mine, too', 9]],
    ['theirs', ['Mine', 3]],
  ] as const) {
    // prettier-ignore
    const { typed, pass, sent, answer, seen } = startAutosave();
    typed.write(FIELD, 'Mine', BASE);
    typed.save(FIELD);
    await answer({ is: 'conflict', current: rowOf('Hers', 9) });
    typed.write(FIELD, 'Mine, too', BASE);
    pass(60_000);
    assert.deepEqual(sent(), [['Mine', 3]]);
    assert.deepEqual([typed.get(FIELD)?.theirs?.value, typed.over()], ['Hers', {}]);
    assert.equal(seen.shown[0]?.value, 'Hers');
    typed.choose(FIELD, which);
    assert.deepEqual(sent().at(-1), end);
    assert.equal(typed.get(FIELD)?.theirs, undefined);
  }
});

test('words that another has only checked, or that were published, do not collide', async () => {
  const { typed, sent, answer } = startAutosave();
  typed.write(FIELD, 'Mine', BASE);
  typed.save(FIELD);
  await answer({ is: 'conflict', current: rowOf('Slow', 8) });
  typed.save(FIELD);
  await answer({ is: 'conflict', current: null });
  typed.save(FIELD);
  assert.deepEqual(sent(), [['Mine', 3], ['Mine', 8], ['Mine', 0]]); // prettier-ignore
});

test('the built-in words are sent as none; words that still fit are sent as they are; back to before nothing is', () => {
  const { typed, pass, sent } = startAutosave();
  typed.write(FIELD, 'Slowly', BASE);
  typed.write(FIELD, 'Slow', BASE);
  pass(5000);
  assert.deepEqual(sent(), []);
  typed.confirm('text.home.title.pt', { revision: 0, value: 'Devagar' });
  typed.write(FIELD, 'Own', BASE);
  pass(1000);
  assert.deepEqual(sent(), [['Devagar', 0], [undefined, 3]]); // prettier-ignore
});

test('a value that is refused is not sent again, its field says so, and its next key retries (catches: sent forever; what was typed meanwhile is held, too)', async () => {
  const { typed, pass, sent, answer } = startAutosave();
  typed.write(FIELD, 'Too long', BASE);
  pass(1000);
  await answer({ is: 'refused', why: 'invalid-fields' });
  typed.save(FIELD);
  typed.saveAll();
  pass(60_000);
  assert.deepEqual(sent(), [['Too long', 3]]);
  assert.equal(typed.held(FIELD)?.refused, 'invalid-fields');
  assert.deepEqual(typed.status(), { savedAt: null, saving: false, failing: false });
  assert.ok(typed.isAtRisk());
  typed.write(FIELD, 'Too', BASE);
  pass(1000);
  typed.write(FIELD, 'Short', BASE);
  await answer({ is: 'refused', why: 'invalid-fields' });
  pass(1000);
  assert.deepEqual(sent().slice(1), [['Too', 3], ['Short', 3]]); // prettier-ignore
  assert.equal(typed.held(FIELD), undefined);
});

test('all is saved before it is published, what is typed meanwhile too; without an answer it is not (catches: the last word is left out)', async () => {
  const { typed, sent, answer } = startAutosave();
  assert.equal(await typed.settle(), true);
  typed.write(FIELD, 'Slow', { revision: 0, value: '' });
  const settled = typed.settle();
  typed.write(FIELD, 'Slowly', BASE);
  await answer(saved('Slow', 4));
  assert.deepEqual(sent(), [['Slow', 0], ['Slowly', 4]]); // prettier-ignore
  await answer(saved('Slowly', 5));
  assert.equal(await settled, true);
  typed.write(FIELD, 'Slower', BASE);
  const lost = typed.settle();
  await answer('lost');
  assert.equal(await lost, false);
});

test('lists that two owners changed at different entries become one; at the same entry one is chosen (catches: an addition beside a removal asks; one of them is lost)', () => {
  const base = ['a', 'b', 'c'];
  for (const [mine, theirs, both] of [
    [
      ['a', 'c'],
      ['a', 'b', 'c', 'd'],
      ['a', 'c', 'd'],
    ],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b'],
      ['a', 'b', 'd'],
    ],
    [
      ['z', 'a', 'b', 'c'],
      ['a', 'B', 'c'],
      ['z', 'a', 'B', 'c'],
    ],
    [
      ['a', 'b', 'c', 'mine'],
      ['a', 'b', 'c', 'theirs'],
      ['a', 'b', 'c', 'theirs', 'mine'],
    ],
    [['a', 'M', 'c'], ['a', 'T', 'c'], undefined],
    [['c', 'a', 'b'], ['a', 'b'], undefined],
  ] as const)
    assert.deepEqual(mergeLists(base, [...mine], [...theirs]), both);
  assert.equal(mergeLists('a', 'b', 'c'), undefined);
});

test('a list that both changed is merged and saved over the other’s', async () => {
  const { typed, pass, sent, answer, seen } = startAutosave();
  typed.write(FIELD, ['a', 'c'], { revision: 3, value: ['a', 'b', 'c'] });
  typed.save(FIELD);
  await answer({ is: 'conflict', current: { ...rowOf('', 9), value: ['a', 'b', 'c', 'd'] } });
  pass(0);
  assert.equal(seen.shown.length, 1);
  assert.deepEqual(sent().at(-1), [['a', 'c', 'd'], 9]);
});

test('words whose answer was lost are known as own after others were lost, too (catches: their owner is asked to choose between both)', async () => {
  const { typed, pass, sent, answer } = startAutosave();
  for (const words of ['Arrived', 'Lost', 'Lost again']) {
    typed.write(FIELD, words, BASE);
    typed.save(FIELD);
    await answer('lost');
  }
  typed.save(FIELD);
  await answer({ is: 'conflict', current: rowOf('Arrived', 4) });
  pass(0);
  assert.deepEqual(sent().at(-1), ['Lost again', 4]);
});
