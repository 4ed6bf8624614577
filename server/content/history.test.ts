import assert from 'node:assert/strict';
import type { Content } from '#contract/content/content.ts';
import { sql } from '#kysely';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { overlaid, readDraft, readDraftOver, writeField } from './draft.ts';
import {
  addEdition,
  currentEdition,
  editionNumber,
  listEditions,
  readEdition,
  removeOldEditions,
} from './editions.ts';
import { restoreToDraft, undoEdition } from './history.ts';

const FIRST: Content = { same: 'same', changed: 'first', gone: 'first' };
const SECOND: Content = { same: 'same', changed: 'second', added: 'second' };

async function publish({ write }: TestStore, content: Content, at = 1): Promise<number> {
  const after = await editionNumber(write);
  const number = await addEdition(write, { after, content, owner: null, draftSeen: 0 }, at);
  return number === 'taken' ? assert.fail(number) : number;
}

async function draftOf({ read }: TestStore): Promise<Record<string, unknown>> {
  return Object.fromEntries((await readDraft(read)).map(({ field, value }) => [field, value]));
}

async function type({ write }: TestStore, field: string, value: string): Promise<void> {
  const revision = (await readDraft(write)).find((one) => one.field === field)?.revision ?? 0;
  await writeField(write, { field, value, revision, owner: 7 }, 2);
}

testOnEach(
  'undoing shows the version before, and what it took back is the draft again, under what was written since (catches: the draft lost; the undone words over newer ones)',
  async (_t, open) => {
    const store = await open();
    for (const content of [FIRST, SECOND]) await publish(store, content);
    await type(store, 'changed', 'since');
    const before = await readDraft(store.read);
    const undo = { after: 2, content: FIRST, owner: 7 };
    assert.equal(await undoEdition(store.write, undo, 3), 3);
    assert.deepEqual((await currentEdition(store.read))?.content, FIRST);
    assert.deepEqual(await draftOf(store), { changed: 'since', added: 'second', gone: undefined });
    const { live, draft } = await readDraftOver(store.read);
    assert.deepEqual([live, draft.filter(({ field }) => field === 'changed')], [3, before]);
    assert.deepEqual(overlaid(FIRST, draft), { ...SECOND, changed: 'since' });
    assert.equal(await undoEdition(store.write, undo, 4), 'taken');
  },
);

/** Makes the last step of a change fail, as if the process were killed before it. */
async function failAtDraft({ kind, write }: TestStore): Promise<void> {
  await (
    kind === 'sqlite'
      ? sql`CREATE TRIGGER killed BEFORE INSERT ON draft BEGIN SELECT RAISE(ABORT, 'killed'); END`
      : sql`ALTER TABLE draft ADD CONSTRAINT killed CHECK (revision < 0) NOT VALID`
  ).execute(write);
}

testOnEach(
  'a server that ends between the steps of undoing or restoring has done nothing (catches: the old version shown and the new words nowhere; a draft replaced and not kept)',
  async (_t, open) => {
    const store = await open();
    for (const content of [FIRST, SECOND]) await publish(store, content);
    await type(store, 'same', 'since');
    const whole = async () => [await readDraftOver(store.read), await listEditions(store.read)];
    const before = await whole();
    await failAtDraft(store);
    await assert.rejects(undoEdition(store.write, { after: 2, content: FIRST, owner: 7 }, 3), /killed/);
    await assert.rejects(restoreToDraft(store.write, { content: FIRST, owner: 7 }, 3), /killed/);
    assert.deepEqual(await whole(), before);
  },
);

testOnEach(
  'a restored version is the draft, and the draft it replaces a version that visitors never see (catches: it is shown; publishing fails after it; an empty draft kept; the same one kept twice)',
  async (_t, open) => {
    const store = await open();
    for (const content of [FIRST, SECOND]) await publish(store, content);
    const restore = (content: Content) => restoreToDraft(store.write, { content, owner: 7 }, 3);
    assert.equal(await restore(FIRST), null);
    assert.deepEqual(await draftOf(store), { changed: 'first', added: undefined, gone: 'first' });
    await type(store, 'changed', 'since');
    assert.equal(await restore(FIRST), 3);
    assert.deepEqual(await draftOf(store), { changed: 'first', added: undefined, gone: 'first' });
    assert.deepEqual(await readEdition(store.read, 3), {
      number: 3,
      at: 3,
      owner: 7,
      kind: 'draft',
      content: { ...FIRST, changed: 'since' },
    });
    await restore(SECOND);
    assert.deepEqual(await draftOf(store), {});
    assert.deepEqual([await editionNumber(store.read), (await currentEdition(store.read))?.number], [2, 2]);
    assert.equal((await readDraftOver(store.read)).live, 2);
    assert.equal(await publish(store, FIRST), 5);
    const undo = { after: 5, content: SECOND, owner: 7 };
    assert.equal(await undoEdition(store.write, undo, 5), 6);
  },
);

testOnEach(
  'a kept draft goes with the versions of its time, and never counts as what was shown (catches: the shown version goes, because a draft is newer)',
  async (_t, open) => {
    const store = await open();
    await publish(store, FIRST, 1);
    await publish(store, SECOND, 10);
    await type(store, 'changed', 'since');
    assert.equal(await restoreToDraft(store.write, { content: FIRST, owner: null }, 20), 3);
    const numbers = async () => (await listEditions(store.read)).map(({ number }) => number);
    assert.equal(await removeOldEditions(store.write, 20), 0);
    assert.deepEqual(await numbers(), [3, 2, 1]);
    assert.equal(await removeOldEditions(store.write, 100), 0);
    await publish(store, FIRST, 50);
    assert.equal(await removeOldEditions(store.write, 30), 1);
    assert.deepEqual(await numbers(), [4, 2, 1]);
    assert.equal(await removeOldEditions(store.write, 100), 1);
    assert.deepEqual(await numbers(), [4, 1]);
  },
);
