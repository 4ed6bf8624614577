import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { firstMailFile, linksIn, press, startCollector, subscribe, until } from '#test/fixtures/collector.ts';
import { databaseFile } from '#server/store/open.ts';
import { ask, FORM_TYPE, postForm, postJson, type Answered } from '#test/fixtures/requests.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';

function stateOf(page: Answered): string {
  return /STATE=([^;]*);/.exec(page.body.toString())?.[1] ?? 'none';
}

test('an address goes its way: mail, confirmation, data, one-click leave, erasure', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Embreve <hello@example.com>',
    SITE_URL: 'https://example.com',
  };
  const { port, log } = await startCollector(t, env, () => clock.time);
  assert.equal((await subscribe(port, clock, 'Ana@Example.com')).status, 202);

  // A stranger, with words that were never shown.
  const madeUp = { language: 'en', consent: 'made0up0made0up0' };
  assert.equal((await subscribe(port, clock, 'ana@example.com', madeUp)).status, 202);

  const mail = await until(() => smtp.received[0]);
  assert.deepEqual(mail.to, ['Ana@example.com']);
  assert.match(mail.raw, /^Subject: confirm in pt\r$/m);
  assert.match(mail.raw, /^Message-ID: <confirm\.1\.[0-9a-f]{8}@example\.com>\r$/m);
  assert.match(mail.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const { confirm, leave, data } = linksIn(mail.raw);

  for (const method of ['HEAD', 'GET', 'GET']) {
    const shown = await ask(port, confirm, { method });
    assert.equal(shown.status, 200);
    assert.equal(shown.headers['referrer-policy'], 'no-referrer');
    assert.equal(shown.headers['cache-control'], 'no-store');
    assert.match(String(shown.headers['x-robots-tag']), /noindex/);
  }
  assert.equal(stateOf(await ask(port, data)), 'waiting', 'opening a link confirms nothing');

  for (let times = 0; times < 2; times++) {
    const confirmed = await press(port, clock, confirm);
    assert.deepEqual([confirmed.status, confirmed.headers.location], [303, '/soon?state=confirmed&lang=pt']);
  }
  const shown = await ask(port, data);
  assert.equal(stateOf(shown), 'on the list');
  assert.match(shown.body.toString(), /CONSENT=Consent pt;/);

  const exported = await press(port, clock, data, 'do=export');
  assert.match(String(exported.headers['content-disposition']), /attachment/);
  const kept = JSON.parse(exported.body.toString()) as {
    subscription: { address: string };
    consent: { event: string }[];
  };
  assert.equal(kept.subscription.address, 'Ana@Example.com');
  assert.deepEqual(
    kept.consent.map(({ event }) => event),
    ['given', 'given', 'confirmed'],
  );

  for (let times = 0; times < 2; times++) {
    const left = await ask(port, leave, {
      method: 'POST',
      headers: FORM_TYPE,
      body: 'List-Unsubscribe=One-Click',
    });
    assert.deepEqual([left.status, left.body.length], [200, 0]);
  }
  assert.equal(stateOf(await ask(port, data)), 'left');

  const erased = await press(port, clock, data, 'do=erase');
  assert.equal(erased.headers.location, '/soon?state=erased&lang=pt');
  assert.equal((await ask(port, data)).status, 410);
  assert.equal((await press(port, clock, confirm)).headers.location, '/soon?state=expired&lang=pt');
  assert.deepEqual(
    log.filter((line) => JSON.parse(line).level === 'error'),
    [],
  );
});

test('a multipart one-click, as some mail programs send it, leaves too', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  const { port } = await startCollector(
    t,
    { SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com' },
    () => clock.time,
  );
  await subscribe(port, clock, 'ana@example.com');
  const { leave, data } = linksIn((await until(() => smtp.received[0])).raw);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  assert.equal((await ask(port, leave, { method: 'POST', headers, body })).status, 200);
  // Left before confirming: "that was not me". The address gets no more mail, whoever posts it again.
  assert.equal(stateOf(await ask(port, data)), 'never');
  clock.time += 3 * 24 * 3_600_000;
  assert.equal((await subscribe(port, clock, 'ana@example.com')).status, 202);
  assert.equal(stateOf(await ask(port, data)), 'never');
});

