import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { test } from 'node:test';
import {
  type AnnouncementWords,
  type LetterPicture,
  NO_WORDS,
  withPicture,
  wordsField,
  wordsIn,
} from '#contract/announcement.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { DAY } from '#contract/time.ts';
import { readFileStream } from '#server/content/files.ts';
import { removeUnusedFiles } from '#server/content/unused-files.ts';
import { LETTER_PICTURE } from '#contract/content/pictures.ts';
import { readConfig } from '#server/base/config.ts';
import { loadBuild } from '#server/base/build.ts';
import type { InlinePicture, Mail } from '#server/deliver/message.ts';
import { createMimeWriter } from '#server/deliver/mime.ts';
import { DIST } from '#server/publish/renderings.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { buildOwnSite } from '#test/fixtures/own-site.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  LAUNCH_WORDS,
  launchOf,
  open,
  order,
  PICTURE,
  PICTURE_BYTES,
  readyToLaunch,
  startSender,
  storePicture,
  untilLaunchIs,
  untilTrue,
} from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { resume, sendAgain } from './announcement.ts';
import { announcementMail } from './announcement-mail.ts';
import { versionOf } from './approval.ts';
import { checksOf, editedOf, rowsOf, writeMailField } from './draft.ts';
import { deleteLetter, makeLetter } from './letters.ts';
import { rehearse } from './rehearse.ts';
import { templatesOf } from './templates.ts';

const NOW = Date.now();
const BY = { by: 'a test', now: NOW, suggested: inEach(() => NO_WORDS) };
const OTHER = { ...PICTURE, file: PICTURE.file.replace(/^./, 'x') };
const DESCRIBED: AnnouncementWords = inEach((language) => ({ ...LAUNCH_WORDS[language], alt: 'A loaf' }));

/** `revision`: without one, of the picture as it is. */
async function choose(store: TestStore, purpose: Purpose, value: LetterPicture | null, revision?: number) {
  const row = rowsOf(await launchOf(store, purpose)).find(({ field }) => field === 'picture');
  const posted = { field: 'picture' as const, value, revision: revision ?? row?.revision ?? 0 };
  return writeMailField(store.write, purpose, posted, BY);
}

/** `at`: when its file came; null: it is missing. */
async function letterWithPicture(store: TestStore, at: number | null = NOW): Promise<void> {
  if (at !== null) await storePicture(store, at);
  await makeLetter(store.write, null, NOW);
  await writeWords(store.write, 'letter:1', DESCRIBED, { by: 'a test', now: NOW });
  assert.equal((await choose(store, 'letter:1', PICTURE))?.is, 'saved');
}

async function withReaders(store: TestStore): Promise<void> {
  await readyToLaunch(store, 6);
  const people = await store.write.selectFrom('subscription').select('id').execute();
  const readers = people.map(({ id }) => ({ subscription_id: id, product: NEWS, at: NOW }));
  await store.write.insertInto('interest').values(readers).execute();
}

testOnEach(
  'every mail of a newsletter carries its picture, which is read once, also when it is sent again (catches: read for each mail; sent again without it)',
  async (t, openStore) => {
    const store = await openStore();
    await withReaders(store);
    await letterWithPicture(store);
    const sent: Mail[] = [];
    const send = (mail: Mail) => {
      const outcome = sent.push(mail) === 1 ? 'failed' : 'sent';
      return Promise.resolve({ outcome, reply: outcome } as const);
    };
    const { sender } = await startSender(t, store, { mailer: { send } });
    await open(store.write, 'letter:1', order());
    await untilLaunchIs(store, 'done', 'letter:1');
    assert.equal(sent.length, 6);
    assert.ok((await sendAgain(store.write, 'letter:1', 'failed', order())).ok);
    sender.poke();
    await untilTrue(async () => sent.length === 7);
    // Not compared byte by byte: to print them takes minutes.
    for (const { inline } of sent) assert.ok(inline && PICTURE_BYTES.equals(inline.bytes));
    assert.equal(new Set(sent.slice(0, 6).map(({ inline }) => inline?.bytes)).size, 1);
  },
);

testOnEach(
  'a newsletter whose picture is missing pauses before its first mail and says why, and goes on once it is there again (catches: everybody fails; it leaves without; resuming sends without)',
  async (t, openStore) => {
    const store = await openStore();
    await withReaders(store);
    await letterWithPicture(store, null);
    const sent: Mail[] = [];
    const send = (mail: Mail) => Promise.resolve({ outcome: 'sent', reply: `${sent.push(mail)}` } as const);
    const { sender } = await startSender(t, store, { mailer: { send } });
    await open(store.write, 'letter:1', order());
    for (let again = 0; again < 2; again++) {
      await untilLaunchIs(store, 'paused', 'letter:1');
      const { reason, sending_at } = await launchOf(store, 'letter:1');
      assert.deepEqual([reason?.why, sending_at, sent.length], ['picture', null, 0]);
      if (again === 1) await storePicture(store);
      assert.ok((await resume(store.write, 'letter:1', order())).ok);
      sender.poke();
    }
    await untilLaunchIs(store, 'done', 'letter:1');
    assert.equal(sent.filter(({ inline }) => inline && PICTURE_BYTES.equals(inline.bytes)).length, 6);
  },
);

