import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { forEachField, type OptionalField } from '#contract/contact.ts';
import type { AbuseVerdict } from '#server/abuse/guard.ts';
import type { Admission } from '#server/abuse/post-limit.ts';
import type { MessageOutcome, MessageStore, NewMessage } from '#server/messages/message.ts';
import { FILLED_CONTACT as FILLED } from '#test/fixtures/contact.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Answered } from '#test/fixtures/requests.ts';
import { startApp } from '#test/fixtures/app.ts';
import { LIMITS } from '#server/web/http/limits.ts';

/** The app with a message store, and a guard that gives every post this verdict. */
async function listen(
  t: TestContext,
  store: MessageStore,
  {
    verdict = { suspect: null, mailWait: 0 } as AbuseVerdict,
    taken = { ok: true, network: '', soft: false } as Admission,
    storeTimeout = 1_000,
    optionalFields = ['website'] as OptionalField[],
  } = {},
) {
  const guard = { judge: () => verdict, token: () => '' };
  const postLimit = { take: () => Promise.resolve(taken) };
  const limits = { ...LIMITS, storeTimeout };
  const { port, log } = await startApp(t, { messages: store, optionalFields, postLimit, guard, limits });
  function post(body: string, headers = JSON_TYPE as Record<string, string>): Promise<Answered> {
    return ask(port, '/api/contact', { method: 'POST', headers, body });
  }
  return { post, log };
}

/** Stores messages like the real stores: one per key, and again only with the same body. */
function memoryStore() {
  const messages = new Map<string, NewMessage>();
  function add(message: NewMessage): Promise<MessageOutcome> {
    const known = messages.get(message.key);
    if (known === undefined) messages.set(message.key, message);
    return Promise.resolve(
      known === undefined || known.bodyHash === message.bodyHash ? 'stored' : 'conflict',
    );
  }
  return { messages, add };
}

function bodyOf(answer: Answered): { code?: string; problems?: unknown } {
  return JSON.parse(answer.body.toString());
}

test('a message is stored as it was read, then answered with 202', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store, { verdict: { suspect: 'honeypot', mailWait: 0 } });
  const answer = await post(JSON.stringify({ ...FILLED, key: 'aaaa-bbbb-1', language: 'pt' }));
  assert.deepEqual([answer.status, answer.body.toString()], [202, '{"ok":true}']);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  const { bodyHash, ...message } = store.messages.get('aaaa-bbbb-1') ?? assert.fail();
  assert.match(bodyHash, /^[0-9a-f]{64}$/);
  assert.deepEqual(message, {
    ...forEachField(() => null),
    ...FILLED,
    key: 'aaaa-bbbb-1',
    language: 'pt',
    consent: null,
    suspect: 'honeypot',
    mailWait: 0,
  });
});

test('a message sent again under its key is one message and answered alike', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  const body = JSON.stringify({ ...FILLED, key: 'aaaa-bbbb-1' });
  const answers = await Promise.all([post(body), post(body), post(body)]);
  for (const answer of answers) delete answer.headers.date;
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal(store.messages.size, 1);
});

test('another message under a used key is refused with 409', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  await post(JSON.stringify({ ...FILLED, key: 'aaaa-bbbb-1' }));
  const answer = await post(JSON.stringify({ ...FILLED, message: 'Other words', key: 'aaaa-bbbb-1' }));
  assert.deepEqual([answer.status, bodyOf(answer).code], [409, 'conflict']);
  assert.equal(store.messages.get('aaaa-bbbb-1')?.message, FILLED.message);
});

test('a double click without JavaScript is one message', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  const body = new URLSearchParams(FILLED).toString();
  const answers = [await post(body, FORM_TYPE), await post(body.replace('%0A', '%0D%0A'), FORM_TYPE)];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.location]),
    Array.from({ length: 2 }, () => [303, '/contact?state=sent&lang=en']),
  );
  assert.equal(store.messages.size, 1);
});

test('a plain form is sent on to the page that says what became of it, in its language', async (t) => {
  const { post } = await listen(t, memoryStore());
  const shut = await listen(t, { add: () => Promise.resolve({ why: 'io' }) });
  const taken = await listen(t, { add: () => Promise.resolve('conflict') });
  const crowded = await listen(t, memoryStore(), {
    taken: { ok: false, code: 'limited', retryAfterSeconds: 60 },
  });
  const form = (changed: Record<string, string>) => new URLSearchParams({ ...FILLED, ...changed }).toString();
  const cases: [answer: Answered, location: string][] = [
    [await post(form({ language: 'pt' }), FORM_TYPE), '/contact?state=sent&lang=pt'],
    [await post(form({ language: '//evil.example' }), FORM_TYPE), '/contact?state=sent&lang=en'],
    [await post(form({ phone: '1', language: 'pt' }), FORM_TYPE), '/contact?state=invalid&lang=pt'],
    [await shut.post(form({ language: 'pt' }), FORM_TYPE), '/contact?state=failed&lang=pt'],
    [await taken.post(form({}), FORM_TYPE), '/contact?state=failed&lang=en'],
    [await crowded.post(form({ language: 'pt' }), FORM_TYPE), '/contact?state=failed&lang=pt'],
  ];
  for (const [answer, location] of cases) {
    assert.deepEqual([answer.status, answer.headers.location], [303, location]);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.body.length, 0);
  }
});

