import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Asked } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { routeLabel } from '#server/web/routes.ts';
import { createLog } from '#server/base/log.ts';
import { createRequestLog, watchAnswer } from '#server/web/http/request-log.ts';
import { countSubscriptions, createMetrics } from './prometheus.ts';

const CANARY = 'canary';
/** Every request field that may hold personal data. */
const FIELDS = {
  email: `${CANARY}@example.com`,
  name: CANARY,
  message: `${CANARY} asks`,
  path: `/a?utm_source=${CANARY}`,
};
const HEADERS = {
  cookie: `language=pt; session=${CANARY}`,
  'user-agent': `Mozilla ${CANARY}`,
  referer: `http://localhost:3000/soon?from=/${CANARY}&utm_source=${CANARY}`,
  'x-forwarded-for': CANARY,
  'x-request-id': `${CANARY}@example.com-0123456789`,
  authorization: `Bearer ${CANARY}`,
};
const JSON_BODY = JSON.stringify(FIELDS);
const CONTACT = { company: CANARY, phone: '+351 210 000 000', website: `https://${CANARY}.example` };

const POSTS: [string, Asked][] = [
  ['/api/subscribe', { body: JSON_BODY, headers: JSON_TYPE }],
  ['/api/subscribe', { body: `{"email": "${CANARY}@exam`, headers: JSON_TYPE }],
  ['/api/subscribe', { body: JSON.stringify({ email: CANARY }), headers: JSON_TYPE }],
  ['/api/subscribe', { body: new URLSearchParams(FIELDS).toString(), headers: FORM_TYPE }],
  ['/api/subscribe', { body: JSON_BODY, headers: { 'content-type': `text/${CANARY}` } }],
  ['/api/subscribe', { body: CANARY.repeat(20_000), headers: JSON_TYPE }],
  ['/api/subscribe', { body: JSON_BODY, headers: { ...JSON_TYPE, origin: `https://${CANARY}.example` } }],
  ['/api/contact', { body: JSON.stringify({ ...FIELDS, ...CONTACT }), headers: JSON_TYPE }],
  [`/soon?confirm=${CANARY}`, { body: `token=${CANARY}`, headers: FORM_TYPE }],
  [`/soon?me=${CANARY}`, { body: 'do=erase', headers: FORM_TYPE }],
  [`/${CANARY}?email=${CANARY}@example.com`, { body: JSON_BODY, headers: JSON_TYPE }],
];
const PAGES = [
  `/soon?confirm=${CANARY}`,
  `/soon?unsubscribe=${CANARY}`,
  `/soon?email=${CANARY}@example.com`,
  `/${CANARY}?token=${CANARY}`,
  `/static/${CANARY}.js`,
  `/api/${CANARY}`,
];

type Failing = Parameters<typeof startApp>[1];

/** Sends every canary to an app wired as in the collector; returns all its logs and metrics. */
async function flyThrough(
  t: TestContext,
  deps: Failing,
): Promise<{ log: string; figures: string; statuses: number[] }> {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  const { write, ...store } = await openTestStore(t);
  const metrics = await createMetrics({
    query: write,
    space: () => Promise.resolve(null),
    copies: () => null,
    mailRoute: () => ({ is: 'files' }),
    now: Date.now,
    eventLoopDelay: () => 0,
    startedAt: 0,
  });
  const listed = createRequestLog(log, () => 0);
  const { app, port } = await startApp(t, {
    ...deps,
    store: countSubscriptions(deps?.store ?? store, metrics),
    log,
  });
  app.server.prependListener('request', (request, response) => {
    watchAnswer(request, response, routeLabel(request.url ?? ''), (one) => {
      metrics.answered(one);
      listed(one);
    });
  });
  const statuses: number[] = [];
  for (const [path, { body = '', headers = {} }] of POSTS) {
    statuses.push(
      (await ask(port, path, { method: 'POST', body, headers: { ...HEADERS, ...headers } })).status,
    );
  }
  for (const path of PAGES) statuses.push((await ask(port, path, { headers: HEADERS })).status);
  return { log: lines.join(''), figures: await metrics.scrape(), statuses };
}

/** Like databases and parsers, which quote their input. */
function quoting(): Promise<never> {
  const detail = Object.assign(new Error(`invalid input: "${CANARY}@example.com"`), { code: '22P02' });
  return Promise.reject(new Error(`could not store ${CANARY}@example.com`, { cause: detail }));
}

test('nothing a person sends gets into the log or the figures', async (t) => {
  const { log, figures, statuses } = await flyThrough(t, {});
  assert.ok(statuses.includes(202) && statuses.includes(403) && statuses.includes(413), String(statuses));
  assert.match(log, /"request refused".*"route":"subscribe","status":403/);
  assert.match(figures, /embreve_http_requests_total\{route="links",status="5xx"\} [1-9]/);
  assert.doesNotMatch(log + figures, /canary/i);
});

test('nor where the store throws errors that quote the person', async (t) => {
  const { log, figures, statuses } = await flyThrough(t, {
    store: { add: quoting },
    messages: { add: quoting },
    links: { show: quoting, follow: quoting, giveBook: quoting },
    site: () => {
      throw new Error(`no page for ${CANARY}`);
    },
  });
  assert.ok(statuses.includes(500) && statuses.includes(503), String(statuses));
  assert.match(log, /"msg":"request failed"/);
  assert.match(log, /"code":"22P02"/);
  assert.match(log, /"request not served".*"route":"subscribe","status":500/);
  assert.doesNotMatch(log + figures, /canary/i);
});
