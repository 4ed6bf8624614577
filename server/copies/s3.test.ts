import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { person } from '#test/fixtures/command.ts';
import { assembleNewest, copierOf } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { type Fault, startS3 } from '#test/fixtures/s3.ts';
import { flood } from '#test/fixtures/smtp.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { foldersByStore, keptCopies } from './kept.ts';
import { s3Target } from './s3-target.ts';
import { TargetError } from './target.ts';
import { openTarget, tryTarget } from './open-target.ts';

async function copied(t: TestContext, onWait?: (ms: number) => void) {
  const storage = await startS3(t);
  const store = await openTestStore(t);
  const target = await openTarget(storage.settings);
  return { storage, store, target, copier: copierOf(t, store, { target, ...(onWait && { onWait }) }) };
}

/** So that a base is sent in pieces: what is random cannot be packed. */
async function makeLarge(store: TestStore): Promise<void> {
  const large = randomBytes(9_000_000).toString('latin1');
  await store.write.insertInto('setting').values({ name: 'large', value: large }).execute();
}

test('a copy in S3-compatible storage: signed, a large base in pieces, listed in pages (catches: each)', async (t) => {
  const { storage, store, target, copier } = await copied(t);
  await makeLarge(store);
  let puts = 0;
  storage.fault(({ method }) => ((puts += Number(method === 'PUT')), null));
  const base = await copier.base();
  assert.ok(puts >= 2, 'in pieces');
  for (let n = 0; n < 12; n += 1) {
    await store.add(person(`${n}@example.com`));
    await copier.part();
  }
  const [copy] = await keptCopies(target);
  assert.deepEqual([copy?.base, copy?.objects.length], [base, 13]);
  assert.deepEqual([...(await foldersByStore(target)).values()], [[base]]);
  const into = join(folderOf(t), 'copy.sqlite');
  const { contents } = await assembleNewest(target, into);
  assert.equal(contents.subscriptions, 12);
  await target.remove(copy?.objects.map(({ name }) => name) ?? []);
  assert.equal(storage.objects.size, 0);
});

test('of a large base that fails in the middle no pieces stay, and it is sent again (catches: the pieces stay; an error with status 200 is taken for success)', async (t) => {
  const left: unknown[] = [];
  const { storage, store, target, copier } = await copied(t, () =>
    left.push([copier.status()?.failing?.code, storage.uploads.size]),
  );
  await makeLarge(store);
  let puts = 0;
  let ends = 0;
  storage.fault(({ method, isEnd }) => {
    if (method === 'PUT' && (puts += 1) === 2) return { status: 403, code: 'QuotaExceeded' };
    if (isEnd && (ends += 1) === 1) return { status: 200, code: 'InternalError' };
    return null;
  });
  await copier.base();
  assert.deepEqual(left, [
    ['full', 0],
    ['failed', 0],
  ]);
  assert.equal((await keptCopies(target)).length, 1);
});

/** The first of these requests fail, the next does not. */
function failing(times: number, fault: ReturnType<Fault>): Fault {
  let left = times;
  return ({ method }) => (method === 'PUT' && left-- > 0 ? fault : null);
}

const FAULTS: [name: string, fault: ReturnType<Fault>, code: string][] = [
  ['is full', { status: 507, code: 'InsufficientStorage' }, 'full'],
  ['has trouble', { status: 503, code: 'SlowDown' }, 'failed'],
  ['takes the key no more', { status: 403, code: 'InvalidAccessKeyId' }, 'not-taken'],
  ['is deleted', { status: 404, code: 'NoSuchBucket' }, 'not-there'],
  ['finds a wrong checksum', { status: 400, code: 'BadDigest' }, 'failed'],
];

for (const [name, fault, code] of FAULTS) {
  test(`storage that ${name} is asked again, with longer pauses, and the status says so (D21; ${code})`, async (t) => {
    const said: unknown[] = [];
    const { storage, store, copier } = await copied(t, () => said.push(copier.status()?.failing?.code));
    await copier.base();
    await store.add(person('ana@example.com'));
    storage.fault(failing(3, fault));
    assert.equal(await copier.part(), 1);
    assert.deepEqual(
      [copier.waits, said],
      [
        [1000, 2000, 4000],
        [code, code, code],
      ],
    );
    assert.equal(copier.status()?.failing, null);
    assert.equal(storage.objects.size, 2);
  });
}

test('an object whose answer was lost is sent under its name again (catches: the copy has two of that number, and is refused)', async (t) => {
  const { storage, store, target, copier } = await copied(t);
  await copier.base();
  await store.add(person('ana@example.com'));
  storage.fault(failing(1, 'silent'));
  await copier.part();
  const into = join(folderOf(t), 'copy.sqlite');
  assert.equal((await assembleNewest(target, into)).parts, 1);
});

