import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Stage } from '#contract/pages.ts';
import { openForReading } from '#server/store/open.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { ask } from '#test/fixtures/requests.ts';
import { visitOf } from './visit.ts';

const SITE = 'https://embreve.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BROWSER = { 'user-agent': FIREFOX, 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };

type Asked = {
  method?: string;
  status?: number;
  stage?: Stage;
  headers?: IncomingHttpHeaders;
  defaultLanguage?: 'en' | 'pt' | 'browser';
};

function visit(
  url: string,
  { method = 'GET', status = 200, stage = 'soon', headers = {}, defaultLanguage = 'en' }: Asked = {},
) {
  const request = { method, url, headers: { ...BROWSER, ...headers } } as IncomingMessage;
  return visitOf({ request, route: 'page', status, ms: 1 }, stage, { siteUrl: SITE, defaultLanguage });
}

test('a page that somebody opens is a visit, with its language and where the link was', () => {
  const soon = { path: '/soon', language: 'en', source: '', closed: false };
  assert.deepEqual(visit('/soon'), soon);
  assert.deepEqual(visit('/soon', { status: 304 }), soon);
  assert.deepEqual(visit('/soon?lang=pt&utm_source=Instagram'), {
    ...soon,
    language: 'pt',
    source: 'instagram',
  });
  const inPortuguese = { headers: { 'accept-language': 'pt-PT' } };
  assert.equal(visit('/soon', { ...inPortuguese, defaultLanguage: 'browser' })?.language, 'pt');
  assert.equal(visit('/soon', inPortuguese)?.language, 'en');
  const from = (referer: string) => visit('/soon', { headers: { referer } })?.source;
  assert.equal(from('https://www.linkedin.com/feed?x=ana@example.com'), 'www.linkedin.com');
  assert.equal(from(`${SITE}/soon`), '', 'our own pages are no source');
  assert.equal(from('nonsense'), '');
  assert.equal(visit(`/soon?utm_source=${'x'.repeat(900)}%00<b>`)?.source, 'x'.repeat(60));
  assert.deepEqual(visit('/services/', { stage: 'live' }), { ...soon, path: '/services' });
  assert.deepEqual(visit('/newsletter/', { stage: 'live' }), { ...soon, path: '/newsletter' });
  assert.deepEqual(visit('/services?lang=pt', { status: 302 }), {
    ...soon,
    path: '/services',
    language: 'pt',
    closed: true,
  });
});

test('a look before the launch, a missing page, a form’s answer and a link from a mail are not visits', () => {
  assert.equal(visit('/services', { status: 200 }), null, 'a preview');
  assert.equal(visit('/nothing', { status: 302 }), null);
  assert.equal(visit('/newsletter', { status: 302 }), null);
  assert.equal(visit('/nothing', { stage: 'live', status: 404 }), null);
  assert.equal(visit('/soon', { stage: 'live', status: 302 }), null);
  assert.equal(visit('/soon?state=subscribed&lang=en'), null);
  assert.equal(visit('/soon', { method: 'HEAD' }), null);
  assert.equal(visit('/soon', { status: 503 }), null);
});

const NOT_OPENED: [why: string, headers: IncomingHttpHeaders][] = [
  ['a script', { 'sec-fetch-mode': 'cors' }],
  ['a picture in an old browser', { 'sec-fetch-mode': undefined, accept: 'image/*' }],
  ['fetched ahead', { 'sec-purpose': 'prefetch' }],
  ['rendered ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ['fetched ahead by an old browser', { purpose: 'prefetch' }],
  ['no name', { 'user-agent': '' }],
  ...[
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'LinkedInBot/1.0',
    'Slackbot-LinkExpanding 1.0',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'UptimeRobot/2.0',
    'curl/8.5.0',
    'python-requests/2.32',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36',
  ].map((agent): [string, IncomingHttpHeaders] => [agent, { 'user-agent': agent }]),
];

for (const [why, headers] of NOT_OPENED)
  test(`no visit: ${why}`, () => assert.equal(visit('/soon', { headers }), null));

test('people in the browser of an app, or with a phone of an unlucky name, are visitors (catches: every app is a robot)', () => {
  for (const agent of [
    FIREFOX,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 Mobile/22F76 Instagram 385.0.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 Mobile [FBAN/FBIOS;FBAV/500.0]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 [LinkedInApp]/9.30',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 Mobile [Pinterest/iOS]',
    'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 GSA/370.0 Mobile Safari/604.1',
  ])
    assert.notEqual(visit('/soon', { headers: { 'user-agent': agent } }), null, agent);
  assert.notEqual(visit('/soon', { headers: { 'sec-fetch-mode': undefined } }), null, 'an old browser');
});

test('the collector counts who opens a page and who asks for a closed one, and stores it when it stops (catches: not wired)', async (t) => {
  const { collector, port, dataDir } = await startCollector(t);
  const headers = { 'user-agent': FIREFOX, 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  for (const path of ['/soon?utm_source=ig', '/services', '/static/logo.11223344.svg'])
    await ask(port, path, { headers });
  await ask(port, '/soon', { headers: { ...headers, 'user-agent': 'curl/8' } });
  await collector.stop(0);
  using db = openForReading(dataDir);
  const rows = db.prepare('SELECT path, source, closed, n FROM visit_hour ORDER BY path').all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { path: '/services', source: '', closed: 1, n: 1 },
      { path: '/soon', source: 'ig', closed: 0, n: 1 },
    ],
  );
});
