import { isLanguage } from '#contract/language.ts';
import {
  PASSPHRASE,
  PREVIEW_DAYS,
  PREVIEW_NAME_LIMIT,
  type PreviewPosted,
  type PreviewRow,
  type Settings,
} from '#contract/owner/settings.ts';
import type { FieldProblem } from '#contract/problem.ts';
import { doctorOf } from '#server/doctor/consult.ts';
import { isTelling, setSite } from '#server/launch/site.ts';
import { changeOwner, readOwner } from '#server/owners/owners.ts';
import { endLink, makeLink, openLinks } from '#server/stage/links.ts';
import { readOpening } from '#server/stage/opening.ts';
import { previewLink } from '#server/stage/preview.ts';
import { readStage } from '#server/stage/stage.ts';
import { lastBackup, openBackup } from '#server/store/backup-file.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { fieldsOf, textIn } from './asked.ts';
import type { Answer, Ask, OwnerParts, OwnerRoute } from './route.ts';

const SMALL = 1024;
const DONE: Answer = { json: { ok: true } };

export const SETTINGS_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/settings',
    about: 'What visitors see, the links that show more, the letter, the last backup.',
    handle: showSettings,
  },
  {
    method: 'POST',
    path: '/site/open',
    about: 'Opens the site and tells nobody.',
    bodyLimit: SMALL,
    proof: 'always',
    handle: (ask) => changeSite(ask, 'live'),
  },
  {
    method: 'POST',
    path: '/site/close',
    about: 'Closes the site, and pauses a launch that is under way.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: (ask) => changeSite(ask, 'soon'),
  },
  {
    method: 'POST',
    path: '/previews',
    about: 'Makes a link that shows the closed site to whoever has it.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: makePreview,
  },
  {
    method: 'POST',
    path: '/previews/:id/end',
    about: 'Ends a preview link.',
    bodyLimit: SMALL,
    proof: 'with-passkey',
    handle: endPreview,
  },
  {
    method: 'POST',
    path: '/me',
    about: 'Turns the weekly summary of this owner on or off, or changes its language.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: changeMe,
  },
  {
    method: 'GET',
    path: '/doctor',
    about: 'What the doctor found last; null where nobody has asked since the start.',
    handle: async ({ parts }) => ({ json: doctorOf(parts).last() }),
  },
  {
    method: 'POST',
    path: '/doctor',
    about: 'Looks at settings, store, disk, mail, clock and pages. Changes nothing.',
    bodyLimit: SMALL,
    proof: 'never',
    handle: async ({ parts }) => ({ json: await doctorOf(parts).look() }),
  },
  {
    method: 'POST',
    path: '/backup',
    about: 'A copy of the store, encrypted with a passphrase (an archive in the format age).',
    bodyLimit: SMALL,
    proof: 'always',
    handle: backUp,
  },
];

async function showSettings({ owner, parts }: Ask): Promise<Answer> {
  const { read, config, database, now } = parts;
  const stage = (await readStage(read)) ?? config.stage;
  const { letter, email } = await readOwner(read, owner.id);
  const rows = await openLinks(read, now());
  const settings: Settings = {
    site: {
      open: stage === 'live',
      since: stage === 'live' ? await readOpening(read) : null,
      telling: await isTelling(read),
    },
    letter: { on: letter === 1, address: email },
    backup: database.kind === 'sqlite' ? { last: await lastBackup(read) } : 'by-hand',
    previews: rows.map((row) => shown(row, parts)),
  };
  return { json: settings };
}

type LinkRow = Awaited<ReturnType<typeof openLinks>>[number];

function shown(row: LinkRow, { secrets, config }: Pick<OwnerParts, 'secrets' | 'config'>): PreviewRow {
  const { id, name, made_by: madeBy, ends_at: endsAt, opened } = row;
  return { id, name, madeBy, endsAt, opened, link: previewLink(secrets, config.siteUrl, row) };
}

async function changeSite({ owner, parts, audit }: Ask, stage: 'live' | 'soon'): Promise<Answer> {
  const { write, now } = parts;
  await setSite(write, stage, { by: owner.name, now: now() });
  await audit('stage-changed', { stage });
  return DONE;
}

async function makePreview({ owner, body, parts, audit }: Ask): Promise<Answer> {
  const wanted = previewIn(body);
  if ('fields' in wanted) return { problem: 'invalid-fields', fields: wanted.fields };
  const { write, secrets, config, now } = parts;
  const link = await makeLink(write, { ...wanted, madeBy: owner.name }, now());
  if (link === null) return { problem: 'conflict' };
  await audit('preview-made', { id: link.id });
  return {
    json: shown(
      { ...link, name: wanted.name, made_by: owner.name, ended_at: null, opened: 0 },
      { secrets, config },
    ),
  };
}

function previewIn(body: unknown): PreviewPosted | { fields: FieldProblem[] } {
  const name = textIn(body, 'name').trim().slice(0, PREVIEW_NAME_LIMIT);
  const { days } = fieldsOf(body);
  const fields: FieldProblem[] = name === '' ? [{ field: 'name', code: 'missing' }] : [];
  if (!isPreviewDays(days)) return { fields: [...fields, { field: 'days', code: 'invalid' }] };
  return fields.length > 0 ? { fields } : { name, days };
}

function isPreviewDays(days: unknown): days is number {
  return (
    typeof days === 'number' &&
    Number.isInteger(days) &&
    days >= PREVIEW_DAYS.least &&
    days <= PREVIEW_DAYS.most
  );
}

async function endPreview({ params, parts, audit }: Ask): Promise<Answer> {
  const id = Number(params['id']);
  if (!(await endLink(parts.write, id, parts.now()))) return { problem: 'not-found' };
  await audit('preview-ended', { id });
  return DONE;
}

async function changeMe({ owner, body, parts }: Ask): Promise<Answer> {
  const given = fieldsOf(body);
  const letter = typeof given['letter'] === 'boolean' ? given['letter'] : undefined;
  const language = isLanguage(given['language']) ? given['language'] : undefined;
  if (letter === undefined && language === undefined) return { problem: 'malformed' };
  await changeOwner(parts.write, owner.id, { letter, language });
  return DONE;
}

/** A copy takes the room of the store once more: one at a time. */
let isCopying = false;

async function backUp({ body, parts, audit }: Ask): Promise<Answer> {
  const { config, database, write, now } = parts;
  const passphrase = textIn(body, 'passphrase');
  if (passphrase.length < PASSPHRASE.least)
    return { problem: 'invalid-fields', fields: [{ field: 'passphrase', code: 'too-short' }] };
  if (database.kind !== 'sqlite') return { problem: 'not-found' };
  if (isCopying) return { problem: 'under-way', retryAfter: 10 };
  const { dataDir, secretKeys } = config;
  isCopying = true;
  try {
    const wish = {
      dataDir,
      keys: secretKeys === null,
      passphrase: passphrase.slice(0, PASSPHRASE.most),
      now,
    };
    const { file, remove: done } = await openBackup(write, wish);
    await audit('backup-made').catch(async (error: unknown) => {
      await done();
      throw error;
    });
    const day = new Date(now()).toISOString().slice(0, 10);
    return { file, name: `embreve-${day}.sqlite.age`, type: 'application/octet-stream', done };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'no-space') return { problem: 'disk-full' };
    throw error;
  } finally {
    isCopying = false;
  }
}
