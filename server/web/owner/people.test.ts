import assert from 'node:assert/strict';
import type {
  AddedPerson,
  ImportedPart,
  PeopleChoices,
  PeopleCount,
  PeoplePage,
  Person,
} from '#contract/owner/people.ts';
import { listAuditEvents } from '#server/owners/audit-log.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';

const auditEventsOf = async ({ read }: TestStore) =>
  (await listAuditEvents(read, null)).rows.map(({ action, detail }) => [action, detail]);

testOnEach('people are listed, counted and told as data, whatever they wrote', async (t, open) => {
  const store = await open();
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const evil = '"><img src=x onerror=alert(1)>';
  const source = {
    ...subscription('').source,
    utmSource: evil,
    utmCampaign: '</script><script>',
    path: '/<b>',
  };
  for (const name of ["o'neil+<b>", 'ana']) await store.add(subscription(name, { source }));
  assert.equal(codeOf(await owner.get('/people?q=neil')), 'malformed', 'an address in an address of a page');
  const page = await owner.post('/people/search', { query: 'q=neil' });
  assert.match(page.headers['content-type'] ?? '', /^application\/json/);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  const { people, next } = jsonOf<PeoplePage>(page);
  assert.deepEqual(
    [people.map(({ address, source: from }) => [address, from]), next],
    [[["o'neil+<b>@example.com", evil]], null],
  );
  assert.deepEqual(jsonOf<PeopleCount>(await owner.post('/people/count/search', { query: 'q=neil' })), {
    n: 1,
    isExact: true,
  });
  const choices = jsonOf<PeopleChoices>(await owner.get('/people/choices'));
  assert.deepEqual([choices.counted.pending, choices.sources], [2, [evil]]);
  const found = jsonOf<PeoplePage>(await owner.get(`/people?source=${encodeURIComponent(evil)}&limit=1`));
  assert.deepEqual([found.people.length, found.next], [1, 2]);
  const person = jsonOf<Person>(await owner.get(`/people/${people[0]?.id}`));
  assert.equal(person.details.find(({ name }) => name === 'utm_campaign')?.value, '</script><script>');
  assert.equal(codeOf(await owner.get('/people/999')), 'not-found');
});

testOnEach(
  'a person is added, asked again, released and given links, each once and written down without the address',
  async (t, open) => {
    const store = await open();
    const { port, poked } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    await store.add(subscription('bot', { suspect: 'honeypot' }));
    const { id } = await rowOf(store, 'bot');
    const unsure = await owner.post(`/people/${id}/language`, { language: 'pt' });
    assert.equal(codeOf(unsure), 'not-found', 'who may be a robot gets no mail');
    const fields = { email: 'ana@example.com', language: 'pt' };
    const added = jsonOf<AddedPerson>(await owner.post('/people', fields));
    assert.equal(added.outcome, 'added');
    assert.deepEqual(jsonOf(await owner.post('/people', fields)), { outcome: 'known' });
    const wrong = await owner.post('/people', { ...fields, email: 'ana(at)example.com' });
    assert.match(wrong.body.toString(), /"field":"email","code":"invalid"/);
    assert.equal(codeOf(await owner.post('/people', { email: 1 })), 'invalid-fields');
    const ana = (await rowOf(store, 'ana')).id;
    assert.deepEqual(jsonOf(await owner.post(`/people/${ana}/ask`)), { outcome: 'on-its-way' });
    assert.deepEqual(jsonOf(await owner.post(`/people/${id}/release`)), { state: 'pending' });
    assert.equal(codeOf(await owner.post(`/people/${id}/release`)), 'conflict');
    const links = jsonOf<{ data: string; leave: string }>(await owner.post(`/people/${ana}/links`));
    assert.match(links.data, /\/soon\?me=[\w-]+&lang=pt$/);
    assert.match(links.leave, /\/soon\?unsubscribe=[\w-]+&lang=pt$/);
    assert.equal(codeOf(await owner.post(`/people/${ana}/language`, { language: 'xx' })), 'invalid-fields');
    assert.deepEqual(jsonOf(await owner.post(`/people/${ana}/language`, { language: 'en' })), {
      language: 'en',
    });
    assert.equal(codeOf(await owner.post('/people/999/language', { language: 'en' })), 'not-found');
    assert.deepEqual(await auditEventsOf(store), [
      ['person-language', { id: ana }],
      ['person-released', { id }],
      ['person-added', { id: ana }],
    ]);
    assert.equal(poked.times, 2);
  },
);

