import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTACT_CODES, CONTACT_FIELDS, CONTACT_LIMITS, parseContact } from '#contract/contact.ts';
import { LANGUAGES } from '#contract/language.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts';
import { ROUTES, type HandlerName, type Route } from '#server/web/routes.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { ROOT } from '#server/base/root.ts';
import { CONTENT_DOC, withFacts } from './facts-table.ts';
import { OWNER_COMPONENTS, ownerPaths } from './owner-api.ts';

/** The API document (OpenAPI 3.1), generated from the table of routes by `npm run api`. */
export const API_FILE = join(ROOT, 'docs/api.json');

type Schema = Record<string, unknown>;
const TAGS = {
  visitors: 'What the site’s forms post to.',
  providers: 'Webhooks of mail providers.',
  supervisors: 'Health checks.',
  owner: 'The dashboard’s API.',
};

/** What the table does not say about a route. `refusals`: in addition to those that the table implies. */
type Said = {
  tag: keyof typeof TAGS;
  summary: string;
  /** Of a GET; for a post it describes the body. */
  description?: string;
  answers: Record<number, Schema>;
  refusals: ProblemCode[];
  fields?: Schema;
};

const text = (description: string): Schema => ({ type: 'string', description });
const ok = objectOf({ ok: { const: true } }, ['ok']);

/** Fields of both forms. */
const SHARED = {
  language: {
    enum: [...LANGUAGES],
    description: 'The language of the emails and of the result page.',
  },
  consent: text('Version of the consent text that was shown.'),
  token: text(
    'From /api/form-token, at least two seconds old. A script that sends none is marked as a suspected bot.',
  ),
  topic: text('Honeypot: leave it empty.'),
};

const SUBSCRIBE = objectOf(
  {
    email: text('At most 254 characters.'),
    interest: text(
      'The id of the book that is asked for: up to 32 of a-z, 0-9 and -. One that the site has not is ignored.',
    ),
    asks: text('`news`: for the newsletter, if there is one.'),
    path: text('The first path asked for, with its query: the campaign is read from it.'),
    referrer: text('The page that linked here.'),
    ...SHARED,
  },
  ['email'],
);

const CONTACT = objectOf(
  {
    ...Object.fromEntries(CONTACT_FIELDS.map((field) => [field, text(lengthOf(field))])),
    key: text(
      'An idempotency key, 8 to 64 of A-Z, a-z, 0-9 and -: a retry with the same key is stored once.',
    ),
    ...SHARED,
  },
  requiredFields(),
);

/** The fields that an empty form is rejected for. */
function requiredFields(): string[] {
  const empty = parseContact({}, ['website']);
  return empty.ok ? [] : empty.problems.map(({ field }) => field);
}

function lengthOf(field: (typeof CONTACT_FIELDS)[number]): string {
  const limit = `At most ${field === 'email' ? 254 : CONTACT_LIMITS[field]} characters.`;
  const setting = { company: 'CONTACT_COMPANY', phone: 'CONTACT_PHONE' }[field as string];
  return setting ? `${limit} May be left out where ${setting}=optional.` : limit;
}

/** Links in mails are pages, not part of the API. */
type ApiHandler = Exclude<HandlerName, 'showLink' | 'followLink' | 'giveBook'>;

const SAID: Record<ApiHandler, Said> = {
  subscribe: {
    tag: 'visitors',
    summary: 'Puts an address on the list. The answer is the same for new and known addresses.',
    answers: { 202: ok },
    refusals: ['invalid-fields'],
    fields: SUBSCRIBE,
  },
  contact: {
    tag: 'visitors',
    summary: 'Sends a message to the owner.',
    answers: { 202: ok },
    refusals: ['conflict', 'invalid-fields'],
    fields: CONTACT,
  },
  returns: {
    tag: 'providers',
    summary:
      'Takes what a mail provider (ses, postmark, mailgun, brevo, resend) tells about a mail, signed by it.',
    answers: { 200: ok },
    refusals: ['not-signed', 'not-found'],
  },
  formToken: {
    tag: 'visitors',
    summary: 'Returns a form token.',
    description: 'Request it when the form is shown; it becomes valid two seconds later.',
    answers: { 200: objectOf({ token: text('Valid for one day and three posts.') }, ['token']) },
    refusals: [],
  },
  thisServer: {
    tag: 'supervisors',
    summary: 'Proves to a server of the same store that it answers at an address.',
    description:
      'The query has a `question` of 32 characters; the answer is its signature by the server’s keys.',
    answers: { 200: objectOf({ answer: { type: 'string' } }, ['answer']) },
    refusals: ['malformed'],
  },
  alive: {
    tag: 'supervisors',
    summary: 'Liveness: the process is running.',
    description: 'Nothing else is checked. Restart a process that doesn’t respond.',
    answers: { 200: ok },
    refusals: [],
  },
  ready: {
    tag: 'supervisors',
    summary: 'Readiness: a sign-up sent now could be stored.',
    description: 'A disk that is nearly full is reported as `degraded`; addresses are still stored.',
    answers: { 200: objectOf({ ok: { const: true }, degraded: { enum: ['disk'] } }, ['ok']) },
    refusals: ['unavailable'],
  },
};

