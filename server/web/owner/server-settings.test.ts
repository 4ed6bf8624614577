import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CHANGEABLE_SETTINGS,
  type ChangeableSetting,
  type ServerSettings,
  type ServerSettingsPosted,
  type TestMailSent,
} from '#contract/owner/server-settings.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import { openTestStore } from '#test/fixtures/store.ts';

/** Of each setting; a new one has to be named here. */
const VALUES: Record<ChangeableSetting, [proof: 'always' | 'with-passkey', value: string]> = {
  SITE_URL: ['always', 'https://thief.example'],
  DEFAULT_LANGUAGE: ['with-passkey', 'pt'],
  DOUBLE_OPT_IN: ['with-passkey', 'off'],
  REMINDER_DAYS: ['with-passkey', '4'],
  UNCONFIRMED_DAYS: ['with-passkey', '40'],
  MAILS_PER_MINUTE: ['with-passkey', '30'],
  MAILS_PER_HOUR: ['with-passkey', '100'],
  MAILS_PER_DAY: ['with-passkey', '900'],
  MAIL_CONNECTIONS: ['with-passkey', '3'],
  OWNER_EMAIL: ['always', 'thief@example.com'],
  OWNER_LANGUAGE: ['with-passkey', 'pt'],
  MAIL_FROM: ['always', 'thief@example.com'],
  SMTP_URL: ['always', ''],
  MICROSOFT_TENANT: ['always', 'thief.example'],
  MICROSOFT_CLIENT_ID: ['always', 'thief'],
  MICROSOFT_CLIENT_SECRET: ['always', 's'.repeat(40)],
  MICROSOFT_SECRET_UNTIL: ['with-passkey', '2030-01-01'],
  RETURNS_IMAP_URL: ['always', ''],
  COPY_TO: ['always', 's3://thief'],
  COPY_KEY: ['always', 'age1thief'],
  S3_ENDPOINT: ['always', 'https://thief.example'],
  S3_REGION: ['always', 'eu'],
  S3_ACCESS_KEY_ID: ['always', 'thief'],
  S3_SECRET_ACCESS_KEY: ['always', 'thief'],
};

test('each setting is guarded like the strongest thing it can be used for, also on trial (catches: a reader of the mailbox of an owner without a passkey sends the copies to a storage of theirs)', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store);
  const mailed = await signedIn(port, store.write, { begun: 'mailed' });
  const account = { server: '127.0.0.1', port: 1, secure: false, user: 'thief', password: 'thief' };
  for (const name of CHANGEABLE_SETTINGS)
    for (const trial of [false, true]) {
      const [proof, value] = VALUES[name];
      const changes = { changes: { [name]: value } };
      const body =
        { SMTP_URL: { smtp: account }, RETURNS_IMAP_URL: { mailbox: account } }[name as string] ?? changes;
      const { status, body: answer } = await mailed.post('/server-settings', { ...body, trial });
      const isAsked = answer.includes('"code":"needs-passkey"');
      assert.deepEqual([isAsked, status === 200], [proof === 'always', proof !== 'always'], name);
    }
  assert.equal(codeOf(await mailed.post('/server-settings', { smtp: null })), 'needs-passkey');
});

testOnEach(
  'all owners are mailed what was changed, at the former address too, and no secret (catches: nobody; the new address alone; a change that needs no proof)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write, { email: 'ana@example.com' });
    await signedIn(port, store.write, { name: 'Eva', email: 'eva@example.com', language: 'pt' });
    const post = async (changes: ServerSettingsPosted['changes']) =>
      jsonOf(await ana.post('/server-settings', { changes }));
    await post({ OWNER_EMAIL: 'Office@example.com' });
    await store.write.deleteFrom('outbox').execute();
    await post({ DEFAULT_LANGUAGE: 'pt' });
    await post({ OWNER_EMAIL: 'new@example.com', SITE_URL: 'https://new.example' });
    const rows = await store.write.selectFrom('outbox').select('payload').orderBy('id').execute();
    const told = rows.map(({ payload }) => JSON.parse(payload ?? '') as Told);
    assert.deepEqual(
      told.map(({ mail, to, language }) => [mail, to, language]),
      [
        ['alarm-settings', 'office@example.com', 'en'],
        ['alarm-settings', 'ana@example.com', 'en'],
        ['alarm-settings', 'eva@example.com', 'pt'],
      ],
    );
    const said = Object.entries(told[0]?.values ?? {}).filter(([, value]) => value !== '');
    assert.deepEqual(Object.fromEntries(said), {
      who: 'Ana Sousa',
      SITE_URL: 'https://new.example',
      OWNER_EMAIL: 'new@example.com',
    });
  },
);

