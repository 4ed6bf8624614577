import { METHODS } from 'node:http';
import type { Random } from './random.ts';
import { anyFormText, anyText, FORM_LINE, JSON_LINE, WRITES, type Maker } from './request.ts';

const PATHS = [
  '/api/subscribe/..%2f',
  '/api/subscribe/',
  '/api//subscribe',
  '/API/subscribe',
  '/api/%73ubscribe',
  '/api/subscribe;x=1',
  '/api/..;/healthz',
  '//evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2f%2fevil.example',
  '/%0d%0aLocation:%20//evil.example',
  'http://evil.example/',
  'https://evil.example/api/subscribe',
  '*',
  '/%00',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/..',
  '/../../etc/passwd',
  '/static/../../package.json',
  '/static/js/..%2f..%2f.build/manifest.json',
  '/.build/manifest.json',
  '/.git/config',
  '/soon/',
  '/soon?lang=%ff',
  '/soon?lang=pt&lang=en&lang',
  '/soon?state=__proto__',
  '/soon?state=constructor&lang=toString',
  '/soon?confirm=%00',
  '/soon?me=../..',
  '/soon?from=//evil.example',
  '/__proto__',
  '/constructor',
  '/healthz?x',
  '/readyz/x',
  '/api/form-token?x',
] as const;

/** Unusual methods, paths, hosts and headers. */
export const HEADS: Record<string, Maker> = {
  'other methods': (random) => {
    const others = METHODS.filter((method) => !['POST', 'CONNECT'].includes(method));
    const method = others[random.below(others.length)] ?? 'PUT';
    return { method, path: random.pick(WRITES), expected: 'refused' };
  },
  'odd paths': (random) => {
    const method = random.pick(['GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);
    return { method, path: random.pick(PATHS), expected: 'answered' };
  },
  'random paths': (random) => {
    const path = `/${encodeURI(anyText(random, 30).toWellFormed()).replaceAll('%25', '%')}`;
    return { method: random.pick(['GET', 'POST']), path, expected: 'answered' };
  },
  'long paths': (random) => {
    const unit = random.pick(['a', '/', '%2f', '../', '?', '&a=1', '%c3%a3', ';']);
    const path = `/${random.pick(['', 'soon?', 'api/'])}${unit.repeat(random.below(15_000 / unit.length))}`;
    return { method: 'GET', path, expected: 'answered' };
  },
  'other sites': (random) => {
    const from = random.pick([
      'Origin: https://evil.example',
      'Origin: null',
      'Origin: http://x.evil.example',
      'Origin: http://xx',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: same-site',
      'Sec-Fetch-Site: Same-Origin',
      'Origin: http://x\r\nSec-Fetch-Site: cross-site',
    ]);
    const type = random.pick([JSON_LINE, FORM_LINE, 'Content-Type: text/plain']);
    const body = type === FORM_LINE ? 'email=a%40b.co' : '{"email":"a@b.co"}';
    return { path: random.pick(WRITES), headers: [from, type], body, expected: 'refused' };
  },
  'absurd headers': (random) => {
    const names = [
      'Cookie',
      'Accept-Encoding',
      'Referer',
      'X-Forwarded-For',
      'Range',
      'If-None-Match',
      'Accept',
    ];
    const names2 = [
      'If-Modified-Since',
      'Expect',
      'Connection',
      'Forwarded',
      'Keep-Alive',
      'TE',
      'Authorization',
    ];
    const all = [...names, ...names2, 'Accept-Language', 'Content-MD5', 'Via', 'x'.repeat(500)];
    const headers = random.many(0, 60, () => {
      const name = all[random.below(all.length)] ?? 'X';
      return `${name}: ${headerValue(random)}`;
    });
    const reading = random.below(2) === 0;
    const path = reading ? random.pick(['/soon', '/services', '/favicon.svg', '/healthz']) : '/api/subscribe';
    const form = { headers: [...headers, JSON_LINE], body: '{"email":"a@b"}' };
    return { ...(reading ? { method: 'GET', headers } : form), path, expected: 'answered' };
  },
  'odd hosts': (random) => {
    const host = random.pick([
      'evil.example',
      '',
      '[',
      '[::1]:0',
      'a'.repeat(3_000),
      'x:99999',
      '%00',
      'a b',
      'é',
    ]);
    return {
      method: 'GET',
      path: random.pick(['/soon', '/services', '/healthz']),
      host,
      expected: 'answered',
    };
  },
  'no host': (random) => ({
    method: 'GET',
    path: random.pick(['/soon', '/api/subscribe']),
    host: null,
    expected: 'refused',
  }),
  'two hosts': (random) => {
    const path = random.pick(['/soon', '/healthz', '/api/subscribe']);
    return { method: 'GET', path, headers: ['Host: evil.example'], expected: 'refused' };
  },
  'HTTP/1.0': (random) => ({
    method: 'GET',
    path: random.pick(PATHS),
    version: 'HTTP/1.0',
    host: null,
    expected: 'answered',
  }),
  'posts to pages': (random) => {
    const query = random.pick(['confirm', 'unsubscribe', 'me', 'state', '__proto__']);
    const body = `List-Unsubscribe=One-Click&token=${anyFormText(random)}`;
    const path = `${random.pick(['/soon', '/', '/contact', '/api/unsubscribe'])}?${query}=${anyFormText(random)}`;
    return { path, headers: [FORM_LINE], body, expected: 'answered' };
  },
};

/** Any bytes that a header may contain. */
function headerValue(random: Random): string {
  const long = random.below(10) === 0 ? 200 : 20;
  const value = random
    .bytes(0, long)
    .toString('latin1')
    // eslint-disable-next-line no-control-regex
    .replace(/[\x00-\x1f\x7f]/g, ';');
  return random.pick([
    value,
    'gzip;q=',
    'br;q=1e9, *;q=-1',
    '100-continued',
    'bytes=0-,-1',
    'language=',
    '127.0.0.1',
    ',,,',
  ]);
}