testOnEach(
  'nobody is erased without a proof and the address typed, and a hash stays (catches: by one press)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    await store.add(subscription('ana'));
    await store.add(subscription('eva'));
    const { id } = await rowOf(store, 'ana');
    const late = await signedIn(port, store.write, { name: 'Late', begun: 'mailed' });
    const whom = { address: 'ANA@example.com ' };
    assert.equal(codeOf(await late.post(`/people/${id}/erase`, whom)), 'needs-passkey');
    const owner = await signedIn(port, store.write);
    for (const body of [{}, { address: 'eva@example.com' }, { address: id }])
      assert.equal(codeOf(await owner.post(`/people/${id}/erase`, body)), 'invalid-fields');
    assert.deepEqual(jsonOf(await owner.post(`/people/${id}/erase`, whom)), { kept: true });
    assert.equal(codeOf(await owner.post(`/people/${id}/erase`, whom)), 'not-found');
    assert.deepEqual(await auditEventsOf(store), [['person-erased', { id }]]);
    assert.deepEqual(jsonOf(await owner.post('/people', { email: 'ana@example.com', language: 'en' })), {
      outcome: 'erased',
    });
    assert.equal(jsonOf<PeoplePage>(await owner.get('/people')).people.length, 1);
  },
);

testOnEach(
  'an export needs a proof, and its address is good for a minute and this session alone (catches: for anyone who has it, forever)',
  async (t, open) => {
    const store = await open();
    const clock = { time: Date.now() };
    const { port } = await startOwnerApp(t, store, { now: () => clock.time });
    const owner = await signedIn(port, store.write, { now: clock.time });
    const other = await signedIn(port, store.write, { now: clock.time, name: 'Eva' });
    const late = await signedIn(port, store.write, { now: clock.time, name: 'Late', begun: 'mailed' });
    for (const name of ['ana', 'eva']) await store.add(subscription(name));
    const what = { filter: 'q=an', form: 'sheet', proof: false };
    assert.equal(codeOf(await late.post('/people/export', what)), 'needs-passkey');
    assert.equal(codeOf(await owner.post('/people/export', { ...what, form: 'pdf' })), 'invalid-fields');
    const { path } = jsonOf<{ path: string }>(await owner.post('/people/export', what));
    assert.doesNotMatch(path, /an@|q=an/);
    for (let times = 0; times < 2; times++) {
      const file = await owner.get(path);
      assert.equal(file.status, 200);
      assert.match(
        file.headers['content-disposition'] ?? '',
        /^attachment; filename="people-sheet-[\d-]+\.csv"$/,
      );
      assert.equal(file.headers['cache-control'], 'no-store');
      assert.equal(file.headers['x-accel-buffering'], 'no', 'nothing of it stays on a proxy');
      assert.deepEqual(file.body.toString().match(/^\w+@/gm), ['ana@']);
    }
    assert.equal(codeOf(await other.get(path)), 'not-found');
    const forged = path.slice(0, -2) + (path.at(-2) === 'A' ? 'B' : 'A') + path.slice(-1);
    assert.equal(codeOf(await owner.get(forged)), 'not-found');
    assert.equal(codeOf(await owner.get('/people/export')), 'not-found');
    clock.time += 60_000;
    assert.equal(codeOf(await owner.get(path)), 'not-found');
    assert.deepEqual(await auditEventsOf(store), [['people-exported', { n: 1, form: 'sheet' }]]);
  },
);

testOnEach(
  'a list is looked through before it is imported, and only then, with a proof, changes anything (catches: by a mailed link)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const form = { line: 2, consent: 'list', answers: [], shape: null, run: null };
    const part = { head: 'email', text: 'ana@example.com\nnobody', ...form };
    const late = await signedIn(port, store.write, { name: 'Late', begun: 'mailed' });
    assert.equal((await late.post('/people/import/look', part)).status, 200);
    assert.equal(codeOf(await late.post('/people/import', part)), 'needs-passkey');
    for (const [path, people] of [
      ['/people/import/look', 0],
      ['/people/import', 1],
    ] as const) {
      const imported = jsonOf<ImportedPart>(await owner.post(path, part));
      assert.ok(imported.ok);
      assert.deepEqual([imported.counts.added, imported.counts.refused], [1, 1]);
      assert.equal(jsonOf<PeoplePage>(await owner.get('/people')).people.length, people);
    }
    const news = { ...part, consent: 'news' };
    assert.equal((await owner.post('/people/import', news)).status, 200);
    // Who was on the list gets the newsletter now: that is recorded, too.
    const once = ['people-imported', { n: 1 }];
    assert.deepEqual(await auditEventsOf(store), [once, once]);
    assert.equal(codeOf(await owner.post('/people/import', { ...part, line: '2' })), 'invalid-fields');
    const endless = { ...part, text: 'x'.repeat(1_000_000) };
    assert.equal(codeOf(await owner.post('/people/import', endless)), 'too-large');
  },
);
