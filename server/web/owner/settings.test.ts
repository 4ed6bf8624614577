import assert from 'node:assert/strict';
import type { DoctorFound } from '#contract/owner/doctor.ts';
import type { PreviewRow, Settings } from '#contract/owner/settings.ts';
import type { Today } from '#contract/owner/today.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

testOnEach('the site opens with a proof and closes without, and each says so', async (t, open) => {
  const store = await open();
  const { port } = await startOwnerApp(t, store);
  const look = async () => jsonOf<Settings>(await owner.get('/settings')).site;
  const owner = await signedIn(port, store.write, { begun: 'mailed' });
  assert.deepEqual(await look(), { open: false, since: null, telling: false });
  assert.equal(codeOf(await owner.post('/site/open')), 'needs-passkey');
  const proven = await signedIn(port, store.write, { name: 'Eva' });
  jsonOf(await proven.post('/site/open'));
  const { open: isOpen, since } = await look();
  assert.ok(isOpen && since !== null && Date.now() - since < 60_000);
  jsonOf(await owner.post('/site/close'));
  assert.equal((await look()).open, false);
});

testOnEach('preview links are listed with their maker, and end', async (t, open) => {
  const store = await open();
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const made = jsonOf<PreviewRow>(await owner.post('/previews', { name: ' Fio Azul ', days: 7 }));
  assert.match(made.link, /\/\?preview=\d+\.\d+\.[\w-]+$/);
  const list = async () => jsonOf<Settings>(await owner.get('/settings')).previews;
  assert.deepEqual(await list(), [made]);
  assert.deepEqual([made.name, made.madeBy, made.opened], ['Fio Azul', 'Ana Sousa', 0]);
  for (const [body, field] of [
    [{ name: '  ', days: 7 }, 'name'],
    [{ name: 'Duarte', days: 91 }, 'days'],
  ] as const)
    assert.match((await owner.post('/previews', body)).body.toString(), new RegExp(`"field":"${field}"`));
  jsonOf(await owner.post(`/previews/${made.id}/end`));
  assert.equal(codeOf(await owner.post(`/previews/${made.id}/end`)), 'not-found');
  assert.deepEqual(await list(), []);
});

testOnEach(
  'each owner has a weekly summary and a language of their own (catches: all owners’ change)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write, { email: 'ana@example.com' });
    const eva = await signedIn(port, store.write, { name: 'Eva', email: 'eva@example.com' });
    jsonOf(await ana.post('/me', { weeklySummary: false }));
    jsonOf(await ana.post('/me', { language: 'pt' }));
    const summaryOf = async (owner: typeof ana) =>
      jsonOf<Settings>(await owner.get('/settings')).weeklySummary;
    assert.deepEqual(await summaryOf(ana), { on: false, address: 'ana@example.com' });
    assert.deepEqual(await summaryOf(eva), { on: true, address: 'eva@example.com' });
    const languages = await store.write.selectFrom('owner').select('language').orderBy('id').execute();
    assert.deepEqual(
      languages.map(({ language }) => language),
      ['pt', 'en'],
    );
    assert.equal(codeOf(await ana.post('/me', { weeklySummary: 'off', language: 'xx' })), 'invalid-fields');
  },
);

testOnEach(
  'the doctor looks when asked and remembers what it found; Today says what is red',
  async (t, open) => {
    const store = await open();
    const env = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'us@example.com',
      ...(await environmentOf(store)),
    };
    const { port } = await startOwnerApp(t, store, { env });
    const owner = await signedIn(port, store.write);
    assert.equal(jsonOf(await owner.get('/doctor')), null);
    const found = jsonOf<DoctorFound>(await owner.post('/doctor'));
    const mail = found.findings.find(({ about }) => about === 'mail');
    assert.equal(mail?.level, 'problem');
    assert.match(mail?.text ?? '', /Check SMTP_URL/);
    for (const about of ['store', 'outbox', 'clock', 'disk'])
      assert.ok(
        found.findings.some((one) => one.about === about),
        about,
      );
    assert.deepEqual(jsonOf(await owner.get('/doctor')), found);
    const red = found.findings.filter(({ level }) => level === 'problem');
    const { needs } = jsonOf<Today>(await owner.get('/today'));
    assert.deepEqual(
      needs.filter(({ is }) => is === 'doctor'),
      [{ is: 'doctor', n: red.length }],
    );
  },
);