test('a link is worth nothing for another purpose, when cut, or after its time', async (t) => {
  const clock = { time: 1_795_000_000_000 };
  const { port, dataDir } = await startCollector(t, {}, () => clock.time);
  await subscribe(port, clock, 'ana@example.com');
  const { confirm, data } = linksIn(await until(() => firstMailFile(dataDir)));
  const token = new URLSearchParams(data.split('?')[1]).get('me') ?? '';
  for (const path of [
    `/soon?confirm=${token}&lang=en`,
    `${data.slice(0, 40)}&lang=en`,
    '/soon?me=&lang=en',
  ]) {
    const answers = [await ask(port, path), await press(port, clock, path)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [410, 410],
      path,
    );
    assert.match(answers[0]?.body.toString() ?? '', /expired in en/);
  }
  clock.time -= 2 * 24 * 3_600_000;
  assert.equal((await ask(port, confirm)).status, 200, 'a clock put back expires nothing');
  clock.time += 10 * 24 * 3_600_000;
  assert.equal((await ask(port, confirm)).status, 410);
});

test('a person, a known one, a suspect and a bot are answered alike, and only the person gets mail', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com' };
  const { port } = await startCollector(t, env, () => clock.time);
  const { token } = JSON.parse((await ask(port, '/api/form-token')).body.toString()) as { token: string };
  const answers = [
    await postJson(port, { email: 'fast@example.com', token }),
    await postJson(port, { email: 'none@example.com' }),
    await postJson(port, { email: 'forged@example.com', token: `${token.slice(0, -2)}AA` }),
    await postJson(port, { email: 'honey@example.com', token, topic: 'SEO' }),
    await subscribe(port, clock, 'ana@example.com'),
    await subscribe(port, clock, 'ana@example.com'),
  ];
  const seen = answers.map(({ status, headers, body }) => [
    status,
    { ...headers, date: undefined },
    body.toString(),
  ]);
  for (const one of seen) assert.deepEqual(one, seen[0]);
  const form = await postForm(port, 'email=plain%40example.com&language=en');
  assert.equal(form.headers.location, '/soon?state=subscribed&lang=en');
  await until(() => smtp.received[1]);
  const recipients = smtp.received.map(({ to }) => to[0]);
  assert.deepEqual(recipients.sort(), ['ana@example.com', 'plain@example.com']);
});

test('aliases of one mailbox are answered alike and bring it three mails at once, others much later (catches: one each)', async (t) => {
  const clock = { time: 1_795_000_000_000 };
  const { port, dataDir } = await startCollector(t, {}, () => clock.time);
  for (let i = 0; i < 12; i++)
    assert.equal((await subscribe(port, clock, `ana+${i}@example.com`)).status, 202);
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  t.after(() => db.close());
  assert.equal(
    db.prepare('SELECT count(*) AS n FROM outbox WHERE due_at < created_at + 7 * 3600000').get()?.n,
    3,
  );
  assert.equal(db.prepare('SELECT count(*) AS n FROM outbox').get()?.n, 9);
  assert.equal(db.prepare('SELECT count(*) AS n FROM subscription').get()?.n, 12);
});