testOnEach(
  'a newsletter whose picture cannot be read pauses alone, and the check says so (catches: nothing else is sent, either; the check does not end)',
  async (t, openStore) => {
    const store = await openStore();
    await withReaders(store);
    await letterWithPicture(store);
    await store.write.deleteFrom('file_piece').execute();
    assert.deepEqual(await pictureFindings(store), ['picture-missing']);
    await open(store.write, 'letter:1', order());
    await open(store.write, 'launch', order());
    const { smtp } = await startSender(t, store);
    await untilLaunchIs(store, 'paused', 'letter:1');
    assert.equal((await launchOf(store, 'letter:1')).reason?.why, 'picture');
    await untilLaunchIs(store, 'done');
    assert.equal(smtp.received.length, 6, 'of the launch');
  },
);

async function pictureFindings(store: TestStore): Promise<string[]> {
  const config = { ...readConfig({}), databaseUrl: 'not backed up here' };
  const mailDeps = () => assert.fail('no mail is made');
  const deps = { read: store.read, config, mailDeps, dns: new Resolver(), most: 1, now: () => NOW };
  const found: string[] = [];
  await rehearse(await launchOf(store, 'letter:1'), deps, (step) => {
    if (step.is === 'found') found.push(step.finding.code);
  });
  assert.deepEqual(found.slice(2), ['server-none', 'backup-postgres']);
  return found.slice(1, 2);
}

testOnEach(
  'the check says that the picture is missing, not that mails cannot be made (catches: it blames the build)',
  async (_t, openStore) => {
    const store = await openStore();
    await withReaders(store);
    await letterWithPicture(store, null);
    assert.deepEqual(await pictureFindings(store), ['picture-missing']);
  },
);

testOnEach(
  'a copy of a newsletter whose picture is gone has none (catches: its draft names what the store lacks)',
  async (_t, openStore) => {
    const store = await openStore();
    await letterWithPicture(store, null);
    const copy = await makeLetter(store.write, await launchOf(store, 'letter:1'), NOW);
    const { words } = await launchOf(store, copy ?? 'letter:2');
    assert.deepEqual([words.picture, words.en.alt], [undefined, 'A loaf']);
  },
);

testOnEach(
  'a picture stays while an announcement shows it, and goes a day after none does (catches: swept while a newsletter needs it; kept when it is deleted)',
  async (_t, openStore) => {
    const store = await openStore();
    const { read, write } = store;
    await letterWithPicture(store, 1);
    const copy = await makeLetter(write, await launchOf(store, 'letter:1'), NOW);
    assert.deepEqual((await launchOf(store, copy ?? 'letter:2')).words.picture, PICTURE);
    const isThere = async () => (await readFileStream(read, PICTURE.file)) !== null;
    assert.ok(await deleteLetter(write, 'letter:1'));
    await removeUnusedFiles(write, 2 * DAY);
    assert.ok(await isThere());
    assert.equal((await choose(store, 'letter:2', null))?.is, 'saved');
    assert.equal((await launchOf(store, 'letter:2')).words.en.alt, 'A loaf');
    await removeUnusedFiles(write, 2 * DAY);
    assert.equal(await isThere(), false);
  },
);

testOnEach(
  'words with another picture are other words, and those that are set keep theirs (catches: the check stays green; a picture changed under way)',
  async (_t, openStore) => {
    const store = await openStore();
    await letterWithPicture(store);
    const { words } = await launchOf(store, 'letter:1');
    const other = { ...words, picture: OTHER };
    assert.equal(new Set([words, other, withPicture(words, null)].map(versionOf)).size, 3);
    assert.deepEqual(wordsIn(JSON.stringify(words)), words);
    await store.write.updateTable('announcement').set({ state: 'scheduled' }).execute();
    assert.equal(await choose(store, 'letter:1', null), null);
    assert.deepEqual((await launchOf(store, 'letter:1')).words.picture, PICTURE);
  },
);

testOnEach(
  'of two owners who choose a picture the second is shown what the first chose, also that it was taken away (catches: the last one wins; words and picture collide)',
  async (_t, openStore) => {
    const store = await openStore();
    await letterWithPicture(store);
    const pictureNow = async () => (await launchOf(store, 'letter:1')).words.picture;
    const seen = rowsOf(await launchOf(store, 'letter:1')).find(({ field }) => field === 'picture');
    assert.ok(seen && seen.by === 'a test');
    const text = { field: 'subject.en', value: 'Bread', revision: 1 } as const;
    assert.equal((await writeMailField(store.write, 'letter:1', text, BY))?.is, 'saved');
    const first = await choose(store, 'letter:1', OTHER, seen.revision);
    assert.ok(first?.is === 'saved' && first.row.revision > seen.revision);
    assert.deepEqual(await choose(store, 'letter:1', null, seen.revision), {
      is: 'conflict',
      current: { field: 'picture', value: OTHER, by: 'a test', at: NOW, revision: first.row.revision },
    });
    assert.deepEqual(await pictureNow(), OTHER);
    await choose(store, 'letter:1', null);
    const late = await choose(store, 'letter:1', PICTURE, first.row.revision);
    assert.ok(late?.is === 'conflict' && late.current?.value === null);
    assert.equal(await pictureNow(), undefined);
  },
);

