import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeptCopy, keptCopies, lostAfter, newestState, outdated } from './kept.ts';
import { copyFolder, objectName } from './name.ts';
import { newSigner } from './signature.ts';
import type { Target } from './target.ts';

/** A copy of a store with objects of these numbers and times. */
type Sample = { copy: number; recording?: number; from?: number; objects: Record<number, number> };

const STORE = '0123456789abcdef';
const SIGNER = newSigner();

/** As a target lists them. */
async function kept(...samples: Sample[]): Promise<KeptCopy[]> {
  const names = samples.flatMap(({ copy, recording = copy, from = 0, objects }) => {
    const base = copyFolder({ store: STORE, copy, recording, from }, '00000000');
    return Object.entries(objects).map(([number, at]) =>
      objectName({ base, number: Number(number), at, hash: 'a'.repeat(64) }, SIGNER),
    );
  });
  async function* list() {
    for (const name of names) yield { name, bytes: 1 };
  }
  return keptCopies({ list } as Partial<Target> as Target);
}

const takenFrom = (copies: KeptCopy[], at: number | null = null) => {
  const state = newestState(copies, at);
  return state && [state.copy.copy, state.objects.at(-1)?.number];
};

test('the newest state is found by numbers, whatever the clocks say (C2; catches: by time; a copy that has not caught up; one that lacks an object)', async () => {
  assert.deepEqual(
    takenFrom(await kept({ copy: 1, objects: { 0: 900, 1: 901 } }, { copy: 2, objects: { 0: 5 } })),
    [2, 0],
  );
  const overlapping = [
    { copy: 1, objects: { 0: 1, 1: 2, 2: 3, 3: 4 } },
    { copy: 2, recording: 1, from: 1, objects: { 1: 2, 2: 3 } },
  ];
  assert.deepEqual(takenFrom(await kept(...overlapping)), [1, 3]);
  const holed = await kept({ copy: 1, objects: { 0: 1, 1: 2 } }, { copy: 2, objects: { 0: 3, 2: 5 } });
  assert.deepEqual(takenFrom(holed), [2, 0]);
  assert.equal(lostAfter(newestState(holed, null), holed, null)?.at, 5);
  assert.equal(lostAfter(newestState(holed, 2), holed, 2), null, 'an older time lacks nothing');
  const baseless = await kept({ copy: 1, objects: { 0: 1 } }, { copy: 2, objects: { 1: 4 } });
  assert.deepEqual(takenFrom(baseless), [1, 0]);
  assert.equal(lostAfter(newestState(baseless, null), baseless, null)?.at, 4);
});

test('a time takes the parts up to the last one that is not later, also beside a clock that was ahead (C2; catches: refused; holes)', async () => {
  const copies = await kept({ copy: 1, objects: { 0: 10, 1: 900, 2: 20, 3: 40 } });
  assert.deepEqual(takenFrom(copies, 30), [1, 2]);
  assert.equal(takenFrom(copies, 9), null);
});

test('of a copy from the future the end is that of the next one (C2; catches: it stays forever; every earlier one is deleted)', async () => {
  const copies = await kept(
    { copy: 1, objects: { 0: 10, 1: 20 } },
    { copy: 2, objects: { 0: 900, 1: 901 } },
    { copy: 3, objects: { 0: 30, 1: 50 } },
    { copy: 4, objects: { 0: 60 } },
  );
  const deleted = (before: number, now: number) =>
    outdated(copies, before, now).map((name) => Number(name.slice(17, 25)));
  assert.deepEqual(deleted(25, 70), [1, 1]);
  assert.deepEqual(deleted(51, 70), [1, 1, 2, 2, 3, 3]);
  assert.deepEqual(deleted(5000, 6000), [1, 1, 2, 2, 3, 3], 'the present one never');
});
