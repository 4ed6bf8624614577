import { existsSync } from 'node:fs';
import type { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import type { Kysely } from '#kysely';
import type { CheckFinding, FindingGroup } from '#contract/owner/launch.ts';
import type { Config } from '#server/base/config.ts';
import type { Dkim } from '#server/deliver/mime.ts';
import { trialEnvelope, verifySmtp } from '#server/deliver/try-smtp.ts';
import { Failed } from '#server/base/failed.ts';
import { backUp, checkBackup } from '#server/store/backup.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './rows.ts';
import type { AnnouncementMailDeps } from './announcement-mail.ts';
import { examineDomain } from './domain.ts';
import { findDomain, finding, findMails, findWords } from './findings.ts';
import { readPicture } from './picture.ts';
import { countAudience } from './recipients.ts';
import { rehearseMails } from './rehearsal.ts';

export type RehearseConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'secretKeys'
  | 'mailRoute'
  | 'mailFrom'
  | 'ownerEmail'
  | 'siteUrl'
  | 'dkim'
  | 'dnsServer'
>;

type RehearseDeps = {
  read: Kysely<Tables>;
  config: RehearseConfig;
  /** What mails are built from. @throws Failed if that is missing */
  mailDeps: () => Omit<AnnouncementMailDeps, 'picture'> & { dkim?: Dkim | null };
  dns: Pick<Resolver, 'resolveTxt' | 'resolveMx'>;
  /** Maximum number of mails to build. */
  most: number;
  now: () => number;
};

export type RehearsalStep =
  | { is: 'doing'; group: FindingGroup }
  | { is: 'made'; n: number; total: number }
  | { is: 'found'; finding: CheckFinding };

export type ToRehearse = Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>;

/** Runs every check possible before the launch. Sends nothing. `onStep` gets each finding at once. */
export async function rehearse(
  announcement: ToRehearse,
  deps: RehearseDeps,
  onStep: (step: RehearsalStep) => void,
): Promise<void> {
  const found = (findings: readonly CheckFinding[]) =>
    findings.forEach((one) => onStep({ is: 'found', finding: one }));
  onStep({ is: 'doing', group: 'mails' });
  found([findWords(announcement)]);
  found(await tryMails(announcement, deps, onStep));
  found([await tryServer(deps.config)]);
  if (deps.config.mailRoute.is === 'server') {
    onStep({ is: 'doing', group: 'domain' });
    found(findDomain(await examineDomain(deps.dns, deps.config), deps.config.dkim));
  }
  onStep({ is: 'doing', group: 'backup' });
  found([backUpToday(deps.config, deps.now())]);
}

async function tryMails(
  announcement: ToRehearse,
  { read, config, mailDeps, most }: RehearseDeps,
  onStep: (step: RehearsalStep) => void,
): Promise<CheckFinding[]> {
  try {
    const total = Math.min(most, await countAudience(read, announcement));
    const onMade = (n: number) => onStep({ is: 'made', n, total });
    const picture = await readPicture(read, announcement.words, config.siteUrl);
    if (picture === null && announcement.words.picture) return [finding('picture-missing')];
    const deps = { ...mailDeps(), picture };
    return findMails(await rehearseMails(read, announcement, deps, most, onMade));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return [finding('pages-broken', { text: error.message })];
  }
}

async function tryServer({ mailRoute, dataDir, ...sender }: RehearseConfig): Promise<CheckFinding> {
  if (mailRoute.is === 'none') return finding(mailRoute.why === 'unset' ? 'server-none' : 'server-sealed');
  // The folder is not tested: that would create it, perhaps as another user than the server's.
  if (mailRoute.is === 'files') return finding('server-files', { folder: join(dataDir, 'outbox') });
  const verified = await verifySmtp(mailRoute, trialEnvelope(sender));
  return verified.ok ? finding('server-ok') : finding('server-refuses', { text: verified.reason });
}

/** Backs up beside the store unless today's backup exists; deleted after 30 days (store/leftovers.ts). */
function backUpToday({ dataDir, databaseUrl, secretKeys }: RehearseConfig, now: number): CheckFinding {
  if (databaseUrl !== null) return finding('backup-postgres');
  const file = join(dataDir, `before-launch-${new Date(now).toISOString().slice(0, 10)}.sqlite`);
  try {
    const { subscriptions, messages } = existsSync(file)
      ? checkBackup(file)
      : backUp(dataDir, file, { keys: secretKeys === null }).contents;
    return finding('backup-ok', { file, people: subscriptions, messages });
  } catch (error) {
    return finding('backup-failed', { text: error instanceof Error ? error.message : String(error) });
  }
}
