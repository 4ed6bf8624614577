import * as v from 'valibot';
import { contentProblems, onlyChanges } from '#contract/content/check.ts';
import { PREVIEW_NAME_LIMIT } from '#contract/owner/settings.ts';
import { DRAFT_DAYS, type DraftLink } from '#contract/owner/site.ts';
import { editionTimes } from '#server/content/editions.ts';
import { keepSnapshot } from '#server/publish/drafts.ts';
import { readDrafted } from '#server/publish/publish.ts';
import { endLink, hasRoom, makeLink, openLinks, showEdition } from '#server/stage/links.ts';
import { integerField, text } from '../body.ts';
import {
  type Answer,
  type Ask,
  get,
  NOT_FOUND,
  NOT_NOW,
  type OwnerRoute,
  post,
  wrongField,
} from '../route.ts';
import { shownLink } from '../settings.ts';
import { editorOf } from './editor.ts';

const LINK = v.object({ name: text(1_000), days: integerField(DRAFT_DAYS.least, DRAFT_DAYS.most) });

export const DRAFT_LINK_ROUTES: readonly OwnerRoute[] = [
  get('/site/drafts', 'Shows the links to drafts of the site, newest first.', async ({ parts }) => ({
    json: await draftLinks(parts),
  })),
  post(
    'with-passkey',
    '/site/drafts',
    'Creates a link to the draft as it is now; answers once it can be followed.',
    makeDraftLink,
    LINK,
  ),
  post('with-passkey', '/site/drafts/:id/renew', 'Lets a link show the draft as it is now.', renewDraftLink),
];

async function draftLinks(parts: Ask['parts']): Promise<DraftLink[]> {
  const { read, now } = parts;
  const rows = (await openLinks(read, now())).filter(({ edition }) => edition !== null);
  const times = await editionTimes(
    read,
    rows.map(({ edition }) => edition ?? 0),
  );
  return rows.map((row) => ({ ...shownLink(row, parts), at: times.get(row.edition ?? 0) ?? row.created_at }));
}

/** Keeps the draft as it is now; null: it could not be published either. */
async function snapshot({ owner, parts }: Pick<Ask, 'owner' | 'parts'>): Promise<number | null> {
  const { content } = await readDrafted(parts.read);
  const words = await editorOf(parts).words();
  if (contentProblems(onlyChanges(content, words), words).length > 0) return null;
  return keepSnapshot(parts.write, { content, owner: owner.id, at: parts.now() });
}

async function makeDraftLink(ask: Ask<typeof LINK>): Promise<Answer> {
  const { owner, body, parts, audit } = ask;
  const { write, now } = parts;
  const name = body.name.trim().slice(0, PREVIEW_NAME_LIMIT);
  if (name === '') return wrongField('name', 'missing');
  if (!(await hasRoom(write, 'draft', now()))) return { problem: 'conflict' };
  const edition = await snapshot(ask);
  if (edition === null) return NOT_NOW;
  const link = await makeLink(write, { name, days: body.days, madeBy: owner.name, edition }, now());
  if (link === null) return { problem: 'conflict' };
  if (!(await parts.showDrafts()).has(link.id)) {
    await endLink(write, link.id, now());
    return { problem: 'internal' };
  }
  await audit('draft-shown', { id: link.id });
  return answer(parts, link.id);
}

async function renewDraftLink(ask: Ask): Promise<Answer> {
  const { id, parts, audit } = ask;
  const { write, now } = parts;
  const former = (await openLinks(parts.read, now())).find((link) => link.id === id)?.edition;
  if (former == null) return NOT_FOUND;
  const edition = await snapshot(ask);
  if (edition === null) return NOT_NOW;
  const before = (await parts.showDrafts()).get(id);
  if (!(await showEdition(write, { id, edition }, now()))) return NOT_FOUND;
  if ((await parts.showDrafts()).get(id) === before) {
    await showEdition(write, { id, edition: former }, now());
    return { problem: 'internal' };
  }
  await audit('draft-shown', { id });
  return answer(parts, id);
}

async function answer(parts: Ask['parts'], id: number): Promise<Answer> {
  const link = (await draftLinks(parts)).find((one) => one.id === id);
  return link === undefined ? NOT_FOUND : { json: link };
}
