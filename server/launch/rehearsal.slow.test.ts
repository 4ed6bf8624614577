import type { Purpose } from '#contract/owner/launch.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { MailTemplate } from '#contract/mails.ts';
import { loadBuild } from '#server/base/build.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, PICTURE, PICTURE_BYTES, readyToLaunch } from '#test/fixtures/launch.ts';
import { createMimeWriter } from '#server/deliver/mime.ts';
import { announcementMail, type AnnouncementMailDeps } from './announcement-mail.ts';
import { type Flaw, rehearseMails } from './rehearsal.ts';
import { templatesOf } from './templates.ts';

const LAUNCH = { id: 1, purpose: 'launch' as const, words: LAUNCH_WORDS, armed_at: null };

function depsOf(t: TestContext, purpose: Purpose = 'launch'): AnnouncementMailDeps {
  const { dist, remove } = writeFixtureBuild(BOOKS);
  t.after(remove);
  return {
    templates: templatesOf(purpose, loadBuild(dist)),
    secrets: createSecrets(['k'.repeat(32)]),
    siteUrl: 'https://example.com',
    mailFrom: 'The Agency <hello@example.com>',
    picture: null,
    now: Date.now,
  };
}

/** Changes only the English mail. */
function changed(deps: AnnouncementMailDeps, change: (mail: MailTemplate) => Partial<MailTemplate>) {
  const { mail, file } = deps.templates.en;
  const en = { mail: { ...mail, ...change(mail) }, file };
  return { ...deps, templates: { ...deps.templates, en } };
}

testOnEach('the mail of everybody who would be emailed is made and checked', async (t, open) => {
  const store = await open();
  const deps = depsOf(t);
  await readyToLaunch(store, 1_203);
  const person = { key: 'x', address: 'x@example.org', language: 'en' as const, created_at: 1 };
  for (const rest of [
    { state: 'pending' },
    { state: 'unsubscribed' },
    { state: 'confirmed', suspect: 'token' },
  ] as const)
    await store.write
      .insertInto('subscription')
      .values({ ...person, ...rest, key: `${rest.state}@example.org` })
      .execute();
  const { made, largest, flaws } = await rehearseMails(store.read, LAUNCH, deps, Infinity);
  assert.deepEqual([made, [...flaws]], [{ en: 602, pt: 601 }, []]);
  assert.ok(largest > 1_000 && largest < 10_000);
  const some = await rehearseMails(store.read, LAUNCH, deps, 501);
  assert.deepEqual(some.made, { en: 251, pt: 250 });
  const seo = { ...LAUNCH, purpose: 'book:seo' as const };
  const book = await rehearseMails(store.read, seo, depsOf(t, seo.purpose), Infinity);
  assert.deepEqual(book.made, { en: 0, pt: 0 }, 'nobody has asked for it');
});

testOnEach(
  'each flaw is seen, and whose mail has it first (catches: none is looked for)',
  async (t, open) => {
    const store = await open();
    await readyToLaunch(store, 4);
    const deps = depsOf(t);
    const far = `https://${'a'.repeat(1_000)}.example`;
    const spoiled: [Flaw, AnnouncementMailDeps, armedAt?: number][] = [
      ['not-made', { ...deps, siteUrl: 'nowhere' }],
      ['no-subject', changed(deps, () => ({ subject: '{{preheader}}' }))],
      ['value-missing', changed(deps, ({ text }) => ({ text: `${text}{{name}}` }))],
      ['value-missing', changed(deps, ({ html }) => ({ html: `${html}{{name}}` }))],
      ['bad-link', changed(deps, ({ html }) => ({ html: `${html}<a href="https://example.com/nowhere">` }))],
      ['bad-link', changed(deps, ({ html }) => ({ html: `${html}<a href="/services">` }))],
      ['bad-link', changed(deps, ({ text }) => ({ text: `${text}See https://example.com/old.` }))],
      ['bad-header', { ...deps, siteUrl: far }],
      ['no-unsubscribe', { ...deps, siteUrl: 'https://example.com/site' }],
      ['too-large', changed(deps, ({ text }) => ({ text: text + 'long '.repeat(20_000) }))],
    ];
    for (const [flaw, spoiledDeps, armedAt] of spoiled) {
      const words = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, preheader: ' – ' } };
      const announcement = { ...LAUNCH, words, armed_at: armedAt ?? null };
      const { flaws } = await rehearseMails(store.read, announcement, spoiledDeps, Infinity);
      assert.equal(flaws.get(flaw)?.first.address, 'person0@example.org', flaw);
    }
    const { flaws } = await rehearseMails(store.read, LAUNCH, spoiled[2]?.[1] ?? deps, Infinity);
    assert.deepEqual([...flaws.keys()], ['value-missing']);
    assert.equal(flaws.get('value-missing')?.mails, 2);
    assert.equal(flaws.get('value-missing')?.first.address, 'person0@example.org');
  },
);

