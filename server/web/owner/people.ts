import * as v from 'valibot';
import { LANGUAGES } from '#contract/language.ts';
import {
  EXPORT_FORMS,
  IMPORT_CONSENTS,
  IMPORT_LIMITS,
  MOST_ANSWERS,
  type PeopleChoices,
  readFilter,
} from '#contract/owner/people.ts';
import { parseAddress, parseSubscribe } from '#contract/subscribe.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { addPerson } from '#server/list/add.ts';
import { askAgain } from '#server/list/ask-again.ts';
import { changeLanguage } from '#server/list/change-language.ts';
import { countByKind } from '#server/list/count.ts';
import { erase } from '#server/list/erase.ts';
import { exportShown } from '#server/list/export-shown.ts';
import { find } from '#server/list/find.ts';
import { importPart } from '#server/list/import/part.ts';
import { usualLanguage } from '#server/web/pages/default-language.ts';
import { recentImports, takeBack } from '#server/list/import/runs.ts';
import { NEWS } from '#contract/newsletter.ts';
import { endTopics } from '#server/list/choices.ts';
import { createLink } from '#server/list/link-token.ts';
import { release } from '#server/list/release.ts';
import { countPeople, newestSources, searchPeople } from '#server/list/search.ts';
import { timelineOf } from '#server/list/timeline.ts';
import { asCsv } from '#server/base/table.ts';
import { idIn } from './asked.ts';
import { text, integerField } from './body.ts';
import { exportTicket, readTicket } from './export-ticket.ts';
import {
  type Answer,
  type Ask,
  get,
  MALFORMED,
  NOT_FOUND,
  type OwnerRoute,
  post,
  wrongField,
} from './route.ts';

const SHOWN = 50;
const BYTES_A_CHARACTER = 3;
const IMPORT_LENGTH = IMPORT_LIMITS.part + 2 * IMPORT_LIMITS.row;

const QUERY = v.object({ query: text(2_000) });
const LANGUAGE = v.object({ language: v.picklist(LANGUAGES) });
const ADDITION = v.object({ email: text(1_000), ...LANGUAGE.entries });
const EXPORT = v.object({
  filter: text(1_000),
  form: v.picklist(EXPORT_FORMS),
  proof: v.optional(v.boolean(), false),
  all: v.optional(v.boolean(), false),
});
const REPEATED = v.object({ address: text(1_000) });
const PART = v.object({
  head: text(IMPORT_LENGTH),
  text: text(IMPORT_LENGTH),
  line: integerField(2),
  consent: v.picklist(IMPORT_CONSENTS),
  answers: v.pipe(
    v.array(
      v.object({
        place: integerField(0, IMPORT_LIMITS.columns),
        yes: v.nullable(v.pipe(v.array(text(100)), v.maxLength(MOST_ANSWERS))),
      }),
    ),
    v.maxLength(IMPORT_LIMITS.columns),
  ),
  shape: v.nullable(v.object({ address: integerField(0, IMPORT_LIMITS.columns), headless: v.boolean() })),
  run: v.nullable(integerField(1)),
});

