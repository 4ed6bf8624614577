import assert from 'node:assert/strict';
import { type ExportForm, type PeopleFilter, readFilter } from '#contract/owner/people.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { asCsv } from '#server/base/table.ts';
import { exportShown } from './export-shown.ts';
import { importPart } from './import/part.ts';
import { joinNews } from './news.ts';

const ALL = readFilter(new URLSearchParams());
const NOW = Date.UTC(2026, 6, 1, 12);

/** `all`: whether or not they get the newsletter. */
async function csvOf(
  store: TestStore,
  form: ExportForm,
  filter: Partial<PeopleFilter> = {},
  proof = false,
  all = true,
) {
  let csv = '';
  for await (const part of asCsv(exportShown(store.read, { ...ALL, ...filter }, { form, proof, all })))
    csv += part;
  return csv.slice(1).trimEnd().split('\r\n');
}

testOnEach(
  'what is shown is exported, in the columns of each service, and no cell is a formula',
  async (_t, open) => {
    const store = await open({
      now: () => NOW,
      consentTexts: [{ version: 'v1', language: 'en', text: '=Words, "so".' }],
    });
    const source = { ...subscription('').source, utmSource: '=cmd|calc' };
    for (const name of ['ana', '+eva', 'rui']) await store.add(subscription(name, { source }));
    const verbs = verbsOf(store, () => NOW + 1000);
    await verbs.confirm(2);
    await verbs.leave(3);
    assert.deepEqual(await csvOf(store, 'mailchimp'), [
      'Email Address,Language,OPTIN_TIME,CONFIRM_TIME,SOURCE',
      "'+eva@example.com,en,2026-07-01 12:00:00,2026-07-01 12:00:01,'=cmd|calc",
    ]);
    assert.deepEqual(await csvOf(store, 'brevo'), [
      'EMAIL,LANGUAGE,DOUBLE_OPT-IN,OPTIN_TIME,SOURCE',
      "'+eva@example.com,en,Yes,2026-07-01,'=cmd|calc",
    ]);
    for (const form of ['mailchimp', 'brevo'] as const)
      assert.equal((await csvOf(store, form, {}, false, false)).length, 1, 'nobody asked for a newsletter');
    await joinNews(store.write, 2, { version: 'v1', language: 'en' }, NOW);
    assert.match((await csvOf(store, 'mailchimp', {}, false, false))[1] ?? '', /^'\+eva@/);
    const [head = '', ...rows] = await csvOf(store, 'sheet', { kinds: ['confirmed', 'suppressed'] }, true);
    assert.match(
      head,
      /^address,language,.*,disposable,suspect,newsletter,agreed_at,agreed_on,agreed_version,agreed_words$/,
    );
    assert.equal(rows.length, 2);
    assert.match(
      rows[0] ?? '',
      /^'\+eva@.*,confirmed,.*,2026-07-01T12:00:00.000Z,\/soon,v1,"'=Words, ""so""\."$/,
    );
    assert.match(rows[1] ?? '', /^rui@.*,suppressed,/);
  },
);

testOnEach(
  'each form that is exported can be imported again by us (catches: the columns are called otherwise)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(subscription('+ana', { language: 'pt' }));
    await verbsOf(store, () => NOW).confirm(1);
    for (const form of ['sheet', 'mailchimp', 'brevo'] as const) {
      const [head = '', ...rows] = await csvOf(store, form);
      await store.write.deleteFrom('subscription').execute();
      const part = {
        head,
        text: rows.join('\n'),
        line: 2,
        consent: 'list' as const,
        answers: [],
        shape: null,
        run: null,
        dry: false,
      };
      const imported = await importPart(store.database, part, NOW);
      assert.ok(imported.ok);
      assert.deepEqual(imported.lines, [{ line: 2, address: '+ana@example.com', fate: 'added' }], form);
      assert.deepEqual(imported.unclear, { language: 0, time: 0 }, form);
      const row = await store.write
        .selectFrom('subscription')
        .select(['language', 'state'])
        .executeTakeFirst();
      assert.deepEqual(row, { language: 'pt', state: 'confirmed' });
    }
  },
);
