import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CHANGEABLE_SETTINGS, type ChangeableSetting } from '#contract/owner/server-settings.ts';
import { readFixedConfig } from '#server/base/config.ts';
import { writeSetting } from '#server/store/stored-setting.ts';
import { createSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { startCollector, subscribe, until } from '#test/fixtures/collector.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { startListener, startSmtp } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { countWaiting } from '#server/outbox/waiting.ts';
import { answerQuestion, takeNextAddress } from './address.ts';
import { changeSettings, type SettingChanges, settingRows } from './change.ts';
import { readPresent, sealSetting } from './present.ts';

const KEYS = 'k'.repeat(32);
const SECRETS = createSecrets([KEYS]);
const START = 1_795_000_000_000;
const PASSWORD = 'correct-horse-7';

async function fixedOf(store: TestStore, env: Record<string, string> = {}) {
  return readFixedConfig({ ...(await environmentOf(store)), SECRET_KEYS: KEYS, ...env });
}

/** Changes settings as another process does. */
async function change(
  store: TestStore,
  changes: SettingChanges,
  { env = {}, anyway = false }: { env?: Record<string, string>; anyway?: boolean } = {},
) {
  const { write } = store;
  return changeSettings(await fixedOf(store, env), changes, { write, secrets: SECRETS, anyway });
}

/** The codes of what was refused. */
async function codesOf(...how: Parameters<typeof change>): Promise<string[]> {
  const done = await change(...how);
  return done.ok ? [] : done.problems.map(({ name, code }) => `${name} ${code}`);
}

async function presentIn(store: TestStore, env: Record<string, string> = {}, secrets: Secrets = SECRETS) {
  const fixed = await fixedOf(store, env);
  const present = await readPresent(fixed, store.write, () => secrets);
  return { ...present, rows: settingRows(fixed, present) };
}

testOnEach(
  'the environment wins over what an owner has set, and that over the default (catches: each the other way)',
  async (_, open) => {
    const store = await open();
    const by = async (name: ChangeableSetting, env = {}) => {
      const { config, rows } = await presentIn(store, env);
      return [config.reminderDays, rows.find((row) => row.name === name)];
    };
    const row = (value: string, who: string) => ({ name: 'REMINDER_DAYS', value, isSet: true, by: who });
    assert.deepEqual(await by('REMINDER_DAYS'), [3, row('3', 'default')]);
    const { ok } = await change(store, { REMINDER_DAYS: '5' });
    assert.ok(ok);
    assert.deepEqual(await by('REMINDER_DAYS'), [5, row('5', 'owner')]);
    const env = { REMINDER_DAYS: '9' };
    assert.deepEqual(await by('REMINDER_DAYS', env), [9, row('9', 'server')]);
    assert.deepEqual(await codesOf(store, { REMINDER_DAYS: '1' }, { env }), ['REMINDER_DAYS set-by-server']);
    await change(store, { REMINDER_DAYS: null });
    assert.deepEqual(await by('REMINDER_DAYS'), [3, row('3', 'default')]);
  },
);

testOnEach(
  'a wrong value is refused, all or nothing, with the reason (catches: stored; one of two stored)',
  async (_, open) => {
    const store = await open();
    assert.deepEqual(await codesOf(store, { REMINDER_DAYS: '400', OWNER_EMAIL: 'a@example.com' }), [
      'REMINDER_DAYS invalid',
    ]);
    assert.deepEqual(await codesOf(store, { SMTP_URL: 'smtp://127.0.0.1:1' }), ['MAIL_FROM missing']);
    const env = { RATE_LIMIT: 'off' };
    assert.deepEqual(await codesOf(store, { SITE_URL: 'https://example.com' }, { env, anyway: true }), [
      'SITE_URL invalid',
    ]);
    const rows = await store.write
      .selectFrom('setting')
      .select('name')
      .where('name', 'in', CHANGEABLE_SETTINGS)
      .execute();
    assert.deepEqual(rows, []);
  },
);

testOnEach(
  'a stored value that cannot be used counts as unset and is named, and the server starts (catches: it does not; silence)',
  async (t, open) => {
    const store = await open();
    await writeSetting(store.write, 'UNCONFIRMED_DAYS', 'soon');
    await writeSetting(store.write, 'SMTP_URL', sealSetting(SECRETS, 'SMTP_URL', 'smtp://127.0.0.1:1'));
    await writeSetting(store.write, 'OWNER_LANGUAGE', 'pt');
    const { config, ignored } = await presentIn(store);
    assert.deepEqual([config.unconfirmedDays, config.smtpUrl, config.ownerLanguage], [30, null, 'pt']);
    assert.deepEqual(
      ignored.map(({ name, text }) => [name, text]),
      [
        ['UNCONFIRMED_DAYS', 'UNCONFIRMED_DAYS must be a whole number from 1 to 365, not "soon"'],
        ['SMTP_URL', 'MAIL_FROM must be set together with SMTP_URL'],
      ],
    );
    const moved = await presentIn(store, { MAIL_FROM: 'a@example.com' }, createSecrets(['o'.repeat(32)]));
    assert.deepEqual(moved.ignored.at(0), { name: 'SMTP_URL', text: null });
    const { collector } = await startCollector(t, { ...(await environmentOf(store)), SECRET_KEYS: KEYS });
    assert.equal(collector.settings().ownerLanguage, 'pt');
  },
);

/** A mail server that takes one password. */
const strict = (t: TestContext) =>
  startSmtp(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === PASSWORD ? done(null, { user: 'us' }) : done(new Error('no')),
  });

