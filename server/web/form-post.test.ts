import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PostLimit } from '#server/abuse/post-limit.ts';
import { FILLED_CONTACT } from '#test/fixtures/contact.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, JSON_TYPE } from '#test/fixtures/requests.ts';

const POSTS = {
  '/api/subscribe': { email: 'ana@example.com' },
  '/api/contact': { ...FILLED_CONTACT, key: 'aaaa-bbbb' },
} as const;
type Path = keyof typeof POSTS;
const PATHS = Object.keys(POSTS) as Path[];

type Outcome = 'stored' | 'conflict' | { why: 'overloaded' };

/** `steps`: what each post went through, in order, and whether the workers were woken. */
async function setUp(t: TestContext, outcome: Outcome, taken: Awaited<ReturnType<PostLimit['take']>>) {
  const steps: string[] = [];
  const store = {
    add: () => {
      steps.push('store');
      return Promise.resolve(outcome);
    },
  };
  const { port } = await startApp(t, {
    store: store as never,
    messages: store,
    postLimit: {
      take: () => {
        steps.push('limit');
        return Promise.resolve(taken);
      },
    },
    guard: {
      judge: ({ network, soft, mailKey }) => {
        steps.push(`judge ${network} ${soft} ${mailKey}`);
        return { suspect: null, mailWait: 0 };
      },
      token: () => '',
    },
    onStored: () => void steps.push('told'),
  });
  const post = async (path: Path, fields: object) => {
    const { status } = await ask(port, path, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(fields),
    });
    return [status, ...steps.splice(0)];
  };
  return { post };
}

const TAKEN = { ok: true, network: '192.0.2.1', soft: true } as const;
const JUDGED = {
  '/api/subscribe': 'judge 192.0.2.1 true ana@example.com',
  '/api/contact': 'judge 192.0.2.1 true null',
};
const REFUSED = 'judge 192.0.2.1 true null';

test('a post meets limits, parser, judge and store once, in this order; stored, it wakes the workers', async (t) => {
  const { post } = await setUp(t, 'stored', TAKEN);
  for (const path of PATHS)
    assert.deepEqual(await post(path, POSTS[path]), [202, 'limit', JUDGED[path], 'store', 'told']);
});

test('a refused post wakes no worker (catches: each post does)', async (t) => {
  const limited = await setUp(t, 'stored', { ok: false, code: 'limited', retryAfterSeconds: 60 });
  const conflict = await setUp(t, 'conflict', TAKEN);
  const full = await setUp(t, { why: 'overloaded' }, TAKEN);
  for (const path of PATHS) {
    assert.deepEqual(await limited.post(path, POSTS[path]), [429, 'limit']);
    assert.deepEqual(await full.post(path, {}), [422, 'limit', REFUSED]);
    assert.deepEqual(await full.post(path, POSTS[path]), [503, 'limit', JUDGED[path], 'store']);
  }
  const path = '/api/contact';
  assert.deepEqual(await conflict.post(path, POSTS[path]), [409, 'limit', JUDGED[path], 'store']);
});