export const PEOPLE_ROUTES: readonly OwnerRoute[] = [
  get(
    '/people',
    'Lists people, newest first, by `state`, `language`, `source`, `book` and `newsletter`. `next` is the `before` of the next page.',
    byQuery(list),
  ),
  get(
    '/people/count',
    'Counts the people that match; where `isExact` is false, there are at least this many.',
    byQuery(count),
  ),
  post(
    'never',
    '/people/search',
    'Lists people by part of an address (`q`) too: `query` is what would follow the question mark.',
    byBody(list),
    QUERY,
  ),
  post('never', '/people/count/search', 'Counts people by part of an address too.', byBody(count), QUERY),
  get(
    '/people/choices',
    'Counts people by state, and names the sources of the newest.',
    async ({ parts: { read } }) => {
      const choices: PeopleChoices = { counted: await countByKind(read), sources: await newestSources(read) };
      return { json: choices };
    },
  ),
  post('with-passkey', '/people', 'Adds a person and sends the confirmation email.', add, ADDITION),
  post(
    'never',
    '/people/import/look',
    'Previews the import of one part of a list; changes nothing.',
    (asked) => importSome(asked, { dry: true }),
    PART,
    BYTES_A_CHARACTER * IMPORT_LENGTH,
  ),
  // It confirms strangers by the thousand, and a scheduled launch would email them.
  post(
    'always',
    '/people/import',
    'Imports one part of a list.',
    (asked) => importSome(asked, { dry: false }),
    PART,
    BYTES_A_CHARACTER * IMPORT_LENGTH,
  ),
  get(
    '/people/imports',
    'Lists the imports of the last day, which can be taken back.',
    async ({ parts }) => ({
      json: await recentImports(parts.read, parts.now()),
    }),
  ),
  post(
    'always',
    '/people/imports/:id/undo',
    'Takes an import back; people who acted by themselves since stay.',
    undoImport,
  ),
  post(
    'always',
    '/people/export',
    'Returns the address of a file with the people that match, valid for one minute in this session.',
    askForExport,
    EXPORT,
  ),
  get('/people/export', 'Downloads the file, by the `ticket` that the POST returned.', exportPeople),
  get('/people/:id', 'Shows all that is kept about a person.', show),
  post(
    'with-passkey',
    '/people/:id/ask',
    'Resends the confirmation email: at most once a day and three times a month.',
    ask,
  ),
  post('never', '/people/:id/language', 'Sets the language of a person’s emails.', setLanguage, LANGUAGE),
  post('with-passkey', '/people/:id/newsletter/stop', 'Ends the newsletter for a person.', stopNewsletter),
  post('with-passkey', '/people/:id/release', 'Approves a sign-up held as a suspected bot.', approve),
  // Anyone with these links can erase.
  post(
    'always',
    '/people/:id/links',
    'Creates personal links: to view, download or erase data, and to unsubscribe.',
    makeLinks,
  ),
  post(
    'always',
    '/people/:id/erase',
    'Erases a person permanently. `address` repeats the address.',
    eraseForGood,
    REPEATED,
  ),
];

type Reading = (query: URLSearchParams, parts: Ask['parts']) => Promise<Answer>;

/** No part of an address: URLs end up in logs on the way. */
function byQuery(read: Reading): (ask: Ask) => Promise<Answer> {
  return async ({ query, parts }) => (query.has('q') ? MALFORMED : read(query, parts));
}

function byBody(read: Reading): (ask: Ask<typeof QUERY>) => Promise<Answer> {
  return ({ body, parts }) => read(new URLSearchParams(body.query), parts);
}

async function list(query: URLSearchParams, { read }: Ask['parts']): Promise<Answer> {
  const before = idIn(query.get('before')) ?? Number.MAX_SAFE_INTEGER;
  const limit = Math.min(SHOWN, idIn(query.get('limit')) ?? SHOWN);
  return { json: await searchPeople(read, readFilter(query), { before, limit }) };
}

async function count(query: URLSearchParams, { read }: Ask['parts']): Promise<Answer> {
  return { json: await countPeople(read, readFilter(query)) };
}

async function show({ id, parts }: Ask): Promise<Answer> {
  const person = await timelineOf(parts.read, id);
  return person === null ? NOT_FOUND : { json: person };
}

async function add({ body, audit, parts }: Ask<typeof ADDITION>): Promise<Answer> {
  const parsed = parseSubscribe(body);
  if (!parsed.ok) return { problem: 'invalid-fields', fields: parsed.problems };
  const { address, key, language } = parsed.value;
  const added = await addPerson(parts.write, { address, key, language }, parts.now());
  if (added.outcome === 'added') {
    await audit('person-added', { id: added.id });
    parts.poke();
  }
  return { json: added };
}

