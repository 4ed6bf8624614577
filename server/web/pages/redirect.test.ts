import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageAsked, redirectToSoon } from '#server/web/pages/redirect.ts';

function locationOf(path: string, query: string): string | null {
  const asked = pageAsked(path);
  return asked === null ? null : redirectToSoon(asked, query);
}

const CASES: [path: string, query: string, location: string | null][] = [
  ['/', '', '/soon'],
  ['/', 'utm_source=ig', '/soon?utm_source=ig'],
  ['/services', '', '/soon?from=%2Fservices'],
  ['/services/', '', '/soon?from=%2Fservices%2F'],
  ['/Services', '', '/soon?from=%2FServices'],
  ['/a/b/c', '', '/soon?from=%2Fa%2Fb%2Fc'],
  ['/version-2.0', '', '/soon?from=%2Fversion-2.0'],
  ['/servi%C3%A7os', '', '/soon?from=%2Fservi%C3%A7os'],
  [
    '/services',
    'utm_source=ig&utm_id=7&gclid=x1&x=1',
    '/soon?utm_source=ig&utm_id=7&gclid=x1&from=%2Fservices',
  ],
  ['/services', 'utm_source=a&utm_source=b', '/soon?utm_source=a&from=%2Fservices'],
  ['/services', 'lang=pt', '/soon?lang=pt&from=%2Fservices'],
  ['/services', 'lang=fr', '/soon?from=%2Fservices'],
  ['/services', 'from=https://evil.example', '/soon?from=%2Fservices'],
  ['/services', 'state=subscribed', '/soon?from=%2Fservices'],
  ['/services', 'utm_source=a%0D%0ASet-Cookie:x', '/soon?utm_source=a%0D%0ASet-Cookie%3Ax&from=%2Fservices'],
  ['/soon/', '', '/soon'],
  ['/soon//', '', '/soon'],
  ['/SOON', 'a=b&lang=pt', '/soon?a=b&lang=pt'],
  ['/%73oon', 'state=failed', '/soon?state=failed'],
  ['//evil.example', '', null],
  ['//evil', '', '/soon'],
  ['/\\evil', '', '/soon'],
  ['/%5Cevil', '', '/soon'],
  ['/%2Fevil', '', '/soon'],
  ['http://evil/', '', null],
  ['*', '', null],
  ['', '', null],
  ['/x.php', '', null],
  ['/x%2Ephp', '', null],
  ['/favicon.ico', '', null],
  ['/backup.7z', '', null],
  ['/.env', '', null],
  ['/.git/config', '', null],
  ['/a/../b', '', null],
  ['/api', '', null],
  ['/API/x', '', null],
  ['/%61pi/x', '', null],
  ['/static', '', null],
  ['/static/js/gone', '', null],
  ['/dashboard', '', null],
  ['/dashboards', '', '/soon?from=%2Fdashboards'],
  ['/.well-known/x', '', null],
  ['/%zz', '', null],
  ['/%00', '', null],
  ['/a%0D%0Ab', '', null],
  [`/${'a'.repeat(999)}`, '', `/soon?from=%2F${'a'.repeat(199)}`],
  [`/${'a'.repeat(1000)}`, '', null],
];

for (const [path, query, location] of CASES) {
  test(`${path.slice(0, 60)}?${query} leads to ${location?.slice(0, 60) ?? 'a 404'}`, () => {
    assert.equal(locationOf(path, query), location);
  });
}

test('for any query, the redirect stays on /soon of this site and is a clean header', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '%2f',
    '%5c',
    '%0d%0a',
    'evil.example',
    'https:',
    '@',
    '?',
    '#',
    ';',
    'ü',
  );
  const text = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.webPath(),
    fc.string({ unit: 'binary' }),
  );
  const check = fc.property(text, text, (path, query) => {
    const location = locationOf(`/${path}`, query);
    if (location === null) return;
    assert.match(location, /^\/soon(\?[\x21-\x7e]*)?$/);
    const target = new URL(location, 'https://own.example');
    assert.deepEqual([target.origin, target.pathname], ['https://own.example', '/soon']);
    assert.doesNotMatch(target.searchParams.get('from') ?? '/', /^\/[/\\]|^[^/]/);
  });
  fc.assert(check, { numRuns: 5_000 });
});
