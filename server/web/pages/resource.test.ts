import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiateEncoding } from './resource.ts';

const CASES: [string | undefined, string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip,br', 'br'],
  ['BR', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', 'identity'],
  ['brotli', 'identity'],
  ['xbr, gzipped', 'identity'],
  ['identity', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0.5, gzip;q=0.9', 'br'],
  ['br; q=1.0, gzip;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=1.0', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['identity;q=1, *;q=0', 'identity'],
  ['identity;q=0.5, gzip;q=0.3', 'gzip'],
  ['*;q=0', 'identity'],
  ['br;q=0.000, gzip;q=0.001', 'gzip'],
  [';;;,,,q=', 'identity'],
];

for (const [header, encoding] of CASES) {
  test(`Accept-Encoding: ${header ?? '(none)'} is answered with ${encoding}`, () => {
    assert.equal(negotiateEncoding(header), encoding);
  });
}
