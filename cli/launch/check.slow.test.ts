import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { writeWords } from '#test/fixtures/written-words.ts';
import { readStage } from '#server/stage/stage.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { NOW, perform, settingsOf } from '#test/fixtures/command.ts';
import { startDns, type Zone } from '#test/fixtures/dns.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { LAUNCH_WORDS, launchOf, readyToLaunch } from '#test/fixtures/launch.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { launchCommands } from './commands.ts';

const WELL: Zone = {
  'example.com': { TXT: ['v=spf1 mx -all'], MX: ['mx.example.com'] },
  's1._domainkey.example.com': { TXT: ['v=DKIM1; p=AAAA'] },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=quarantine'] },
};
const BY_SMTP = { MAIL_FROM: 'hello@example.com', DKIM_SELECTOR: 's1' };

async function rehearsing(
  t: TestContext,
  store: TestStore,
  env: Record<string, string> = {},
  zone: Zone = WELL,
) {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const [dns = ''] = (await startDns(t, zone)).getServers();
  const settings = await settingsOf(store, {
    SECRET_KEYS: 'k'.repeat(32),
    OWNER_EMAIL: 'owner@example.com',
    ...env,
  });
  const run = (name: string, ...args: string[]) =>
    perform(
      launchCommands.find((one) => one.name === `launch ${name}`) ?? assert.fail(name),
      [...args, '--dist', dist, '--dns', dns],
      settings,
    );
  return { run, dist };
}

function lineOf(said: string[], name: string): string {
  return said.filter((line) => line.slice(9).startsWith(name)).join('\n');
}

testOnEach('a rehearsal makes every mail and a backup, and sends nothing', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 5);
  const smtp = await startSmtp(t);
  const { run } = await rehearsing(t, store, { SMTP_URL: smtp.url, ...BY_SMTP });
  const { code, said } = await run('check');
  assert.equal(code, 0, said.join('\n'));
  assert.match(
    lineOf(said, 'mails'),
    /^ok .*5 generated and checked: 3 in "en", 2 in "pt"; the largest is \d+ kB/,
  );
  assert.match(lineOf(said, 'pages'), /^ok/);
  assert.match(lineOf(said, 'sending'), /^ok .*accepts our emails/);
  for (const name of ['spf', 'dkim', 'dmarc', 'mx']) assert.match(lineOf(said, name), /^ok/);
  const file = join(store.dataDir, 'before-launch-2026-07-01.sqlite');
  if (store.kind === 'postgres') {
    assert.match(lineOf(said, 'backup'), /^warning .*PostgreSQL/);
    assert.match(said.at(-1) ?? '', /Ready to launch. Warnings to review: 1/);
    assert.equal(existsSync(file), false);
  } else {
    assert.match(lineOf(said, 'backup'), /^ok .*5 subscribers, 0 messages, verified/);
    assert.equal(said.at(-1), 'All checks passed. Ready to launch.');
    const { ino } = statSync(file);
    assert.equal((await run('check')).code, 0);
    assert.equal(statSync(file).ino, ino, 'one a day');
  }
  assert.deepEqual(smtp.received, []);
  assert.equal(await readStage(store.write), null);
});

testOnEach(
  'a red check keeps it closed, with what to do (catches: it is not checked; it opens)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 2);
    const { run, dist } = await rehearsing(t, store);
    const words = { ...LAUNCH_WORDS, pt: { ...LAUNCH_WORDS.pt, button: '' } };
    await writeWords(store.write, 'launch', words, { by: 'a test', now: NOW });
    const checked = await run('check');
    assert.equal(checked.code, 1);
    assert.match(lineOf(checked.said, 'words'), /^problem .*button in "pt".*under Launch/);
    assert.match(checked.said.at(-1) ?? '', /Not ready to launch. Problems to fix: 1/);

    const opened = await run('open', '--yes');
    assert.equal(opened.code, 1);
    assert.match(opened.warned.join(), /Not launched/);
    assert.equal((await launchOf(store)).state, 'draft');

    await writeWords(store.write, 'launch', LAUNCH_WORDS, { by: 'a test', now: NOW });
    rmSync(join(dist, '.build'), { recursive: true });
    const without = await run('check');
    assert.match(lineOf(without.said, 'pages'), /^problem .*npm run build/);
    assert.match(lineOf(without.said, 'mails'), /^problem .*npm run build/);
    assert.equal((await run('open', '--yes')).code, 1);
    assert.equal(await readStage(store.write), null);
  },
);