/** Problem codes that every post can return. */
const OF_POSTS: ProblemCode[] = [
  'malformed',
  'foreign-origin',
  'timeout',
  'too-large',
  'unsupported-type',
  'too-many-requests',
  'unavailable',
];
const OF_ALL: ProblemCode[] = ['headers-too-large', 'internal'];

export function isApi(route: Route): route is Route & { handler: ApiHandler } {
  return route.handler in SAID;
}

function objectOf(properties: Record<string, Schema>, required: string[]): Schema {
  return { type: 'object', properties, required };
}

function operationOf(route: Route & { handler: ApiHandler }) {
  const { tag, summary, description, answers, refusals, fields } = SAID[route.handler];
  const isPost = route.method === 'POST';
  const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const codes = [...(isPost ? OF_POSTS : []), ...refusals, ...OF_ALL];
  const said = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: 'Done.', content: { 'application/json': { schema } } },
  ]);
  const isForm = isPost && route.body === undefined;
  const led = [303, { description: 'A form without JavaScript is redirected to a result page.' }];
  const refused = codes.map((code) => [PROBLEMS[code].status, { $ref: `#/components/responses/${code}` }]);
  return {
    operationId: route.handler,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(named.length > 0 && { parameters: named.map(inPath) }),
    ...(isPost && {
      description: `The body may have ${route.bodyLimit} bytes${route.origin === 'own' ? ', and come from a page of the site itself or from no page' : ''}.`,
      requestBody: { required: true, content: isForm ? bodiesOf(fields) : { '*/*': {} } },
    }),
    responses: Object.fromEntries([...said, ...(isForm ? [led] : []), ...refused]),
  };
}

function inPath(name: string): Schema {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function bodiesOf(schema: Schema = {}) {
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
}

const FIELD_CODES = ['invalid', 'several', 'non-ascii', ...CONTACT_CODES];

const PROBLEM = objectOf(
  {
    title: text('For people.'),
    status: { type: 'integer' },
    code: { enum: Object.keys(PROBLEMS), description: 'Machine-readable; stable across releases.' },
    problems: {
      type: 'array',
      description: 'Only of invalid-fields.',
      items: objectOf({ field: { type: 'string' }, code: { enum: FIELD_CODES } }, ['field', 'code']),
    },
  },
  ['title', 'status', 'code'],
);

function refusalOf(code: ProblemCode) {
  const schema = { $ref: '#/components/schemas/Problem' };
  const waits = code === 'unavailable' || code === 'too-many-requests';
  return {
    description: PROBLEMS[code].title,
    ...(waits && { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'In seconds.' } } }),
    content: { 'application/problem+json': { schema } },
  };
}

export function makeApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES.filter(isApi)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  Object.assign(paths, ownerPaths());
  const said = JSON.stringify(paths);
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) =>
    said.includes(`"#/components/responses/${code}"`),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'embreve',
      version: '1',
      description:
        'The HTTP API: sign-ups, contact messages, mail provider webhooks, health checks and the dashboard. Every GET endpoint also answers HEAD.',
      contact: { name: OWN_FACTS['legal.entity'], email: OWN_FACTS['legal.email'] },
    },
    servers: [{ url: '/', description: 'The site itself.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...OWNER_COMPONENTS,
      schemas: { Problem: PROBLEM },
      responses: {
        ...Object.fromEntries(codes.map((code) => [code, refusalOf(code)])),
        ...OWNER_COMPONENTS.responses,
      },
    },
  };
}

if (import.meta.main) {
  writeFileSync(API_FILE, `${JSON.stringify(makeApi(), null, 2)}\n`);
  writeFileSync(CONTENT_DOC, withFacts(readFileSync(CONTENT_DOC, 'utf8')));
}