test('all fields that cannot be accepted are named with their codes, and nothing is stored', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  const wrong = { ...FILLED, name: '', email: 'a@b', phone: '1' };
  const problems = [
    { field: 'name', code: 'required' },
    { field: 'email', code: 'invalid-email' },
    { field: 'phone', code: 'invalid-phone' },
  ];
  const answer = await post(JSON.stringify(wrong));
  assert.deepEqual([answer.status, bodyOf(answer).code], [422, 'invalid-fields']);
  assert.deepEqual(bodyOf(answer).problems, problems);
  assert.equal((await post(new URLSearchParams(wrong).toString(), FORM_TYPE)).status, 303);
  assert.equal(store.messages.size, 0);
});

test('a phone number that no country has is refused as the contract refuses it, and nothing is stored (catches: the light rule alone)', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  for (const phone of ['+351 91 234 567', '0044 20 7946 0000 000', '91 234 567']) {
    const answer = await post(JSON.stringify({ ...FILLED, phone }));
    assert.deepEqual([answer.status, bodyOf(answer).code], [422, 'invalid-fields']);
    assert.deepEqual(bodyOf(answer).problems, [{ field: 'phone', code: 'invalid-phone' }]);
    const form = new URLSearchParams({ ...FILLED, phone, language: 'pt' }).toString();
    assert.equal((await post(form, FORM_TYPE)).headers.location, '/contact?state=invalid&lang=pt');
  }
  assert.equal(store.messages.size, 0);
  assert.equal((await post(JSON.stringify({ ...FILLED, phone: '(11) 91234-5678 ramal 2' }))).status, 202);
  assert.equal([...store.messages.values()][0]?.phone, '(11) 91234-5678 ramal 2');
});

test('where company and phone are optional, a person with none is heard (catches: turned away; a phone that is none is taken)', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store, { optionalFields: ['company', 'phone', 'website'] });
  const { company: _company, phone: _phone, ...person } = FILLED;
  assert.equal((await post(JSON.stringify(person))).status, 202);
  const form = new URLSearchParams({ ...person, name: 'Eva', company: '', phone: '' }).toString();
  assert.equal((await post(form, FORM_TYPE)).headers.location, '/contact?state=sent&lang=en');
  assert.deepEqual(
    [...store.messages.values()].map(({ name, company, phone }) => [name, company, phone]),
    [
      ['Anna', null, null],
      ['Eva', null, null],
    ],
  );
  assert.equal((await post(JSON.stringify({ ...person, phone: '+351 91 234 567' }))).status, 422);
});

test('a message that could not be stored is answered with 503 and a time to come back', async (t) => {
  const { post } = await listen(t, { add: () => Promise.resolve({ why: 'io' }) });
  const answer = await post(JSON.stringify(FILLED));
  assert.deepEqual(
    [answer.status, answer.headers['retry-after'], bodyOf(answer).code],
    [503, '10', 'unavailable'],
  );
});

test('a store that does not answer in time counts as unavailable', async (t) => {
  const { post, log } = await listen(t, { add: () => new Promise(() => {}) }, { storeTimeout: 50 });
  assert.equal((await post(JSON.stringify(FILLED))).status, 503);
  assert.match(log.join(''), /"a message was not stored","why":"late"/);
});

test('a failure nobody foresaw is answered flatly and logged without what was written', async (t) => {
  const { post, log } = await listen(t, { add: () => Promise.reject(new Error('cannot store canary')) });
  const answer = await post(JSON.stringify({ ...FILLED, message: 'canary' }));
  assert.deepEqual([answer.status, bodyOf(answer).code], [500, 'internal']);
  const lines = log.splice(0).join('');
  assert.match(lines, /request failed/);
  assert.doesNotMatch(lines, /canary|Anna/);
});

test('the longest message of the contract is taken in every script, from a script and from a plain form', async (t) => {
  const store = memoryStore();
  const { post } = await listen(t, store);
  const website = `example.com${'/'.repeat(480)}`;
  for (const unit of ['a', 'ã', '字', '😀']) {
    const [name, message] = [unit.repeat(200), unit.repeat(5_000)];
    const body = { ...FILLED, name, company: name, website, message };
    assert.equal((await post(JSON.stringify(body))).status, 202, unit);
    const { headers } = await post(new URLSearchParams(body).toString(), FORM_TYPE);
    assert.equal(headers.location, '/contact?state=sent&lang=en', unit);
  }
  assert.equal((await post(JSON.stringify({ ...FILLED, more: 'a'.repeat(96 * 1024) }))).status, 413);
});