test('two hundred people behind one address pass, a flood does not, and forged headers change nothing', async (t) => {
  const clock = { time: 1_795_000_000_000 };
  const { port } = await startCollector(t, {}, () => clock.time);
  const statuses: number[] = [];
  for (let i = 0; i < 310; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i % 250}` };
    statuses.push((await postJson(port, { email: `p${i}@example.com` }, headers)).status);
  }
  assert.ok(statuses.slice(0, 300).every((status) => status === 202));
  assert.ok(statuses.slice(300).every((status) => status === 429));
});

test('a contact message is stored once, mailed to the owner, and answers go to its writer', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Embreve <hello@example.com>',
    OWNER_EMAIL: 'owner@example.com',
  };
  const { port } = await startCollector(t, env, () => clock.time);
  const { token } = JSON.parse((await ask(port, '/api/form-token')).body.toString()) as { token: string };
  clock.time += 3_000;
  const fields = {
    name: 'Ana\r\nBcc: all@example.com',
    company: 'Ana, Lda.',
    email: 'ana@example.com',
    phone: '+351 912 345 678',
    message: 'Olá!\nTudo bem?',
    key: '0123456789abcdef',
    token,
  };
  const post = (body: unknown) =>
    ask(port, '/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (let times = 0; times < 2; times++) assert.equal((await post(fields)).status, 202);
  assert.equal((await post({ ...fields, message: 'Another' })).status, 409);
  assert.equal((await post({ ...fields, phone: 'x' })).status, 422);
  const mail = await until(() => smtp.received[0]);
  assert.deepEqual(mail.to, ['owner@example.com']);
  assert.match(mail.raw, /^From: Embreve <hello@example\.com>\r$/m);
  assert.match(mail.raw, /^Reply-To: .*<ana@example\.com>\r$/m);
  assert.doesNotMatch(mail.raw, /^Bcc:/m);
  assert.equal(smtp.received.length, 1);
});

test('messages and alarms reach the owner in the language of OWNER_LANGUAGE (catches: always in English)', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.com', OWNER_EMAIL: 'owner@example.com' };
  const env = { ...mail, OWNER_LANGUAGE: 'pt' };
  const { collector, port, dataDir } = await startCollector(t, env, () => clock.time);
  const db = new DatabaseSync(databaseFile(dataDir));
  const insert = db.prepare(
    `INSERT INTO outbox (kind, payload, due_at, created_at) VALUES ('alarm', ?, 0, 0)`,
  );
  insert.run(JSON.stringify({ mail: 'alarm-silence', values: { hours: '25', usual: '1.5' } }));
  insert.run(JSON.stringify({ mail: 'alarm-retention', values: { date: '2027-11-06' } }));
  db.close();
  const fields = { name: 'Ana', company: 'A', email: 'ana@example.com', phone: '+351 912 345 678' };
  const body = new URLSearchParams({ ...fields, message: 'Olá', key: '0123456789abcdef' }).toString();
  const page = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  await ask(port, '/api/contact', { method: 'POST', headers: { ...FORM_TYPE, ...page }, body });
  await collector.work();
  await until(() => smtp.received[2]);
  const raws = smtp.received.map(({ raw }) => raw).sort();
  const subjects = raws.map((raw) => /^Subject: (.*)\r$/m.exec(raw)?.[1]).sort();
  assert.deepEqual(subjects, ['alarm-retention in pt', 'alarm-silence in pt', 'message in pt']);
  for (const words of ['usual: 1,5', 'date: 6 de novembro de 2027'])
    assert.ok(
      raws.some((raw) => raw.includes(words)),
      raws.join(),
    );
});

test('a mail server that is away delays the mail and no answer; it is sent once when it is back', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: 1_795_000_000_000 };
  smtp.atRecipient.set('ana@example.com', 451);
  const { port, collector } = await startCollector(
    t,
    { SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com' },
    () => clock.time,
  );
  assert.equal((await subscribe(port, clock, 'ana@example.com')).status, 202);
  await subscribe(port, clock, 'eva@example.com');
  await until(() => smtp.received[0]);
  smtp.atRecipient.clear();
  clock.time += 2 * 60_000;
  await collector.work();
  await until(() => smtp.received[1]);
  await collector.work();
  assert.deepEqual(
    smtp.received.map(({ to }) => to[0]),
    ['eva@example.com', 'ana@example.com'],
  );
});

test('after the clock was set, a form that was open meanwhile is a person’s (catches: all of them are held as robots’)', async (t) => {
  const clock = { steady: 1_795_000_000_000, off: 0 };
  const now = () => clock.steady + clock.off;
  const { port, dataDir } = await startCollector(t, {}, now, () => clock.steady);
  const suspects: (string | null)[] = [];
  for (const [n, leap] of [-25, 25, 25, -25].entries()) {
    const { token } = JSON.parse((await ask(port, '/api/form-token')).body.toString()) as { token: string };
    clock.steady += 3_000;
    clock.off += leap * 3_600_000;
    assert.equal((await postJson(port, { email: `p${n}@example.com`, token, topic: '' })).status, 202);
  }
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  for (const row of db.prepare('SELECT suspect FROM subscription').all()) suspects.push(row.suspect as null);
  db.close();
  assert.deepEqual(suspects, [null, null, null, null]);
});
