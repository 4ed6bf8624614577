import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PROBLEMS } from '#contract/problem.ts';
import { OWNER_API, OWNER_ROUTES } from '#server/web/owner/routes.ts';
import { ROUTES } from '#server/web/routes.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Answered, type Asked } from '#test/fixtures/requests.ts';
import { API_FILE, isApi, makeApi } from './api.ts';

const document = JSON.parse(readFileSync(API_FILE, 'utf8')) as ReturnType<typeof makeApi>;
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
ajv.addSchema({ $id: 'api', ...document }, 'api');
ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components']);

type Described = {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
};

function operationAt(asked: string, method: string): Described {
  const path = asked.replace(/(?<=^\/api\/returns\/)\w+$/, '{provider}');
  return (
    (document.paths[path]?.[method.toLowerCase()] as Described | undefined) ??
    assert.fail(`${method} ${path}`)
  );
}

test('docs/api.json is what the table of routes says now (otherwise: npm run api)', () => {
  assert.deepEqual(document, JSON.parse(JSON.stringify(makeApi())));
});

/** Lints with Spectral's recommended OpenAPI rules; returns one line per problem. */
async function lint(api: Record<string, unknown>): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const found = await spectral.run(structuredClone(api));
  return found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

test('Spectral has nothing to say about it, and would say it', async () => {
  assert.deepEqual(await lint(document), []);
  assert.match((await lint({ ...document, tags: [] })).join('\n'), /^operation-tag-defined at paths/m);
});

test('each row of the API is in it, and nothing else', () => {
  const said = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    said.toSorted(),
    [...ROUTES.filter(isApi), ...OWNER_ROUTES.map((row) => ({ ...row, path: OWNER_API + row.path }))]
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .toSorted(),
  );
  assert.deepEqual(
    ROUTES.filter((route) => !isApi(route) && route.links === undefined),
    [],
  );
});

/** @throws when the document does not list this answer, or describes it differently. */
function assertDescribed(path: string, method: string, { status, headers, body }: Answered): void {
  const described =
    operationAt(path, method).responses[status] ?? assert.fail(`${method} ${path}: ${status}`);
  const code = described.$ref?.split('/').at(-1);
  const { content } =
    code === undefined ? described : (document.components.responses[code] ?? assert.fail(code));
  if (content === undefined) return assert.equal(body.length, 0);
  const [type = '', entry] = Object.entries(content)[0] ?? [];
  assert.equal(headers['content-type'], `${type}; charset=utf-8`);
  const schema = JSON.parse(JSON.stringify(entry?.schema).replaceAll('"#/', '"api#/')) as object;
  const validate = ajv.compile(closed(schema));
  assert.ok(validate(JSON.parse(body.toString())), `${body.toString()}: ${ajv.errorsText(validate.errors)}`);
}

/** Forbids properties that the schema does not name. */
function closed(schema: object): object {
  return { ...schema, unevaluatedProperties: false };
}

const MESSAGE = {
  name: 'Ana',
  company: 'Café',
  email: 'ana@example.com',
  phone: '+351 912 345 678',
  message: 'Olá',
};
const json = (fields: unknown): Asked => ({
  method: 'POST',
  headers: JSON_TYPE,
  body: JSON.stringify(fields),
});

const ASKED: [path: string, asked: Asked, status: number][] = [
  ['/healthz', {}, 200],
  ['/readyz', {}, 200],
  ['/api/form-token', {}, 200],
  ['/api/subscribe', json({ email: 'ana@example.com', interest: 'seo', language: 'pt' }), 202],
  ['/api/subscribe', { ...json({}), headers: FORM_TYPE, body: 'email=a%40b.co' }, 303],
  ['/api/subscribe', json({ email: 'ana' }), 422],
  ['/api/subscribe', json({ email: 'a@b.co, c@d.co' }), 422],
  ['/api/subscribe', { ...json({}), body: '{' }, 400],
  ['/api/subscribe', { ...json({}), headers: { ...JSON_TYPE, origin: 'https://evil.example' } }, 403],
  ['/api/subscribe', json('a'.repeat(20_000)), 413],
  ['/api/subscribe', { method: 'POST', body: 'a' }, 415],
  ['/api/returns/ses', { method: 'POST', body: '{}' }, 404],
  ['/api/contact', json(MESSAGE), 202],
  ['/api/contact', { method: 'POST', headers: FORM_TYPE, body: 'name=Ana' }, 303],
  ['/api/contact', json({}), 422],
  ['/api/contact', json({ ...MESSAGE, phone: '1', email: 'x', website: 'x', name: 'a'.repeat(300) }), 422],
];

for (const [path, asked, status] of ASKED) {
  const method = asked.method ?? 'GET';
  test(`${method} ${path} answers ${status} as it is described`, async (t) => {
    const { port } = await startApp(t);
    const answer = await ask(port, path, asked);
    assert.equal(answer.status, status);
    assertDescribed(path, method, answer);
  });
}

test('a request refused for the load, the network, the disk or the store is described too', async (t) => {
  const limited = { ok: false, code: 'limited', retryAfterSeconds: 60 } as const;
  const postLimit = { take: () => Promise.resolve(limited) };
  const conflict = { add: () => Promise.resolve('conflict' as const) };
  const failing = { add: () => Promise.reject(new Error('planted')) };
  for (const [deps, path, fields, status] of [
    [{ postLimit }, '/api/subscribe', {}, 429],
    [{ eventLoopDelay: () => 1_000 }, '/api/contact', {}, 503],
    [{ messages: conflict }, '/api/contact', MESSAGE, 409],
    [{ store: failing }, '/api/subscribe', { email: 'a@b.co' }, 500],
    [{ takePost: () => Promise.resolve('done' as const) }, '/api/returns/ses', {}, 200],
    [{ takePost: () => Promise.resolve('forged' as const) }, '/api/returns/ses', {}, 403],
    [{ takePost: () => Promise.reject(new Error('planted')) }, '/api/returns/ses', {}, 503],
  ] as const) {
    const { port, log } = await startApp(t, deps);
    const answer = await ask(port, path, json(fields));
    assert.equal(answer.status, status);
    assertDescribed(path, 'POST', answer);
    log.length = 0;
  }
  const { port } = await startApp(t, {
    canStore: () => Promise.resolve(false),
    diskState: () => Promise.resolve('low'),
  });
  assertDescribed('/readyz', 'GET', await ask(port, '/readyz'));
  const degraded = await startApp(t, { diskState: () => Promise.resolve('low') });
  assertDescribed('/readyz', 'GET', await ask(degraded.port, '/readyz'));
});

test('an answer that is not as described is seen (catches: a check that sees nothing)', () => {
  const said = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } };
  for (const body of ['{}', '{"token":7}', '{"token":"a","more":1}']) {
    assert.throws(
      () => assertDescribed('/api/form-token', 'GET', { ...said, body: Buffer.from(body) }),
      body,
    );
  }
  const notFound = { status: PROBLEMS['not-found'].status, headers: {}, body: Buffer.from('{}') };
  assert.throws(() => assertDescribed('/healthz', 'GET', notFound));
});
