import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postForm, postJson, recordingStore, startApp } from '#server/fixture.ts';

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

for (const [name, headers, status] of SENDERS) {
  test(`a write from ${name} is answered with ${status}`, async (t) => {
    const store = recordingStore();
    const { port } = await startApp(t, { store, siteUrl: 'https://example.com' });
    const json = await postJson(port, { email: 'a@b.co' }, headers);
    const form = await postForm(port, 'email=a%40b.co', headers);
    assert.deepEqual([json.status, form.status], [status, status === 202 ? 303 : 403]);
    assert.equal(store.added.length, status === 202 ? 2 : 0);
  });
}