test('storage that is not there, or takes a wrong key, is told apart (catches: each is "failed")', async (t) => {
  const { settings } = await startS3(t);
  const codeOf = async (wrong: Partial<typeof settings>) => {
    const target = await openTarget({ ...settings, ...wrong });
    return keptCopies(target).then(
      () => null,
      (error: unknown) => (error instanceof TargetError ? error.code : error),
    );
  };
  assert.equal(await codeOf({}), null);
  assert.equal(await codeOf({ secret: 'wrong'.repeat(8) }), 'not-taken');
  assert.equal(await codeOf({ to: 's3://another' }), 'not-there');
  assert.equal(await codeOf({ endpoint: 'http://127.0.0.1:9' }), 'no-answer');
});

test('storage that does not answer is given up (catches: copying waits forever)', async (t) => {
  const { settings, fault } = await startS3(t);
  fault(() => 'hang');
  const target = s3Target(settings, { patience: 50 });
  await assert.rejects(keptCopies(target), { code: 'no-answer' });
});

test('storage that forgets what it took, or gives back something else, gets a new base (D21; catches: the status says all is well)', async (t) => {
  const { storage, store, copier } = await copied(t);
  await copier.base();
  storage.objects.clear();
  await copier.mark();
  assert.deepEqual([copier.said, copier.status()?.warnings.map(({ code }) => code)], [['lost'], ['lost']]);
  await copier.base();
  await store.add(person('ana@example.com'));
  await copier.part();
  const [key = '', sealed] = [...storage.objects].at(-1) ?? [];
  storage.objects.set(key, Buffer.from(sealed ?? '').fill(0, 0, 9));
  await copier.mark();
  assert.deepEqual([copier.said, copier.status()?.checked?.isGood], [['lost', 'lost'], false]);
});

test('a line that breaks is told apart from a copy that is damaged (catches: the key is blamed; half a base is restored)', async (t) => {
  const { storage, target, copier } = await copied(t);
  await copier.base();
  storage.fault(({ method, key }) => (method === 'GET' && key !== '' ? 'cut' : null));
  const into = join(folderOf(t), 'copy.sqlite');
  await assert.rejects(assembleNewest(target, into), { code: 'no-answer' });
});

/** A storage that answers every request in this way, and what it was asked. */
async function startHostile(t: TestContext, answer: (response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  return { asked, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a storage gets no more than its answer: no redirect, 1 MB, 200 characters shown (catches: each)', async (t) => {
  const { settings } = await startS3(t);
  const other = await startHostile(t, (response) => response.end());
  const file = join(folderOf(t), 'sealed');
  writeFileSync(file, 'sealed');
  for (const answer of [
    (response: ServerResponse) => response.writeHead(307, { location: `${other.endpoint}/copies/a` }).end(),
    (response: ServerResponse) =>
      response.writeHead(500).end(`<Error><Code>${'secret '.repeat(1000)}</Code></Error>`),
    (response: ServerResponse) => response.writeHead(500).end('<!--'.repeat(250_000)),
    (response: ServerResponse) => flood(response.writeHead(500), 'more'),
  ]) {
    const { endpoint } = await startHostile(t, answer);
    const target = await openTarget({ ...settings, endpoint });
    const refused = await target.put('a', file).catch((error: unknown) => error);
    assert.ok(refused instanceof TargetError && refused.message.length <= 200, String(refused));
  }
  assert.deepEqual(other.asked, []);
});

test('a server that answers 200 to everything, and stores nothing, is refused as such (C8; catches: it is believed; it "does not answer")', async (t) => {
  const { settings, fault } = await startS3(t);
  fault(({ method }) => (method === 'PUT' ? 'forget' : null));
  assert.match((await tryTarget(settings, folderOf(t)))?.message ?? '', /does not have what it was sent/);
  const page = await startHostile(t, (response) => response.end('<html>Sign in to the network</html>'));
  const captive = await tryTarget({ ...settings, endpoint: page.endpoint }, folderOf(t));
  assert.match(captive?.message ?? '', /not as a storage does: .*<html>Sign in/);
});

test('a storage on this machine is only what the environment names (catches: an owner’s setting reaches it)', async (t) => {
  const { settings } = await startS3(t);
  const { asked, endpoint } = await startHostile(t, (response) => response.end());
  const { port } = new URL(endpoint);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '169.254.169.254', '[::ffff:127.0.0.1]'])
    for (const [mayBeNear, said] of [
      [false, /network link/],
      [true, null],
    ] as const) {
      if (mayBeNear && host !== '127.0.0.1') continue;
      const target = await openTarget({ ...settings, endpoint: `http://${host}:${port}`, mayBeNear });
      if (said === null) await target.remove(['a']).catch(() => {});
      else await assert.rejects(target.remove(['a']), said, host);
    }
  assert.deepEqual(asked, ['POST']);
});
