import { isFact } from '#contract/content/own-facts.ts';
import type { Restored, Version, VersionContent } from '#contract/owner/site.ts';
import { difference } from '#server/content/draft.ts';
import { currentEdition, editionBefore, listEditions, readEdition } from '#server/content/editions.ts';
import { restoreToDraft } from '#server/content/history.ts';
import { type Answer, type Ask, get, NOT_FOUND, type OwnerRoute, post } from '#server/web/owner/route.ts';
import { editorOf, proofOf } from './editor.ts';

type Changes = Pick<Version, 'fields' | 'undid'>;

/** Versions of an answer. */
const PAGE = 100;

export const HISTORY_ROUTES: readonly OwnerRoute[] = [
  get('/site/history', 'Lists the versions, newest first; ?before=N: those before version N.', list),
  get('/site/history/:id', 'Shows how a version differs from the built-in content.', show),
  post(
    'never',
    '/site/history/:id/restore',
    'Makes a version’s content the draft, and keeps the former draft as a version; refused with needs-passkey where its tags are others.',
    restore,
  ),
];

async function list({ query, parts }: Ask): Promise<Answer> {
  const before = Number(query.get('before') ?? '');
  const page = { most: PAGE, ...(Number.isSafeInteger(before) && before > 0 && { before }) };
  const rows = await listEditions(parts.read, page);
  const name = await editorOf(parts).nameOf(rows.map(({ owner }) => owner));
  const versions: Version[] = [];
  // One after the other: each may have a megabyte.
  for (const { number, kind, at, owner } of rows)
    versions.push({ number, kind, at, by: name(owner), ...(await changesOf(number, parts)) });
  return { json: versions };
}

/** How a version differs from what visitors saw before it. Read once: versions never change. */
async function changesOf(number: number, parts: Ask['parts']): Promise<Changes> {
  const { changes } = editorOf(parts);
  const known = changes.get(number);
  if (known !== undefined) return known;
  const edition = await readEdition(parts.read, number);
  const before = await editionBefore(parts.read, number);
  const fields = [...difference(edition?.content ?? {}, before?.content ?? {}).keys()].sort();
  const mayUndo = before !== null && fields.length > 0 && edition?.kind === 'published';
  const earlier = mayUndo ? await editionBefore(parts.read, before.number) : null;
  const isBack = mayUndo && difference(edition.content, earlier?.content ?? {}).size === 0;
  const found: Changes = { fields, undid: isBack ? before.number : null };
  changes.set(number, found);
  return found;
}

async function show({ id, parts }: Ask): Promise<Answer> {
  const edition = await readEdition(parts.read, id);
  if (edition === null) return NOT_FOUND;
  const { number, kind, at, owner, content } = edition;
  const name = await editorOf(parts).nameOf([owner]);
  const version: VersionContent = { number, kind, at, by: name(owner), content };
  return { json: version };
}

async function restore({ id, owner, parts, audit, lacksProof }: Ask): Promise<Answer> {
  const edition = await readEdition(parts.read, id);
  if (edition === null) return NOT_FOUND;
  const words = await editorOf(parts).words();
  // Nobody could repair a field that this program does not have.
  const known = Object.entries(edition.content).filter(([key]) => isFact(key) || words.has(key));
  const content = Object.fromEntries(known);
  const shown = (await currentEdition(parts.read))?.content ?? {};
  const isTagged = [...difference(content, shown).keys()].some((key) => proofOf(key, words) === 'always');
  if (isTagged && (await lacksProof('always'))) return { problem: 'needs-passkey' };
  const kept = await restoreToDraft(parts.write, { content, owner: owner.id }, parts.now());
  await audit('site-restored', { n: id, ...(kept !== null && { kept }) });
  const json: Restored = { kept };
  return { json };
}
