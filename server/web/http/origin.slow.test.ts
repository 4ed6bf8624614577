import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageOutcome, NewMessage } from '#server/messages/message.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, JSON_TYPE } from '#test/fixtures/requests.ts';
import { recordingStore } from '#test/fixtures/store.ts';
import type { RequestHandler } from '#server/web/form-post.ts';

const SENDERS: [name: string, headers: Record<string, string>, status: number][] = [
  ['a program without either header', {}, 202],
  ['a page of the site', { 'sec-fetch-site': 'same-origin', origin: 'https://example.com' }, 202],
  ['the user alone', { 'sec-fetch-site': 'none' }, 202],
  ['a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['a page of a sister host', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example.com' }, 403],
  [
    'a foreign page that lies about its origin',
    { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' },
    403,
  ],
  ['an unknown relation', { 'sec-fetch-site': 'x' }, 403],
  ['an old browser on the site', { origin: 'https://example.com' }, 202],
  ['an old browser on a preview host', { origin: 'http://preview.example', host: 'preview.example' }, 202],
  ['an old browser on a foreign page', { origin: 'https://evil.example' }, 403],
  ['an old browser on http instead of https', { origin: 'http://example.com' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['a host that only begins like ours', { origin: 'https://example.com.evil.example' }, 403],
];

/** What is posted where, by a script and by a plain form. */
const POSTS: [path: string, fields: Record<string, string>][] = [
  ['/api/subscribe', { email: 'a@b.co' }],
  [
    '/api/contact',
    { name: 'Ana', company: 'X', email: 'a@b.co', phone: '+351 912 345 678', message: 'Good morning' },
  ],
];

for (const [path, fields] of POSTS) {
  for (const [name, headers, status] of SENDERS) {
    const fault = status === 202 ? 'all are refused' : `posts to ${path} are not checked`;
    test(`a post to ${path} from ${name} is answered with ${status} (catches: ${fault})`, async (t) => {
      const store = recordingStore();
      const messages = recordingMessages();
      const { port } = await startApp(t, { store, messages, siteUrl: 'https://example.com' });
      const json = { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(fields) };
      const form = { headers: { ...FORM_TYPE, ...headers }, body: String(new URLSearchParams(fields)) };
      const answers = [];
      for (const asked of [json, form]) answers.push(await ask(port, path, { method: 'POST', ...asked }));
      const statuses = answers.map((answer) => answer.status);
      assert.deepEqual(statuses, status === 202 ? [202, 303] : [status, status]);
      assert.equal(store.added.length + messages.added.length, status === 202 ? 2 : 0);
    });
  }
}

function recordingMessages() {
  const added: NewMessage[] = [];
  function add(message: NewMessage): Promise<MessageOutcome> {
    added.push(message);
    return Promise.resolve('stored');
  }
  return { added, add };
}

test('a signed link may be pressed from anywhere, as it carries its own right (catches: links are checked)', async (t) => {
  const follow: RequestHandler = (_request, response) => void response.writeHead(200).end();
  const { port } = await startApp(t, {
    links: { show: follow, follow, giveBook: follow },
    siteUrl: 'https://example.com',
  });
  for (const [name, headers] of SENDERS) {
    const asked = { method: 'POST', headers: { ...FORM_TYPE, ...headers }, body: '' };
    assert.equal((await ask(port, '/soon?unsubscribe=x', asked)).status, 200, name);
  }
});
