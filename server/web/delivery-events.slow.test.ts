import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, JSON_TYPE } from '#test/fixtures/requests.ts';
import { launched, launchMailOf, personOf } from '#test/fixtures/delivery-events.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { certificateOf, KEYS, mailgunPost, type Post, snsPost } from '#test/fixtures/webhooks.ts';
import { stateOf } from '#server/list/undeliverable.ts';
import { createTakePost } from '#server/delivery-events/post.ts';

const NONE = {
  sesTopic: null,
  postmarkPassword: null,
  mailgunKey: null,
  brevoToken: null,
  resendSecret: null,
};

test('a report signed by its provider is stored before it is answered; forged and unset ones are refused', async (t) => {
  const store = await openTestStore(t);
  await launched(store, 1, 'sent');
  const asked: string[] = [];
  const takePost = createTakePost({
    config: { ...NONE, mailgunKey: KEYS.mailgunKey, sesTopic: KEYS.sesTopic },
    write: store.write,
    siteUrl: () => 'https://example.com',
    now: Date.now,
    ask: (url) => {
      asked.push(url);
      return certificateOf(url);
    },
  });
  const { port, log } = await startApp(t, { takePost });
  const post = (provider: string, { headers, body }: Post) =>
    ask(port, `/api/returns/${provider}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers } as typeof JSON_TYPE,
      body,
    });
  const event = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: 'person0@example.org',
    timestamp: Date.now() / 1000,
    message: { headers: { 'message-id': await launchMailOf(store, 0) } },
    'delivery-status': { code: 550, message: '5.1.1 person0@example.org is not known' },
  };
  const forged = await post('mailgun', mailgunPost(event, { at: Date.now(), key: 'another' }));
  assert.equal(forged.status, 403);
  assert.equal((await personOf(store, 0)).state, 'confirmed');
  assert.match(log.join(), /had an invalid signature/);
  assert.doesNotMatch(log.join(), /person0/);
  assert.equal((await post('mailgun', { headers: {}, body: '{' })).status, 400);
  const signed = mailgunPost(event, { at: Date.now() });
  const answers = [await post('mailgun', signed), await post('mailgun', signed)];
  // Somebody who saw the signature reuses it for another event.
  const other = mailgunPost({ ...event, event: 'complained' }, { at: Date.now() });
  const { signature } = JSON.parse(signed.body) as { signature: object };
  const replayed = JSON.stringify({ ...(JSON.parse(other.body) as object), signature });
  assert.equal((await post('mailgun', { headers: {}, body: replayed })).status, 403);
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200],
  );
  assert.equal(stateOf(await personOf(store, 0)), 'undeliverable');
  for (const provider of ['postmark', 'constructor', 'nobody'])
    assert.equal((await post(provider, { headers: {}, body: '{}' })).status, 404, provider);
  const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription';
  const confirm = { Type: 'SubscriptionConfirmation', Message: 'You have chosen', Token: 't', SubscribeURL };
  assert.equal((await post('ses', snsPost(confirm))).status, 200);
  assert.deepEqual(asked.slice(1), [SubscribeURL]);
});

test('where the store is away, the provider is asked to send it again', async (t) => {
  const { port, log } = await startApp(t, { takePost: () => Promise.reject(new Error('planted')) });
  const answer = await ask(port, '/api/returns/ses', { method: 'POST', body: '{}' });
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '60']);
  assert.match(log.join(), /webhook could not be processed/);
});