testOnEach(
  'another picture asks for its description again, in each language by itself; a check of it is an answer, and words that it does not describe are not asked for (catches: the old one stays unasked; one check answers for both; the subject, too)',
  async (_t, openStore) => {
    const store = await openStore();
    await letterWithPicture(store);
    let { now } = BY;
    const letter = () => launchOf(store, 'letter:1');
    const checks = async () => checksOf(editedOf(await letter()), (await letter()).words);
    const describe = async (language: Language, value: string) => {
      const field = wordsField('alt', language);
      const row = rowsOf(await letter()).find((one) => one.field === field);
      const posted = { field, value, revision: row?.revision ?? 0 };
      await writeMailField(store.write, 'letter:1', posted, { ...BY, now: ++now });
    };
    for (const language of LANGUAGES) await describe(language, 'A loaf');
    assert.deepEqual(await checks(), []);
    await choose(store, 'letter:1', OTHER);
    assert.deepEqual(await checks(), ['alt.en', 'alt.pt']);
    await describe('en', 'A loaf');
    assert.deepEqual(await checks(), ['alt.pt']);
    await describe('pt', 'Um cordel');
    assert.deepEqual(await checks(), ['alt.en'], 'the other language has changed since');
    await describe('en', 'A string');
    assert.deepEqual(await checks(), []);
    await choose(store, 'letter:1', null);
    assert.deepEqual(await checks(), [], 'nothing is described');
  },
);

await buildOwnSite();
const INLINE = { cid: 'a1b2@example.com', bytes: PICTURE_BYTES };

function mailOf(words: AnnouncementWords, picture: InlinePicture | null): Mail {
  const ana = { id: 7, key: 'ana', address: 'ana@example.org', language: 'pt' as const };
  const deps = {
    templates: templatesOf('letter:1', loadBuild(DIST)),
    secrets: createSecrets(['k'.repeat(32)]),
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    picture,
    now: () => NOW,
  };
  const letter = { id: 1, purpose: 'letter:1' as const, words, armed_at: NOW };
  return announcementMail(deps, letter, { ...ana, askedAt: 1, getsNews: true, attempt: 0 });
}

test('a picture is a part of its mail beside the HTML, with its size and its words, and the mail loads nothing (catches: beside the text; an attachment; from the site; wider than the column)', async () => {
  const pt = { ...LAUNCH_WORDS.pt, alt: 'Um “pão” & <cordel>' };
  const words = { ...LAUNCH_WORDS, pt, picture: PICTURE };
  const mail = mailOf(words, INLINE);
  assert.match(mail.html, /<img [^>]*alt="Um “pão” &#38; &#60;cordel&#62;"[^>]*>/);
  for (const [name, value] of Object.entries({ src: 'cid:a1b2@example.com', width: '512' }))
    assert.match(mail.html, new RegExp(`<img [^>]*\\b${name}="${value}"`));
  assert.match(mail.text, /\n\[Um “pão” & <cordel>\]\n/);
  assert.doesNotMatch(mail.html, /(?:src|background|srcset)="(?!cid:)|url\(|@import|<link/i);
  const source = String(await (await createMimeWriter(null))(mail));
  const [alternative = '', related = ''] = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, one]) => one);
  const partsOf = (part: string, boundary: string) => part.split(`--${boundary}`).slice(1, -1);
  const kindOf = (part: string) => /Content-Type: ([\w/]+)/.exec(part)?.[1];
  const outer = partsOf(source, alternative);
  assert.deepEqual(outer.map(kindOf), ['text/plain', 'multipart/related']);
  const inner = partsOf(outer[1] ?? '', related);
  assert.deepEqual(inner.map(kindOf), ['text/html', 'image/jpeg']);
  assert.match(inner[1] ?? '', /^Content-ID: <a1b2@example\.com>\r$/m);
  assert.match(inner[1] ?? '', /^Content-Disposition: inline; filename=picture\.jpg\r$/m);
  const bytes = Buffer.from((inner[1] ?? '').split('\r\n\r\n')[1] ?? '', 'base64');
  assert.ok(bytes.equals(PICTURE_BYTES));
});

test('the heaviest letter has at most 400 KB (catches: a picture of 300 KB)', async () => {
  const body = 'É <b>&'.repeat(1_600).slice(0, 8_000);
  const words = { ...LAUNCH_WORDS, pt: { ...LAUNCH_WORDS.pt, body, alt: 'x'.repeat(150) }, picture: PICTURE };
  const bytes = new Uint8Array(LETTER_PICTURE.bytes);
  const mail = mailOf(words, { ...INLINE, bytes });
  assert.ok((await (await createMimeWriter(null))(mail)).length <= 400_000);
});

test('a mail whose picture is missing is not made (catches: it leaves without)', () => {
  assert.throws(() => mailOf({ ...LAUNCH_WORDS, picture: PICTURE }, null), /picture/);
});