testOnEach('links to pages and to others, and braces in an address, are not flaws', async (t, open) => {
  const store = await open();
  const address = '{{subject}}@example.org';
  const row = { address, key: address, language: 'en' as const, state: 'confirmed' as const, created_at: 1 };
  await store.write.insertInto('subscription').values(row).execute();
  const deps = changed(depsOf(t), ({ html, text }) => ({
    html: `${html}<a href="https://example.com/services?a=1&amp;b=2"><a href="mailto:me@example.com">`,
    text: `${text}See https://example.com/about. And (https://other.example/any).`,
  }));
  const { flaws } = await rehearseMails(store.read, LAUNCH, deps, Infinity);
  assert.deepEqual([...flaws], []);
});

testOnEach(
  'links within the text are not flaws, but a page that is not there is one, and so are too many for 100 kB (catches: a case is not a page; the length of the text alone)',
  async (t, open) => {
    const store = await open();
    await readyToLaunch(store, 1);
    const deps = depsOf(t);
    const flawsOf = async (body: string) => {
      const words = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, body } };
      const { flaws } = await rehearseMails(store.read, { ...LAUNCH, words }, deps, Infinity);
      return [...flaws.keys()];
    };
    const links =
      '[a](/contact) [b](/work/ribeira) [c](https://example.com/work/ribeira) [d](mailto:a@b.example)';
    assert.deepEqual(await flawsOf(links), []);
    assert.deepEqual(await flawsOf('[a](https://example.com/nowhere)'), ['bad-link']);
    assert.deepEqual(await flawsOf('ü'.repeat(8_000)), []);
    assert.deepEqual(await flawsOf('[a](/)\n'.repeat(1_000)), ['too-large']);
  },
);

testOnEach('text that is not an address is named', async (t, open) => {
  const store = await open();
  const row = { key: 'k', language: 'pt' as const, state: 'confirmed' as const, created_at: 1 };
  await store.write
    .insertInto('subscription')
    .values({ ...row, address: 'nobody' })
    .execute();
  const { made, flaws } = await rehearseMails(store.read, LAUNCH, depsOf(t), Infinity);
  assert.deepEqual([made.pt, [...flaws.keys()]], [1, ['no-address']]);
  assert.equal(flaws.get('no-address')?.first.address, 'nobody');
});

testOnEach(
  'a picture counts for how large a mail is, and not for what is clipped (catches: left out; every mail with one too large)',
  async (t, open) => {
    const store = await open();
    await readyToLaunch(store, 2);
    const inline = { cid: 'a1@example.com', bytes: PICTURE_BYTES };
    const deps = { ...depsOf(t), picture: inline };
    const announcement = { ...LAUNCH, words: { ...LAUNCH_WORDS, picture: PICTURE } };
    const { largest, flaws } = await rehearseMails(store.read, announcement, deps, Infinity);
    assert.deepEqual([...flaws], []);
    const one = { id: 1, key: 'x', address: 'person0@example.org', language: 'en' as const };
    const mail = announcementMail(deps, announcement, { ...one, askedAt: 1, getsNews: false, attempt: 0 });
    const whole = (await (await createMimeWriter(null))(mail)).length;
    assert.ok(Math.abs(largest - whole) < 1_000, `${largest} of ${whole}`);
  },
);
