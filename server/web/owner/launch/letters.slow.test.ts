import assert from 'node:assert/strict';
import {
  type AnnouncementNow,
  groupOf,
  type LetterMade,
  type LettersNow,
  type WordsSaved,
} from '#contract/owner/launch.ts';
import { DAY } from '#contract/time.ts';
import { LANGUAGES } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import { addEdition } from '#server/content/editions.ts';
import { confirm } from '#server/list/confirm.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { readPage } from '#server/launch/letter-page.ts';
import { makeLetter } from '#server/launch/letters.ts';
import { readShownLetters } from '#server/content/letters.ts';
import { writeStage } from '#server/stage/stage.ts';
import { settingsOf } from '#test/fixtures/command.ts';
import { startDns } from '#test/fixtures/dns.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, readyToLaunch, untilTrue } from '#test/fixtures/launch.ts';
import { codeOf, jsonOf, type OwnerCaller, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';

const NOBODY_CAME = { loads: 0, signups: 0 };
const PARTS = ['subject', 'preheader', 'heading', 'body'] as const;

async function make(owner: OwnerCaller, from: string | null = null): Promise<string> {
  const { purpose } = jsonOf<LetterMade>(await owner.post('/letters', { from }));
  return `/announcements/${purpose}`;
}

async function save(owner: OwnerCaller, path: string, field: string, value: string): Promise<WordsSaved> {
  return jsonOf<WordsSaved>(await owner.post(`${path}/words/save`, { field, value, revision: 0 }));
}

testOnEach(
  'a newsletter is made, written in one language, copied, and sent once its check has passed; its draft can be deleted (catches: one that was never made; a language that is not written is missing; a launch that asks; newly too soon)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 4);
    const people = await store.write.selectFrom('subscription').select('id').orderBy('id').execute();
    await store.write
      .insertInto('interest')
      .values(people.slice(0, 3).map(({ id }) => ({ subscription_id: id, product: NEWS, at: 1 })))
      .execute();
    const content = { 'newsletter.aMonth': 1 };
    await addEdition(store.write, { after: 0, content, owner: null, draftSeen: 0 }, 1);
    const { databaseUrl } = await settingsOf(store);
    const app = await startOwnerApp(t, store, {
      now: Date.now,
      env: {
        SECRET_KEYS: 'k'.repeat(32),
        OWNER_EMAIL: 'ana@example.com',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
    });
    const ana = await signedIn(app.port, store.write, { now: Date.now() });
    const look = async (path: string) => jsonOf<AnnouncementNow>(await ana.get(path));
    assert.equal(codeOf(await ana.get('/announcements/letter:1')), 'not-found');
    assert.equal(codeOf(await ana.post('/letters', { from: 'letter:9' })), 'invalid-fields');

    const path = await make(ana);
    for (const part of PARTS) await save(ana, path, `${part}.en`, LAUNCH_WORDS.en[part]);
    const before = await look(path);
    assert.deepEqual(
      [before.title, before.waitsFor, before.people],
      ['The wait is over.', { is: 'site' }, 2],
    );
    assert.deepEqual(before.words.written, ['en']);
    assert.deepEqual([before.words.lacking, before.words.behind], [[], []]);
    await save(ana, path, 'button.en', 'Look');
    assert.deepEqual((await look(path)).words.lacking, ['en'], 'a button leads somewhere');
    await save(ana, path, 'link.en', '/contact');
    await save(ana, path, 'instead.pt', 'yes');
    const after = await look(path);
    assert.deepEqual([after.words.lacking, after.byLanguage, after.people], [[], { en: 3, pt: 0 }, 3]);
    assert.deepEqual(after.readers, { en: 2, pt: 1 });

    const copy = await make(ana, 'letter:1');
    const { aMonth, letters, people: readers } = jsonOf<LettersNow>(await ana.get('/letters'));
    assert.deepEqual(
      letters.map(({ purpose, state, title, book }) => [purpose, state, title, book]),
      [
        ['letter:2', 'draft', 'The wait is over.', null],
        ['letter:1', 'draft', 'The wait is over.', null],
        ['book:seo', 'draft', 'SEO: Be found', { asked: 0, isOut: false }],
        ['book:ads', 'draft', 'Ads: Be seen', { asked: 0, isOut: false }],
      ],
    );
    assert.deepEqual([aMonth, readers], [0, { en: 2, pt: 1 }]);
    assert.equal((await ana.post(`${copy}/delete`)).status, 200);
    assert.equal(codeOf(await ana.get(copy)), 'not-found');

    jsonOf(await ana.post(`${path}/rehearse`));
    await untilTrue(async () => (await look(path)).rehearsal?.state === 'ended');
    const { people: n, wordsVersion: version, rehearsal } = await look(path);
    const levels = rehearsal?.findings.map(({ code }) => code) ?? [];
    assert.ok(levels.includes('words-ok') && levels.includes('mails-ok'), levels.join());
    assert.ok(!levels.includes('not-asked'));
    const seen = rehearsal?.findings.map(({ code, values }) => `${code}:${values.text ?? ''}`) ?? [];
    const send = () => ana.post(`${path}/open`, { people: n, opensAt: null, version, seen });
    assert.equal(codeOf(await send()), 'not-now', 'the site is closed');
    await writeStage(store.write, 'live');
    const another = await makeLetter(store.write, null, Date.now());
    const begin = (at: number | null) =>
      store.write
        .updateTable('announcement')
        .set({ sending_at: at })
        .where('purpose', '=', another ?? 'launch');
    await begin(Date.now()).execute();
    assert.equal(
      codeOf(await send()),
      'invalid-fields',
      'one a month was promised, and another went out since the check',
    );
    await begin(null).execute();
    assert.equal(jsonOf<AnnouncementNow>(await send()).state, 'undo');
    assert.equal(codeOf(await ana.post(`${path}/delete`)), 'not-now');
    assert.equal(jsonOf<AnnouncementNow>(await ana.post(`${path}/undo`)).state, 'draft');
    assert.equal((await look(path)).isOpen, true, 'the site stays as it is');
    const events = await store.write.selectFrom('audit_event').select('action').orderBy('id').execute();
    assert.deepEqual(
      events.map(({ action }) => action),
      ['letter-new', 'letter-new', 'letter-deleted', 'launch-opened', 'launch-undone'],
    );
  },
);

testOnEach(
  'a page has the address that its owner chose, one for each newsletter, and can be taken down and put back once it is sent off (catches: two have one address; it moves; it stays)',
  async (t, openStore) => {
    const store = await openStore();
    const app = await startOwnerApp(t, store, { now: Date.now });
    const ana = await signedIn(app.port, store.write, { now: Date.now() });
    const [one, other] = [await make(ana), await make(ana)];
    for (const path of [one, other]) await save(ana, path, 'heading.en', 'Pão, e cor!');
    const look = async (path: string) => jsonOf<AnnouncementNow>(await ana.get(path)).page;
    assert.deepEqual(await look(one), { slug: 'pao-e-cor', isShown: true, isUp: false, ...NOBODY_CAME });
    const choose = (path: string, slug: string | null, shown = true) =>
      ana.post(`${path}/page`, { slug, shown });
    jsonOf(await choose(one, 'pao-e-cor'));
    assert.equal((await look(other))?.slug, 'pao-e-cor-2');
    const taken = await choose(other, 'pao-e-cor');
    assert.match(taken.body.toString(), /"field":"slug","code":"slug-taken"/);
    for (const slug of ['Pão', '-a', '../x', 'a'.repeat(61), ''])
      assert.equal(codeOf(await choose(one, slug)), 'invalid-fields', slug);
    jsonOf(await choose(one, null, false));
    assert.deepEqual(await look(one), { slug: 'pao-e-cor', isShown: false, isUp: false, ...NOBODY_CAME });
    assert.equal(codeOf(await choose('/announcements/launch', 'x')), 'not-now');

    const { write } = store;
    const ids: number[] = [];
    for (const [n, utmSource] of ['newsletter-1', 'newsletter-1', 'newsletter-10', 'instagram'].entries()) {
      const { source } = subscription('');
      await store.add(subscription(`p${n}`, { source: { ...source, utmSource } }));
      ids.push((await rowOf(store, `p${n}`)).id);
    }
    for (const id of ids.slice(1)) await confirm(write, id, Date.now());
    assert.equal((await look(one))?.signups, 1, 'who confirmed');
    const sent = { state: 'done', armed_at: 1, sending_at: 1 } as const;
    await write.updateTable('announcement').set(sent).where('purpose', '=', 'letter:1').execute();
    const visit = { hour: 1, path: '/services', language: 'en', source: 'newsletter-1', closed: 0 } as const;
    await write
      .insertInto('visit_hour')
      .values({ ...visit, n: 3, last_at: 1 })
      .execute();
    assert.equal(codeOf(await choose(one, 'elsewhere')), 'not-now');
    jsonOf(await choose(one, null));
    assert.deepEqual((await look(one))?.isShown, true);
    assert.equal((await readShownLetters(write)).length, 1);
    jsonOf(await choose(one, 'pao-e-cor', false));
    assert.equal((await readShownLetters(write)).length, 0);
    const found = await readAnnouncement(write, 'letter:1');
    const shown = { letters: [{ slug: 'pao-e-cor', at: 1, languages: [...LANGUAGES] }] };
    assert.ok(found);
    assert.equal((await readPage(write, found, shown))?.isUp, true, 'until it is gone');
    assert.equal((await readPage(write, found, { letters: [] }))?.isUp, false);
    const events = await write.selectFrom('audit_event').select('action').execute();
    assert.equal(events.filter(({ action }) => action === 'letter-page').length, 4);
  },
);

testOnEach(
  'the receiver’s verdict on a test email counts for other announcements, for 30 days, of the same sender (catches: each asks for its own; forever; of any)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { databaseUrl } = await settingsOf(store);
    const [dns = ''] = (await startDns(t, {})).getServers();
    const app = await startOwnerApp(t, store, {
      now: Date.now,
      env: {
        SECRET_KEYS: 'k'.repeat(32),
        OWNER_EMAIL: 'ana@example.com',
        DNS_SERVER: dns,
        SMTP_URL: (await startSmtp(t)).url,
        MAIL_FROM: 'us@example.org',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
    });
    const ana = await signedIn(app.port, store.write, { now: Date.now() });
    const tested = { code: 'test-ok', values: { about: 'spf', by: 'mx.example', said: 'pass' } };
    const checked = async (at: number, from = 'us@example.org') => {
      const kept = { state: 'ended', beatAt: 1, findings: [tested], test: { at, from } };
      await store.write
        .updateTable('announcement')
        .set({ rehearsal: JSON.stringify(kept) })
        .where('purpose', '=', 'launch')
        .execute();
      const path = await make(ana);
      const { rehearsal } = jsonOf<AnnouncementNow>(await ana.post(`${path}/rehearse`));
      jsonOf(await ana.post(`${path}/rehearse/stop`));
      return rehearsal?.findings.filter((one) => groupOf(one) === 'test').map(({ code }) => code);
    };
    assert.deepEqual(await checked(Date.now() - 30 * DAY), ['test-todo']);
    assert.deepEqual(await checked(Date.now(), 'them@example.org'), ['test-todo']);
    assert.deepEqual(await checked(Date.now() - 29 * DAY), ['test-ok']);
  },
);