testOnEach('a mail server that is away, and mails that show a gap, are red', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 2);
  const { run } = await rehearsing(t, store, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...BY_SMTP,
  });
  const body = 'See {{place}}.';
  await writeWords(
    store.write,
    'launch',
    { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, body } },
    { by: 'a test', now: NOW },
  );
  const { code, said } = await run('check');
  assert.equal(code, 1);
  assert.match(lineOf(said, 'sending'), /^problem .*SMTP_URL/);
  assert.match(lineOf(said, 'mails'), /^problem .*1 of 2 show .*person0@example\.org/);
});

testOnEach(
  'without a mail server nothing is opened, and nobody counts as told (catches: "passed"; files that count as sent)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 2);
    const { run } = await rehearsing(t, store, { MAILS: '' });
    const { code, said } = await run('check');
    assert.deepEqual([code, lineOf(said, 'sending').slice(0, 8).trim()], [1, 'problem']);
    const { code: refused, said: words, warned } = await run('open', '--yes');
    assert.notEqual(refused, 0);
    assert.match([...words, ...warned].join('\n'), /No mail server is set\. Set SMTP_URL/);
    assert.equal(await readStage(store.write), null);
    const told = await store.write.selectFrom('announcement_recipient').selectAll().execute();
    assert.deepEqual(told, []);
  },
);

testOnEach('a yellow check is reported, and opened with --yes', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 0);
  const { run } = await rehearsing(t, store, { OWNER_EMAIL: '' });
  const { code, said } = await run('check');
  assert.equal(code, 0);
  assert.match(lineOf(said, 'mails'), /^warning .*Nobody has confirmed/);
  const asked = await run('open');
  assert.equal(asked.code, 2);
  assert.match(asked.said.join('\n'), /warning .*OWNER_EMAIL/);
  assert.doesNotMatch(asked.said.join('\n'), /^ok/m, 'what is well is not said before it opens');
  assert.equal((await run('open', '--yes')).code, 0);
  assert.equal(await readStage(store.write), 'live');
});

testOnEach(
  'missing DNS records are reported, with what to do (catches: it is opened all the same)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { url: SMTP_URL } = await startSmtp(t);
    const bare = await rehearsing(t, store, { SMTP_URL, ...BY_SMTP }, {});
    const { code, said } = await bare.run('check');
    assert.equal(code, 1);
    assert.match(lineOf(said, 'spf'), /^problem .*no SPF record/);
    assert.match(lineOf(said, 'dkim'), /^problem .*s1\._domainkey\.example\.com/);
    assert.match(lineOf(said, 'dmarc'), /^warning .*TXT at _dmarc\.example\.com/);
    assert.match(lineOf(said, 'mx'), /^warning .*MX record/);
    assert.equal((await bare.run('open', '--yes')).code, 1);

    const names = Object.keys(WELL);
    const away = Object.fromEntries(names.map((name): [string, 'SERVFAIL'] => [name, 'SERVFAIL']));
    const unasked = await rehearsing(t, store, { SMTP_URL, ...BY_SMTP }, away);
    const later = await unasked.run('check');
    assert.equal(later.code, 0, 'who cannot be asked holds up nobody');
    assert.equal(later.said.filter((line) => /^warning .*DNS did not answer/.test(line)).length, 4);
    const [check = assert.fail()] = launchCommands.filter(({ name }) => name === 'launch check');
    const wrong = await perform(
      check,
      ['--dns', 'nowhere'],
      await settingsOf(store, { SMTP_URL, ...BY_SMTP }),
    );
    assert.equal(wrong.code, 2);
  },
);