testOnEach(
  'a mail server that refuses the sign-in, does not answer or does not encrypt is refused, and the former one stays',
  async (t, open) => {
    const store = await open();
    const { url } = await strict(t);
    const at = (user: string) => url.replace('//', `//${user}@`);
    const mail = { MAIL_FROM: 'us@example.com' };
    const works = await change(store, { ...mail, SMTP_URL: at(`us:${PASSWORD}`) });
    assert.deepEqual(works.ok && works.changed, [{ name: 'MAIL_FROM' }, { name: 'SMTP_URL' }]);
    const plain = await startSmtp(t, { disabledCommands: ['STARTTLS'] });
    const silent = await startListener(t, (socket) => socket.end('500 no\r\n'));
    for (const [address, code] of [
      [at('us:wrong'), 'not-taken'],
      ['smtp://127.0.0.1:1', 'no-answer'],
      [`${plain.url}?requireTLS=true`, 'no-tls'],
      [silent, 'refused'],
    ] as const)
      assert.deepEqual(await codesOf(store, { SMTP_URL: address }), [`SMTP_URL ${code}`], address);
    assert.equal((await presentIn(store)).config.smtpUrl, at(`us:${PASSWORD}`));
  },
);

testOnEach(
  'an owner’s limits of an account are those of that mail server alone (catches: it stays for the next)',
  async (t, open) => {
    const store = await open();
    const { url } = await startSmtp(t);
    await change(store, { MAIL_FROM: 'us@example.com', SMTP_URL: url, MAILS_PER_DAY: '900' });
    const aDay = async () => (await presentIn(store)).config.mailsADay;
    await change(store, { SMTP_URL: url.replace('//', '//us@') });
    assert.equal(await aDay(), 900);
    await change(store, { SMTP_URL: url.replace('127.0.0.1', 'localhost') });
    assert.equal(await aDay(), 5_000);
  },
);

testOnEach(
  'the next mail goes to the new mail server without a restart; one under way ends with the former (catches: the old pool is kept; what is under way is cut, or sent twice)',
  async (t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const env = { ...(await environmentOf(store)), SECRET_KEYS: KEYS };
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = await startSmtp(t, {
      onRcptTo: ({ address }, _session, done) => {
        // That of the trial goes on.
        if (address !== 'ana@example.com') return done();
        reached.resolve();
        void gate.promise.then(() => done());
      },
    });
    const second = await strict(t);
    const secondUrl = second.url.replace('//', `//us:${PASSWORD}@`);
    await change(store, { MAIL_FROM: 'us@example.com', SMTP_URL: first.url });
    const one = await startCollector(t, env, () => clock.time);
    const other = store.kind === 'postgres' ? await startCollector(t, env, () => clock.time) : one;
    await subscribe(one.port, clock, 'ana@example.com');
    await reached.promise;
    assert.ok(
      (await change(store, { SMTP_URL: secondUrl, SITE_URL: 'https://new.example' }, { anyway: true })).ok,
    );
    for (const { collector } of [one, other])
      await until(() => collector.settings().smtpUrl === secondUrl || undefined);
    await subscribe(other.port, clock, 'eva@example.com');
    await until(() => second.received[0]);
    gate.resolve();
    await until(() => first.received[0]);
    const allSent = async () =>
      (await store.write.selectFrom('outbox').select('state').execute()).every(
        ({ state }) => state === 'sent',
      );
    while (!(await allSent()));
    assert.deepEqual(
      [first, second].map(({ received }) => received.map(({ to }) => to)),
      [[['ana@example.com']], [['eva@example.com']]],
    );
    assert.match(second.received[0]?.raw ?? '', /https:\/\/new\.example\/soon/);
    const rows = await store.write.selectFrom('setting').selectAll().execute();
    const audited = await store.write.selectFrom('audit_event').selectAll().execute();
    const said = JSON.stringify([rows, audited, one.log, other.log, (await presentIn(store)).rows]);
    assert.match(said, /settings changed.*SMTP_URL/);
    assert.ok(!said.includes(PASSWORD), 'a secret is nowhere in the clear');
    if (store.kind === 'sqlite')
      for (const file of readdirSync(store.dataDir).filter((name) => name.includes('sqlite')))
        assert.ok(!readFileSync(join(store.dataDir, file)).includes(PASSWORD), file);
  },
);

/** Mails by state and attempts. */
async function mailsIn({ write }: TestStore) {
  const rows = await write.selectFrom('outbox').select(['kind', 'state', 'attempt']).orderBy('id').execute();
  return rows.map(({ kind, state, attempt }) => `${kind} ${state} ${attempt}`);
}

