import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { lifetimeOf, readLinkToken } from '#server/list/link-token.ts';
import { createKeyFile, secretsFile } from '#server/store/secrets/key-file.ts';
import { openSecrets } from '#server/store/secrets/secrets.ts';
import { NOW, perform, person, settingsOf } from '#test/fixtures/command.ts';
import { links } from './person.ts';

testOnEach(
  'somebody who asks gets links of their own that last as long as those of a mail',
  async (_t, open) => {
    const store = await open();
    for (const name of ['eva', 'ana']) await store.add(person(`${name}@example.com`, { language: 'pt' }));
    createKeyFile(secretsFile(store.dataDir));
    const settings = await settingsOf(store, { SITE_URL: 'https://example.com' });
    const { code, said } = await perform(links, ['Ana@example.com'], settings);
    assert.equal(code, 0);
    const ana = store.write.selectFrom('subscription').select('id').where('key', '=', 'ana@example.com');
    const { id } = await ana.executeTakeFirstOrThrow();
    const secrets = openSecrets(settings.secretKeys, store.dataDir);
    for (const purpose of ['me', 'unsubscribe'] as const) {
      const [, token = ''] =
        new RegExp(`^https://example\\.com/soon\\?${purpose}=(\\S+)&lang=pt$`, 'm').exec(said.join('\n')) ??
        [];
      const last = NOW + lifetimeOf(purpose) - 1;
      const read = readLinkToken(secrets, purpose, token, last);
      assert.ok(read.ok && read.subscription === id && read.key === 'ana@example.com', token);
      assert.ok(!readLinkToken(secrets, purpose, token, last + 1).ok);
    }
  },
);

test('without keys, or for a person not on the list, there is no link, and nothing is made (catches: new keys)', async (t) => {
  const store = await openTestStore(t);
  await store.add(person('ana@example.com'));
  const settings = await settingsOf(store);
  const before = readdirSync(store.dataDir);
  const noKeys = await perform(links, ['ana@example.com'], settings);
  assert.deepEqual([noKeys.code, noKeys.said], [1, []]);
  assert.match(noKeys.warned[0] ?? '', /secrets\.json does not exist\. Start the server once/);
  assert.deepEqual(readdirSync(store.dataDir), before);
  const nobody = await perform(links, ['eva@example.com'], settings);
  assert.match(nobody.warned[0] ?? '', /This address is not on the list/);
});
