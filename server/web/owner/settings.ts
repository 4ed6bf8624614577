import * as v from 'valibot';
import { LANGUAGES } from '#contract/language.ts';
import {
  PASSPHRASE,
  PREVIEW_DAYS,
  PREVIEW_NAME_LIMIT,
  type PreviewRow,
  type Settings,
} from '#contract/owner/settings.ts';
import { doctorOf } from '#server/doctor/consult.ts';
import { isTelling, setSite } from '#server/launch/site.ts';
import { changeOwner, readOwner } from '#server/owners/owners.ts';
import { endLink, makeLink, openLinks } from '#server/stage/links.ts';
import { readOpening } from '#server/stage/opening.ts';
import { previewLink } from '#server/stage/preview.ts';
import { readStage } from '#server/stage/stage.ts';
import type { Lock } from '#server/store/age.ts';
import { lastBackup, openBackup } from '#server/store/backup-file.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { runningVersion } from '#server/base/version.ts';
import { text, integerField } from './body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  MALFORMED,
  NOT_FOUND,
  NOT_NOW,
  type OwnerParts,
  type OwnerRoute,
  post,
  wrongField,
} from './route.ts';

const PREVIEW = v.object({ name: text(1_000), days: integerField(PREVIEW_DAYS.least, PREVIEW_DAYS.most) });
const ME = v.object({
  weeklySummary: v.nullish(v.boolean(), null),
  language: v.nullish(v.picklist(LANGUAGES), null),
});
const BACKUP = v.object({ passphrase: text(PASSPHRASE.most) });

export const SETTINGS_ROUTES: readonly OwnerRoute[] = [
  get(
    '/settings',
    'Shows the version, the stage, the preview links, the weekly summary and the last backup.',
    showSettings,
  ),
  post('always', '/site/open', 'Makes the site live without emailing anyone.', (ask) =>
    changeSite(ask, 'live'),
  ),
  post(
    'with-passkey',
    '/site/close',
    'Shows Coming Soon again, and pauses a launch that is sending.',
    (ask) => changeSite(ask, 'soon'),
  ),
  post('with-passkey', '/previews', 'Creates a preview link to the site.', makePreview, PREVIEW),
  post('with-passkey', '/previews/:id/end', 'Revokes a preview link.', endPreview),
  post('never', '/me', 'Turns this owner’s weekly summary on or off, or sets its language.', changeMe, ME),
  get(
    '/doctor',
    'Shows the last health check; null if there has been none since the server started.',
    async ({ parts }) => ({ json: doctorOf(parts).last() }),
  ),
  post(
    'never',
    '/doctor',
    'Runs the health check: settings, database, disk, email, clock and pages. Changes nothing.',
    async ({ parts }) => ({ json: await doctorOf(parts).look() }),
  ),
  post('always', '/backup', 'Downloads a backup, encrypted with a passphrase (age format).', backUp, BACKUP),
  post(
    'always',
    '/backup/for-key',
    'Downloads a backup, encrypted for the recovery key of the copies (age format).',
    backUpForKey,
  ),
];

async function showSettings({ owner, parts }: Ask): Promise<Answer> {
  const { read, config, database, now } = parts;
  const stage = (await readStage(read)) ?? config.stage;
  const { weekly_summary, email } = await readOwner(read, owner.id);
  const rows = await openLinks(read, now());
  const settings: Settings = {
    version: runningVersion(),
    site: {
      open: stage === 'live',
      since: stage === 'live' ? await readOpening(read) : null,
      telling: await isTelling(read),
    },
    weeklySummary: { on: weekly_summary === 1, address: email },
    backup: database.kind === 'sqlite' ? { last: await lastBackup(read) } : 'by-hand',
    previews: rows.filter(({ edition }) => edition === null).map((row) => shownLink(row, parts)),
    analytics: { ga: config.gaId, gtm: config.gtmId },
  };
  return { json: settings };
}

type LinkRow = Awaited<ReturnType<typeof openLinks>>[number];

/** A link as owners see it. */
export function shownLink(row: LinkRow, { secrets, config }: OwnerParts): PreviewRow {
  const { id, name, made_by: madeBy, ends_at: endsAt, opened } = row;
  return { id, name, madeBy, endsAt, opened, link: previewLink(secrets, config.siteUrl, row) };
}

async function changeSite({ owner, parts, audit }: Ask, stage: 'live' | 'soon'): Promise<Answer> {
  const { write, now } = parts;
  await setSite(write, stage, { by: owner.name, now: now() });
  await audit('stage-changed', { stage });
  return DONE;
}

async function makePreview({ owner, body, parts, audit }: Ask<typeof PREVIEW>): Promise<Answer> {
  const name = body.name.trim().slice(0, PREVIEW_NAME_LIMIT);
  if (name === '') return wrongField('name', 'missing');
  const { write, now } = parts;
  const link = await makeLink(write, { name, days: body.days, madeBy: owner.name, edition: null }, now());
  if (link === null) return { problem: 'conflict' };
  await audit('preview-made', { id: link.id });
  return { json: shownLink({ ...link, made_by: owner.name, ended_at: null, opened: 0 }, parts) };
}

async function endPreview({ id, parts, audit }: Ask): Promise<Answer> {
  if (!(await endLink(parts.write, id, parts.now()))) return NOT_FOUND;
  await audit('preview-ended', { id });
  return DONE;
}

async function changeMe({ owner, body, parts }: Ask<typeof ME>): Promise<Answer> {
  if (body.weeklySummary === null && body.language === null) return MALFORMED;
  await changeOwner(parts.write, owner.id, body);
  return DONE;
}

/** A backup needs as much disk space as the store: one at a time. */
let isCopying = false;

async function backUp(ask: Ask<typeof BACKUP>): Promise<Answer> {
  const { passphrase } = ask.body;
  if (passphrase.length < PASSPHRASE.least) return wrongField('passphrase', 'too-short');
  return sealed(ask, { passphrase }, 'backup');
}

async function backUpForKey(ask: Ask): Promise<Answer> {
  const { copyKey } = ask.parts.config;
  return copyKey === null ? NOT_NOW : sealed(ask, { recipient: copyKey }, 'copy');
}

async function sealed(
  { parts, audit }: Pick<Ask, 'parts' | 'audit'>,
  lock: Lock,
  name: string,
): Promise<Answer> {
  const { config, database, write, now } = parts;
  if (database.kind !== 'sqlite') return NOT_FOUND;
  if (isCopying) return { problem: 'under-way', retryAfter: 10 };
  const { dataDir, secretKeys } = config;
  isCopying = true;
  try {
    const wish = { dataDir, keys: secretKeys === null, lock, now };
    const { file, remove: done } = await openBackup(write, wish);
    await audit('backup-made').catch(async (error: unknown) => {
      await done();
      throw error;
    });
    const day = new Date(now()).toISOString().slice(0, 10);
    return { file, name: `${name}-${day}.sqlite.age`, type: 'application/octet-stream', done };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'no-space') return { problem: 'disk-full' };
    throw error;
  } finally {
    isCopying = false;
  }
}