testOnEach(
  'without a mail server mails wait, and leave by themselves once one is set (catches: files that count as sent; an attempt is counted; a restart is needed)',
  async (t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const env = { ...(await environmentOf(store)), SECRET_KEYS: KEYS, MAILS: '' };
    const { collector, port } = await startCollector(t, env, () => clock.time);
    for (const name of ['ana', 'eva']) await subscribe(port, clock, `${name}@example.com`);
    await collector.work();
    assert.deepEqual(await mailsIn(store), ['confirm queued 0', 'confirm queued 0']);
    assert.ok(!existsSync(join(store.dataDir, 'outbox')), 'a file is no delivery');
    const { mailRoute } = collector.settings();
    assert.deepEqual(await countWaiting(store.write, mailRoute, clock.time), { why: 'unset', n: 2 });
    const smtp = await startSmtp(t);
    await change(store, { MAIL_FROM: 'us@example.com', SMTP_URL: smtp.url });
    await until(() => collector.settings().mailRoute.is === 'server' || undefined);
    await collector.work();
    assert.deepEqual(await mailsIn(store), ['confirm sent 1', 'confirm sent 1']);
    assert.equal(smtp.received.length, 2);
    assert.equal(await countWaiting(store.write, collector.settings().mailRoute, clock.time), null);
  },
);

testOnEach(
  'a mail account that cannot be opened holds mails and is reported (catches: it counts as unset; they become files; silence)',
  async (t, open) => {
    const clock = { time: START };
    const store = await open({ now: () => clock.time });
    const other = createSecrets(['o'.repeat(32)]);
    await writeSetting(store.write, 'SMTP_URL', sealSetting(other, 'SMTP_URL', 'smtp://127.0.0.1:1'));
    await writeSetting(store.write, 'MAIL_FROM', 'us@example.com');
    const env = { ...(await environmentOf(store)), SECRET_KEYS: KEYS };
    const { collector, port, log } = await startCollector(t, env, () => clock.time);
    await until(() => log.some((line) => line.includes('alarm-sealed')) || undefined);
    await subscribe(port, clock, 'ana@example.com');
    await collector.work();
    assert.deepEqual(await mailsIn(store), ['alarm queued 0', 'confirm queued 0']);
    const { mailRoute, sealed } = collector.settings();
    assert.deepEqual([mailRoute, sealed], [{ is: 'none', why: 'sealed' }, ['SMTP_URL']]);
  },
);

/** Any other server. */
async function listening(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

testOnEach(
  'a new address waits until a server of this store answers there, and the one before stays (catches: in use at once, so that nobody can sign in; any answer counts; a redirect is followed; a server with other keys counts; taken though it was taken back)',
  async (t, open) => {
    const store = await open();
    const env = { ...(await environmentOf(store)), SECRET_KEYS: KEYS };
    const { port } = await startCollector(t, env);
    const here = `http://127.0.0.1:${port}`;
    const stranger = await startCollector(t, { SECRET_KEYS: 'o'.repeat(32) });
    const page = await listening(t, (_, response) => response.end('<title>Welcome</title>'));
    const leading = await listening(t, ({ url }, response) => {
      response.writeHead(302, { Location: here + url }).end();
    });
    const addresses = async () => {
      const { config, nextAddress } = await presentIn(store);
      return [config.siteUrl, nextAddress];
    };
    const take = (address: string) => takeNextAddress(address, { write: store.write, secrets: SECRETS });
    const [first] = await addresses();
    for (const address of [page, leading, `http://127.0.0.1:${stranger.port}`, 'https://nothing.invalid']) {
      assert.ok((await change(store, { SITE_URL: address })).ok);
      assert.equal(await take(address), false);
      assert.deepEqual(await addresses(), [first, address]);
    }
    assert.equal(await take(here), false);
    await change(store, { SITE_URL: null });
    assert.deepEqual(await addresses(), [first, null]);
    await change(store, { SITE_URL: here });
    assert.deepEqual(await addresses(), [here, null]);
    await change(store, { SITE_URL: 'https://nothing.invalid' }, { anyway: true });
    assert.deepEqual(await addresses(), ['https://nothing.invalid', null]);
  },
);

testOnEach(
  'a running server changes to the address once it answers there (catches: never)',
  async (t, open) => {
    const store = await open();
    let leadsHere = false;
    const address = await listening(t, ({ url }, response) => {
      const question = new URL(url ?? '', 'http://a').searchParams.get('question') ?? '';
      response.end(JSON.stringify({ answer: leadsHere && answerQuestion(SECRETS, question) }));
    });
    await change(store, { SITE_URL: address });
    assert.notEqual((await presentIn(store)).config.siteUrl, address);
    leadsHere = true;
    const { collector } = await startCollector(t, { ...(await environmentOf(store)), SECRET_KEYS: KEYS });
    await until(() => collector.settings().siteUrl === address || undefined);
  },
);
