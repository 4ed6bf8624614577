import { isLanguage } from '#contract/language.ts';
import {
  IMPORT_LIMITS,
  type PeopleChoices,
  readAddition,
  readExport,
  readFilter,
  readImportPart,
} from '#contract/owner/people.ts';
import { parseAddress, parseSubscribe } from '#contract/subscribe.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { addPerson } from '#server/list/add.ts';
import { askAgain } from '#server/list/ask-again.ts';
import { changeLanguage } from '#server/list/change-language.ts';
import { countByKind } from '#server/list/count.ts';
import { erase } from '#server/list/erase.ts';
import { exportShown } from '#server/list/export-shown.ts';
import { find, type Kept } from '#server/list/find.ts';
import { importPart } from '#server/list/import/part.ts';
import { createLink } from '#server/list/link-token.ts';
import { release } from '#server/list/release.ts';
import { countPeople, newestSources, searchPeople } from '#server/list/search.ts';
import { timelineOf } from '#server/list/timeline.ts';
import { asCsv } from '#server/table.ts';
import { fieldsOf, idIn, textIn } from './asked.ts';
import { exportTicket, readTicket } from './export-ticket.ts';
import type { Answer, Ask, OwnerRoute } from './route.ts';

const SHOWN = 50;
const SMALL = 4 * 1024;
const BYTES_A_CHARACTER = 3;
const IMPORT_PART = BYTES_A_CHARACTER * (IMPORT_LIMITS.part + 2 * IMPORT_LIMITS.row);

const NOT_FOUND: Answer = { problem: 'not-found' };
const MALFORMED: Answer = { problem: 'malformed' };

export const PEOPLE_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/people',
    about:
      'People, the newest first, by `state`, `language`, `source` and `book`. `next` is the `before` of what follows.',
    handle: byQuery(list),
  },
  {
    method: 'GET',
    path: '/people/count',
    about: 'How many people fit; at least so many where `isExact` is false.',
    handle: byQuery(count),
  },
  {
    method: 'POST',
    path: '/people/search',
    about:
      'The same list, by part of the address (`q`) too: `query` is what would stand behind the question mark.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: byBody(list),
  },
  {
    method: 'POST',
    path: '/people/count/search',
    about: 'The same count, by part of the address too.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: byBody(count),
  },
  {
    method: 'GET',
    path: '/people/choices',
    about: 'How many people there are of each state, and where the newest came from.',
    handle: async ({ parts: { read } }) => {
      const choices: PeopleChoices = { counted: await countByKind(read), sources: await newestSources(read) };
      return { json: choices };
    },
  },
  {
    method: 'POST',
    path: '/people',
    about: 'Adds a person, who is asked to confirm.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: add,
  },
  {
    method: 'POST',
    path: '/people/import/look',
    about: 'Says what would become of a part of a list.',
    bodyLimit: IMPORT_PART,
    proof: 'never',
    handle: (asked) => importSome(asked, { dry: true }),
  },
  {
    method: 'POST',
    path: '/people/import',
    about: 'Imports a part of a list.',
    bodyLimit: IMPORT_PART,
    // It confirms strangers by the thousand, and what is set for an hour would write to them.
    proof: 'always',
    handle: (asked) => importSome(asked, { dry: false }),
  },
  {
    method: 'POST',
    path: '/people/export',
    about: 'Gives the address of a file with the people that fit, good for a minute in this session.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: askForExport,
  },
  {
    method: 'GET',
    path: '/people/export',
    about: 'The file, by the `ticket` that the POST has given.',
    handle: exportPeople,
  },
  { method: 'GET', path: '/people/:id', about: 'All that is known of a person.', handle: show },
  {
    method: 'POST',
    path: '/people/:id/ask',
    about: 'Sends the confirmation mail again: once a day, three times a month.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: ask,
  },
  {
    method: 'POST',
    path: '/people/:id/language',
    about: 'Writes to a person in this `language` from now on.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: writeIn,
  },
  {
    method: 'POST',
    path: '/people/:id/release',
    about: 'Lets somebody in who was held back as a suspected robot.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: letIn,
  },
  {
    method: 'POST',
    path: '/people/:id/links',
    about: 'New links for a person: to see, take along or erase what is kept, and to leave.',
    bodyLimit: SMALL,
    // Whoever has one can erase.
    proof: 'always',
    handle: makeLinks,
  },
  {
    method: 'POST',
    path: '/people/:id/erase',
    about: 'Erases a person for good. `address` repeats theirs.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: eraseForGood,
  },
];

type Reading = (query: URLSearchParams, parts: Ask['parts']) => Promise<Answer>;

/** No part of an address: an address of a page stands in logs on its way. */
function byQuery(read: Reading): (ask: Ask) => Promise<Answer> {
  return async ({ query, parts }) => (query.has('q') ? MALFORMED : read(query, parts));
}

function byBody(read: Reading): (ask: Ask) => Promise<Answer> {
  return async ({ body, parts }) => {
    const { query } = fieldsOf(body);
    return typeof query === 'string' ? read(new URLSearchParams(query), parts) : MALFORMED;
  };
}