type Told = { mail: string; to: string; language: string; values: Record<string, string> };

const PASSWORD = 'pass/word 7%';

testOnEach(
  'a mail server is set in parts, its password stays unless host, port or encryption are others, and none is read back (catches: read back; lost when nothing else changes; sent to another host, port or encryption)',
  async (t, open) => {
    const store = await open();
    const seen: string[] = [];
    const strict = () =>
      startSmtp(t, {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, done) => {
          seen.push(`${username} ${password}`);
          return password === PASSWORD ? done(null, { user: 'us' }) : done(new Error('no'));
        },
      });
    const [first, second] = [await strict(), await strict()];
    const portOf = (url: string) => Number(new URL(url).port);
    const account = { server: '127.0.0.1', port: portOf(first.url), secure: false, user: 'us@example.com' };
    const { port, log } = await startOwnerApp(t, store, {
      env: { ...(await environmentOf(store)), OWNER_LANGUAGE: 'pt' },
    });
    const owner = await signedIn(port, store.write, { email: 'ana@example.com' });
    const post = (body: ServerSettingsPosted) => owner.post('/server-settings', body);
    const wrong = async (body: ServerSettingsPosted) =>
      /"problems":(\[.*\])/.exec((await post(body)).body.toString())?.[1];

    const before = jsonOf<ServerSettings>(await owner.get('/server-settings'));
    assert.deepEqual(before.smtp, { account: null, by: 'default' });
    assert.deepEqual(before.values.OWNER_LANGUAGE, { value: 'pt', by: 'server' });
    const sender = { MAIL_FROM: 'Us <us@example.com>' };
    assert.equal(
      await wrong({ smtp: { ...account, password: PASSWORD } }),
      '[{"field":"MAIL_FROM","code":"missing"}]',
    );
    const answer = await post({ changes: sender, smtp: { ...account, password: PASSWORD } });
    const shown = jsonOf<ServerSettings>(answer);
    assert.deepEqual(shown.smtp, { account: { ...account, hasPassword: true }, by: 'owner' });
    jsonOf(await post({ smtp: account }));
    assert.equal(seen.at(-1), `us@example.com ${PASSWORD}`);
    seen.length = 0;
    for (const elsewhere of [
      { ...account, server: 'localhost' },
      { ...account, port: portOf(second.url) },
      { ...account, secure: true },
    ]) {
      assert.match((await wrong({ smtp: elsewhere })) ?? '', /SMTP_URL/);
      assert.ok(!seen.join().includes(PASSWORD));
    }
    jsonOf(await post({ smtp: { ...account, port: portOf(second.url), password: PASSWORD } }));
    for (const [body, said] of [
      [{ smtp: { ...account, server: 'a@b' } }, 'SMTP_URL","code":"invalid'],
      [{ smtp: { ...account, password: '\ud800' } }, 'SMTP_URL","code":"invalid'],
      [{ changes: { OWNER_LANGUAGE: 'en' } }, 'OWNER_LANGUAGE","code":"set-by-server'],
    ] as const)
      assert.ok((await wrong(body))?.includes(said), said);

    const tried = await owner.post('/server-settings/test-mail', { address: 'eva@example.com' });
    assert.equal(jsonOf<TestMailSent>(tried).is, 'sent');
    assert.deepEqual(
      second.received.map(({ to }) => to),
      [['eva@example.com']],
    );
    second.atRecipient.set('eva@example.com', 550);
    const refused = await owner.post('/server-settings/test-mail', { address: 'eva@example.com' });
    assert.match(JSON.stringify(jsonOf(refused)), /"refused","reply":"550 no, said the server/);

    const audited = await store.write.selectFrom('audit_event').select('detail').execute();
    const read = await owner.get('/server-settings');
    const mails = await store.write.selectFrom('outbox').select('payload').execute();
    assert.match(String(mails[0]?.payload), /"SMTP_URL":"•••"/);
    const said = [answer.body, read.body, JSON.stringify([audited, mails]), log.join()].join();
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD)]) assert.ok(!said.includes(secret));
  },
);
