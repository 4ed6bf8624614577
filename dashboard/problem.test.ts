import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOf } from './problem.ts';

test('a body that a proxy refuses is told apart from one that our server refuses (catches: something went wrong)', async () => {
  const codeOf = async (body: string) => (await problemOf(new Response(body, { status: 413 }))).code;
  assert.equal(await codeOf('<html>413 Request Entity Too Large</html>'), 'proxy-limit');
  assert.equal(await codeOf('{"code":"too-large"}'), 'too-large');
});