async function list(query: URLSearchParams, { read }: Ask['parts']): Promise<Answer> {
  const before = idIn(query.get('before')) ?? Number.MAX_SAFE_INTEGER;
  const limit = Math.min(SHOWN, idIn(query.get('limit')) ?? SHOWN);
  return { json: await searchPeople(read, readFilter(query), { before, limit }) };
}

async function count(query: URLSearchParams, { read }: Ask['parts']): Promise<Answer> {
  return { json: await countPeople(read, readFilter(query)) };
}

async function show({ params, parts: { read } }: Ask): Promise<Answer> {
  const id = idIn(params['id']);
  const person = id === null ? null : await timelineOf(read, id);
  return person === null ? NOT_FOUND : { json: person };
}

async function add({ body, audit, parts }: Ask): Promise<Answer> {
  const asked = readAddition(body);
  if (asked === null) return MALFORMED;
  const parsed = parseSubscribe(asked);
  if (!parsed.ok) return { problem: 'invalid-fields', fields: parsed.problems };
  const { address, key, language } = parsed.value;
  const added = await addPerson(parts.write, { address, key, language }, parts.now());
  if (added.outcome === 'added') {
    await audit('person-added', { id: added.id });
    parts.poke();
  }
  return { json: added };
}

async function importSome({ body, audit, parts }: Ask, { dry }: { dry: boolean }): Promise<Answer> {
  const part = readImportPart(body, dry);
  if (part === null) return MALFORMED;
  const imported = await importPart(parts.database, part, parts.now());
  if (imported.ok && !dry) {
    const { added, confirmed } = imported.counts;
    if (added + confirmed > 0) await audit('people-imported', { n: added + confirmed });
    parts.poke();
  }
  return { json: imported };
}

async function askForExport({ body, owner, audit, parts: { read, secrets, now } }: Ask): Promise<Answer> {
  const what = readExport(body);
  if (what === null) return MALFORMED;
  const { n } = await countPeople(read, readFilter(new URLSearchParams(what.filter)));
  await audit('people-exported', { n, form: what.form });
  const ticket = exportTicket(secrets, what, owner.sessionId, now());
  return { json: { path: `/people/export?ticket=${ticket}` } };
}

async function exportPeople({ query, owner, parts: { read, secrets, now } }: Ask): Promise<Answer> {
  const what = readTicket(secrets, query.get('ticket') ?? '', owner.sessionId, now());
  if (what === null) return NOT_FOUND;
  const table = exportShown(read, readFilter(new URLSearchParams(what.filter)), what);
  const day = new Date(now()).toISOString().slice(0, 10);
  return { file: asCsv(table), name: `people-${what.form}-${day}.csv`, type: 'text/csv; charset=utf-8' };
}

/** The person that the path names, or null. */
async function personOf({ params, parts }: Ask): Promise<Kept | null> {
  const id = idIn(params['id']);
  return id === null ? null : find(parts.write, { id });
}

async function ask({ params, parts }: Ask): Promise<Answer> {
  const outcome = await askAgain(parts.write, idIn(params['id']) ?? 0, parts.now());
  if (outcome === 'sent') parts.poke();
  return { json: { outcome } };
}

async function writeIn({ body, params, audit, parts }: Ask): Promise<Answer> {
  const { language } = fieldsOf(body);
  const id = idIn(params['id']);
  if (!isLanguage(language)) return MALFORMED;
  if (id === null || !(await changeLanguage(parts.write, id, language))) return NOT_FOUND;
  await audit('person-language', { id });
  return { json: { language } };
}

async function letIn(asked: Ask): Promise<Answer> {
  const { audit, parts } = asked;
  const { config, write, now } = parts;
  const person = await personOf(asked);
  if (person === null) return NOT_FOUND;
  const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null };
  const released = await release(write, person.key, follow, now());
  if (!released.ok) return { problem: released.code === 'unknown' ? 'not-found' : 'conflict' };
  await audit('person-released', { id: person.id });
  parts.poke();
  return { json: { state: released.state } };
}

async function makeLinks(asked: Ask): Promise<Answer> {
  const { config, secrets, now } = asked.parts;
  const person = await personOf(asked);
  if (person === null) return NOT_FOUND;
  const { id: subscription, key, language } = person;
  const linkTo = (purpose: 'me' | 'unsubscribe') =>
    createLink(secrets, config.siteUrl, { purpose, subscription, key, language, now: now() });
  return { json: { data: linkTo('me'), leave: linkTo('unsubscribe') } };
}

async function eraseForGood(asked: Ask): Promise<Answer> {
  const { body, audit, parts } = asked;
  const person = await personOf(asked);
  if (person === null) return NOT_FOUND;
  const meant = parseAddress(textIn(body, 'address'));
  if (!meant.ok || meant.key !== person.key)
    return { problem: 'invalid-fields', fields: [{ field: 'address', code: 'other' }] };
  const { kept } = await erase(parts.database, person.key, parts.now());
  if (kept) await audit('person-erased', { id: person.id });
  // What cannot be deleted now goes within the hour (server/retention.ts).
  await sweepMailFiles(parts.config.dataDir, parts.write).catch(() => 0);
  return { json: { kept } };
}