async function importSome(
  { body, audit, parts }: Ask<typeof PART>,
  { dry }: { dry: boolean },
): Promise<Answer> {
  const language = usualLanguage(parts.config.defaultLanguage);
  const imported = await importPart(parts.database, { ...body, dry }, parts.now(), language);
  if (imported.ok && !dry) {
    const { added, confirmed, joined } = imported.counts;
    const n = added + confirmed + joined;
    if (n > 0) await audit('people-imported', { n });
    parts.poke();
  }
  return { json: imported };
}

async function undoImport({ id, audit, parts }: Ask): Promise<Answer> {
  const done = await takeBack(parts.write, id, parts.now());
  if (done === null) return NOT_FOUND;
  await audit('import-undone', { n: done.removed });
  return { json: done };
}

async function askForExport({ body, owner, audit, parts }: Ask<typeof EXPORT>): Promise<Answer> {
  const { n } = await countPeople(parts.read, readFilter(new URLSearchParams(body.filter)));
  await audit('people-exported', { n, form: body.form });
  const ticket = exportTicket(parts.secrets, body, owner.sessionId, parts.now());
  return { json: { path: `/people/export?ticket=${ticket}` } };
}

async function exportPeople({ query, owner, parts: { read, secrets, now } }: Ask): Promise<Answer> {
  const what = readTicket(secrets, query.get('ticket') ?? '', owner.sessionId, now());
  if (what === null) return NOT_FOUND;
  const table = exportShown(read, readFilter(new URLSearchParams(what.filter)), what);
  const day = new Date(now()).toISOString().slice(0, 10);
  return { file: asCsv(table), name: `people-${what.form}-${day}.csv`, type: 'text/csv; charset=utf-8' };
}

async function ask({ id, parts }: Ask): Promise<Answer> {
  const outcome = await askAgain(parts.write, id, parts.now());
  if (outcome === 'sent') parts.poke();
  return { json: { outcome } };
}

async function setLanguage({ body, id, audit, parts }: Ask<typeof LANGUAGE>): Promise<Answer> {
  if (!(await changeLanguage(parts.write, id, body.language))) return NOT_FOUND;
  await audit('person-language', { id });
  return { json: body };
}

async function approve({ id, audit, parts }: Ask): Promise<Answer> {
  const { config, write, now } = parts;
  const person = await find(write, { id });
  if (person === null) return NOT_FOUND;
  const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null };
  const released = await release(write, person.key, follow, now());
  if (!released.ok) return { problem: released.code === 'unknown' ? 'not-found' : 'conflict' };
  await audit('person-released', { id });
  parts.poke();
  return { json: { state: released.state } };
}

async function stopNewsletter({ id, audit, parts }: Ask): Promise<Answer> {
  const person = await find(parts.write, { id });
  if (person === null) return NOT_FOUND;
  const isOnList = await endTopics(parts.write, id, [NEWS], parts.now());
  await audit('newsletter-stopped', { id });
  return { json: { isOnList } };
}

async function makeLinks({ id: subscription, parts }: Ask): Promise<Answer> {
  const { config, secrets, write, now } = parts;
  const person = await find(write, { id: subscription });
  if (person === null) return NOT_FOUND;
  const { key, language } = person;
  const linkTo = (purpose: 'me' | 'unsubscribe') =>
    createLink(secrets, config.siteUrl, { purpose, subscription, key, language, now: now() });
  return { json: { data: linkTo('me'), leave: linkTo('unsubscribe') } };
}

async function eraseForGood({ id, body, audit, parts }: Ask<typeof REPEATED>): Promise<Answer> {
  const person = await find(parts.write, { id });
  if (person === null) return NOT_FOUND;
  const meant = parseAddress(body.address);
  if (!meant.ok || meant.key !== person.key) return wrongField('address', 'other');
  const { kept } = await erase(parts.database, person.key, parts.now());
  if (kept) await audit('person-erased', { id });
  // What cannot be deleted now is deleted within the hour (server/retention/retention.ts).
  await sweepMailFiles(parts.config.dataDir, parts.write).catch(() => 0);
  return { json: { kept } };
}
