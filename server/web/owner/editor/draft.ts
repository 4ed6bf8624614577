import * as v from 'valibot';
import { canWait } from '#contract/content/check.ts';
import { isSame, MOST_KEY_LENGTH, type Json } from '#contract/content/content.ts';
import { isFact, OWN_FACTS } from '#contract/content/own-facts.ts';
import { isDrawn, type DrawnField } from '#contract/content/pictures.ts';
import { withoutPasted } from '#contract/content/words.ts';
import type { Discarded, Saved } from '#contract/owner/site.ts';
import { discardFields, overlaid, writeField } from '#server/content/draft.ts';
import { recordSave } from '#server/owners/audit-log.ts';
import { drawPicture } from '#server/publish/owner-files.ts';
import { text, integerField } from '#server/web/owner/body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  type OwnerRoute,
  post,
  wrongField,
} from '#server/web/owner/route.ts';
import { editorOf, fieldsOf, rowOf } from './editor.ts';

/** More than there are fields. */
const MOST_FIELDS = 3_000;

const HERE = v.object({ page: v.nullable(text(200)), field: v.nullable(text(MOST_KEY_LENGTH)) });
const SEEN = { field: text(MOST_KEY_LENGTH), revision: integerField(0) };
const SAVED = v.object({ ...SEEN, value: v.optional(v.unknown()) });
const DISCARDED = v.object({ fields: v.pipe(v.array(v.object(SEEN)), v.maxLength(MOST_FIELDS)) });

export const DRAFT_ROUTES: readonly OwnerRoute[] = [
  get('/site/fields', 'Lists every field of the site, with the program’s own value.', async ({ parts }) => ({
    json: fieldsOf(await editorOf(parts).words()),
  })),
  get('/site/draft', 'Shows what visitors see, what is written since, and who else edits.', showDraft),
  post('never', '/site/here', 'Shares which field this owner is editing.', beHere, HERE),
  post('never', '/site/save', 'Saves a field to the draft, valid or not.', save, SAVED, 64 * 1024),
  post(
    'never',
    '/site/discard',
    'Discards fields from the draft and returns their values.',
    discard,
    DISCARDED,
    512 * 1024,
  ),
];

async function showDraft({ owner, parts }: Ask): Promise<Answer> {
  const editor = editorOf(parts);
  const others = JSON.stringify(editor.presence.others(owner.id));
  return { written: `${(await editor.drafted()).text},"others":${others}}` };
}

async function beHere({ owner, body, parts }: Ask<typeof HERE>): Promise<Answer> {
  editorOf(parts).presence.seen(owner, body);
  return DONE;
}

async function save({ owner, body, parts }: Ask<typeof SAVED>): Promise<Answer> {
  const { field, revision } = body;
  // What a body can hold is JSON.
  const value = body.value === undefined ? undefined : withoutPasted(body.value as Json, isFact(field));
  const editor = editorOf(parts);
  const words = await editor.words();
  const own = isFact(field) ? OWN_FACTS[field] : words.get(field)?.own;
  if (own === undefined) return wrongField('field', 'unknown');
  if (value !== undefined && !canWait(field, value, words)) return wrongField('value', 'invalid');
  const { shown, draft } = await editor.drafted();
  const before = overlaid(shown, draft)[field];
  const now = parts.now();
  const written = await writeField(parts.write, { field, value, revision, owner: owner.id }, now);
  if (written.is === 'conflict') {
    const { current } = written;
    const name = await editor.nameOf([current?.owner ?? null]);
    return saved({ is: 'conflict', current: current && rowOf(current, name(current.owner)) });
  }
  const change = {
    field,
    before: asText(before === undefined ? own : before),
    after: asText(value === undefined ? own : value),
  };
  await recordSave(parts.write, owner, change, now);
  const { problems } = await editor.drafted();
  const isRight = problems.every((problem) => problem.field !== field);
  if (isRight && value !== undefined && !isSame(drawnIn(field, value), drawnIn(field, before ?? null)))
    drawEarly(parts, field, value);
  const row = { field, value, revision: written.revision, at: now, owner: owner.id };
  return saved({ is: 'saved', row: rowOf(row, owner.name), problems });
}

/** What of a value is drawn. */
function drawnIn(field: string, value: Json): Json[] {
  return field === 'brand.accent' ? [value] : picturesIn(value);
}

/** The pictures of a value, without the words beside them. */
function picturesIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'file' in value ? [value] : Object.values(value).flatMap(picturesIn);
}

/**
 * So that nobody waits for a new picture when it is published. What cannot be drawn is a problem of its field. Of values
 * that are saved while one is drawn, only the last is drawn.
 */
export function drawEarly(parts: Ask['parts'], field: string, value: Json): void {
  if (!isDrawn(field)) return;
  const { drawing } = editorOf(parts);
  const before = drawing.get(field) ?? Promise.resolve();
  const isLast = (): boolean => drawing.get(field) === done;
  const done: Promise<void> = before
    .then(() => (isLast() ? drawNow(parts, field, value) : undefined))
    .finally(() => isLast() && drawing.delete(field));
  drawing.set(field, done);
}

async function drawNow(parts: Ask['parts'], field: DrawnField, value: Json): Promise<void> {
  const { read, config, now, log } = parts;
  const drawn = await drawPicture({ read, dataDir: config.dataDir, now }, field, value).catch(
    (error: unknown) => ({ is: 'failed', why: 'ended', said: String(error) }) as const,
  );
  if (drawn.is === 'failed')
    log.error('a saved picture could not be rendered', { field, why: drawn.why, reason: drawn.said });
  else editorOf(parts).refuse(field, value, drawn.is === 'refused' ? drawn.problems : []);
}

function saved(json: Saved): Answer {
  return { json };
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function discard({ body, parts, audit }: Ask<typeof DISCARDED>): Promise<Answer> {
  const out = await discardFields(parts.write, body.fields);
  if (out.length > 0) await audit('site-discarded', { n: out.length });
  const name = await editorOf(parts).nameOf(out.map(({ owner }) => owner));
  const json: Discarded = { rows: out.map((row) => rowOf(row, name(row.owner))) };
  return { json };
}
