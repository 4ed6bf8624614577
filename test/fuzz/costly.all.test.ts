import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTACT_FIELDS, CONTACT_LIMITS } from '#contract/contact.ts';
import { TOKEN_STATES } from '#contract/pages.ts';
import { startCollector } from '../fixtures/collector.ts';
import { ask, FORM_TYPE, JSON_TYPE } from '../fixtures/requests.ts';
import { ROUTES } from '#server/web/routes.ts';

/** Main-thread milliseconds that a post may cost beyond an ordinary one of the same size. */
const MOST_MS = 20;

/** All different: converting such a host name to ASCII is expensive. */
const ideographs = (bytes: number) =>
  Array.from({ length: bytes / 3 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7) % 20_000))).join('');
const marks = (count: number) => '\u0301'.repeat(count) + '\u0316'.repeat(count);
const half = (unit: string, other: string) => (bytes: number) =>
  fill(unit)(bytes / 2) + fill(other)(bytes / 2);
/** Repeats `unit` until its JSON has this many bytes. */
const fill =
  (unit: string, end = '') =>
  (bytes: number) =>
    unit.repeat(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2)) + end;

/** Each returns this many bytes. */
const COSTLY: ((bytes: number) => string)[] = [
  half('\u0301', '\u0316'),
  half('\u0316', '\uff9e'),
  fill(`a${marks(15)}`),
  ...['\u0301\u0316', '\u0344', '\u{1d160}', 'ﷺ', '\u1100\u1161', '😀', '\ud800', 'İ'].map((unit) =>
    fill(unit),
  ),
  ideographs,
  ...[
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\u2028',
    '\\',
    '"',
    '\0',
    '%',
    '%61',
    '+',
    '&',
    '&a=',
  ].map((unit) => fill(unit, '!')),
  ...[
    '.',
    'a.',
    'ü.',
    '@',
    'a@',
    '<',
    '<a>',
    '>',
    ',',
    ';',
    '/',
    '/..',
    ':',
    '[',
    '{',
    '-',
    'xn--',
    '=?',
  ].map((unit) => fill(unit, '!')),
  ...['0', '1 ', '+1', '(0)', 'x1', ' ext', ' ramal ', 'mailto:', '1,', 'a b', '0x', "'=", ';='].map((unit) =>
    fill(unit, '\u0301'),
  ),
];
/** Prefixes that lead to other branches of a field's parser. */
const BEGINNINGS: Record<string, string[]> = {
  email: ['a@', 'A <a@', 'a@b.co'],
  website: ['https://'],
  referrer: ['https://', 'https://a.co/'],
  path: ['/', '/?utm_source='],
  phone: ['+351 912 345 678'],
};
const MESSAGE = {
  name: 'Anna',
  company: 'A',
  email: 'anna@example.com',
  phone: '912345678',
  message: 'Hello',
};
const SHARED = ['language', 'consent', 'token', 'topic', 'other'];
const HEADERS = ['referer', 'origin', 'cookie', 'accept', 'accept-language', 'user-agent', 'x-forwarded-for'];

type Post = { path: string; headers?: Record<string, string>; body: string };

function bodyLimitOf(path: string): number {
  const route = ROUTES.find((one) => one.path === path);
  return route?.method === 'POST' ? route.bodyLimit : assert.fail(path);
}

/** Every field of every post, with the costly text in it. */
function* posts(make: (bytes: number) => string): Generator<Post> {
  const fields = {
    '/api/subscribe': ['email', 'interest', 'path', 'referrer', ...SHARED],
    '/api/contact': [...CONTACT_FIELDS, 'key', ...SHARED],
  };
  for (const [path, names] of Object.entries(fields)) {
    const bytes = bodyLimitOf(path) - 300;
    for (const name of names) {
      for (const beginning of ['', ...(BEGINNINGS[name] ?? [])]) {
        // Longer texts are refused unread.
        const text = (beginning + make(bytes)).slice(0, 8 * CONTACT_LIMITS.message);
        const body = JSON.stringify({ ...MESSAGE, [name]: text });
        yield { path, body };
      }
    }
    yield { path, headers: FORM_TYPE, body: `email=${make(bytes)}` };
    yield { path, headers: FORM_TYPE, body: `message=${encodeURIComponent(make(bytes / 9).toWellFormed())}` };
    yield { path, body: make(bytes) };
    const head = Buffer.from(make(8_000))
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
    for (const name of HEADERS) yield { path, headers: { ...JSON_TYPE, [name]: head }, body: '{}' };
  }
  for (const state of TOKEN_STATES) {
    const token = encodeURIComponent(make(1_200).toWellFormed());
    yield { path: `/soon?${state}=${token}`, headers: FORM_TYPE, body: 'do=erase' };
    yield { path: `/soon?lang=${token}&${state}=x`, headers: FORM_TYPE, body: `do=${make(10_000)}` };
  }
}

test(`no post takes the main thread ${MOST_MS} ms longer than an ordinary one of its size, whatever text is in it (catches: normalises runs of marks, reads a referrer of any length)`, async (t) => {
  const { port } = await startCollector(t, { RATE_LIMIT: 'on', TRUSTED_PROXIES: '1' });
  let worst = { ms: 0, post: '' };
  let count = 0;
  let networks = 0;
  /** CPU time of this thread only, so that other work does not count; both sides include the client. */
  async function cost({ path, headers = JSON_TYPE, body }: Post): Promise<number> {
    // A new network for each, so that none is rate-limited before it is parsed.
    const network = `10.${++networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
    const before = process.threadCpuUsage();
    const { status } = await ask(port, path, {
      method: 'POST',
      headers: { 'x-forwarded-for': network, ...headers },
      body,
    });
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(status < 500, `${status} ${path}`);
    return (user + system) / 1_000;
  }
  async function least(post: Post, tries: number): Promise<number> {
    let ms = Infinity;
    for (let i = 0; i < tries; i++) ms = Math.min(ms, await cost(post));
    return ms;
  }
  const ordinary = await least({ path: '/api/contact', body: 'a'.repeat(bodyLimitOf('/api/contact')) }, 10);
  for (const make of COSTLY) {
    for (const post of posts(make)) {
      count++;
      let ms = (await cost(post)) - ordinary;
      // A single run may include garbage collection or compilation.
      if (ms > MOST_MS) ms = (await least(post, 8)) - ordinary;
      if (ms > worst.ms) worst = { ms, post: `${post.path.slice(0, 60)} ${post.body.slice(0, 200)}` };
      assert.ok(ms < MOST_MS, `${ms} ms: ${worst.post}`);
    }
  }
  t.diagnostic(
    `${count} posts; the worst took ${worst.ms.toFixed(1)} ms more: ${JSON.stringify(worst.post.slice(0, 80))}`,
  );
});
