import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { problemOfWords } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { Config } from '#server/config.ts';
import { type Announcement, readAnnouncement } from '#server/launch/announcement.ts';
import { type Flaw, LARGEST_MAIL, type Rehearsed, rehearseMails } from '#server/launch/rehearsal.ts';
import type { Purpose } from '#server/launch/states.ts';
import { loadBrand, oversights } from '#server/oversights.ts';
import { backUp, checkBackup, counted } from '#server/store/backup.ts';
import { type Store, withStore } from '#server/store/existing.ts';
import { type CliContext, EXIT, Failed, type Options, type Values } from '../command.ts';
import { checkBuild, DIST } from '../doctor/build.ts';
import {
  type Finding,
  type Findings,
  foundLater,
  ok,
  problem,
  sayFindings,
  warning,
} from '../doctor/finding.ts';
import { checkMail } from '../doctor/reach.ts';
import { withFiles } from '../output.ts';
import { checkDomain } from './domain.ts';
import { mailDepsOf } from './mail-deps.ts';
import { checkSource } from './source.ts';
import { refuseBookNotOut, suggested } from './words.ts';

/** Before it opens so many mails are made once more: words, pages and settings may have changed since the rehearsal. */
const BEFORE_OPENING = 1_000;

/** Where the build is, and which DNS server to ask. */
export const WHERE = { dist: 'FOLDER', dns: 'SERVER' } as const satisfies Options;
type Where = Pick<Values<typeof WHERE>, 'dist' | 'dns'>;

/** The rehearsal: nothing is sent. With `mail` only that file is looked at. */
export async function checkNow(
  purpose: Purpose,
  { dist = DIST, dns, mail }: Where & { mail: string | undefined },
  { settings, now, say }: CliContext,
): Promise<number> {
  const config = settings();
  if (mail !== undefined)
    return sayFindings(checkSource(mail, config), say).problem > 0 ? EXIT.failed : EXIT.done;
  refuseBookNotOut(purpose, dist);
  const { problem: red, warning: yellow } = await withStore(config, 'read', async (store) =>
    sayFindings(await rehearse(purpose, store, config, { dist, dns, now: now(), most: Infinity }), say),
  );
  if (red > 0) say(`${red} to be mended: it cannot be opened before.`);
  else say(yellow > 0 ? `It can be opened. ${yellow} to look at before.` : 'All is well: it can be opened.');
  return red > 0 ? EXIT.failed : EXIT.done;
}

/** The same, with some of the mails, for those who have not rehearsed. @throws Failed while something is to be mended. */
export async function refuseUnready(
  purpose: Purpose,
  store: Store,
  config: Config,
  { dist = DIST, dns }: Where,
  { now, say }: CliContext,
): Promise<void> {
  const findings = await rehearse(purpose, store, config, { dist, dns, now: now(), most: BEFORE_OPENING });
  const unwell = Object.entries(findings).map(([about, of]) => [
    about,
    [of].flat().filter(({ level }) => level !== 'ok'),
  ]);
  const { problem: red } = sayFindings(Object.fromEntries(unwell) as Findings, say);
  if (red > 0) throw new Failed('It was not opened: mend what is a problem first.');
}

type Way = { dist: string; dns: string | undefined; now: number; most: number };

async function rehearse(purpose: Purpose, { read }: Store, config: Config, way: Way): Promise<Findings> {
  const kept = await readAnnouncement(read, purpose);
  const careless = oversights(config, await loadBrand());
  const announcement = {
    id: kept?.id ?? 0,
    purpose,
    words: kept?.words ?? suggested(purpose, way.dist),
    armed_at: kept?.armed_at ?? null,
  };
  return {
    settings: careless.length > 0 ? careless : ok('can be used'),
    pages: checkBuild(way.dist, config.siteUrl),
    words: checkWords(announcement),
    mails: await checkMails(read, announcement, config, way),
    sending: await checkMail(config),
    ...(await checkDomain(config, way.dns)),
    backup: await backupOfToday(config, way.now),
  };
}

function checkWords({ words }: Pick<Announcement, 'words'>): Finding {
  for (const language of LANGUAGES) {
    const wrong = problemOfWords(words[language]);
    if (wrong)
      return problem(
        `The ${wrong.part} in "${language}" is missing or too long. Change it with "launch words".`,
      );
  }
  return ok(`there are some in ${LANGUAGES.length} languages`);
}

async function checkMails(
  read: Store['read'],
  announcement: Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>,
  config: Config,
  { dist, now, most }: Way,
): Promise<readonly Finding[]> {
  return foundLater(async () => {
    const deps = mailDepsOf(config, dist, () => now);
    return sayMails(await rehearseMails(read, announcement, deps, most));
  });
}

function sayMails({ made, largest, flaws }: Rehearsed): Finding[] {
  const all = LANGUAGES.reduce((sum, language) => sum + made[language], 0);
  if (all === 0) return [warning('Nobody has confirmed yet: nobody would be told.')];
  const inEach = LANGUAGES.map((language) => `${made[language]} in "${language}"`).join(', ');
  const bad = [...flaws].map(([flaw, { mails, first }]) =>
    problem(`${mails} of ${all} ${FLAWS[flaw]} The first is that to ${first}.`),
  );
  return bad.length > 0
    ? bad
    : [ok(`${all} made and read: ${inEach}; the largest has ${Math.ceil(largest / 1000)} kB`)];
}

/** What is so, and what to do. */
const FLAWS: Record<Flaw, string> = {
  'not-made': 'could not be made. Run "npm run build", then look at MAIL_FROM and SITE_URL.',
  'no-address': 'go to what is no address. Erase it from the list.',
  'no-subject': 'have no subject. Write one: "launch words".',
  'value-missing': 'show {{a name}} in place of a value. Look at your words, then run "npm run build".',
  'bad-header': 'have a head that mail servers do not read. Look at MAIL_FROM and the subject.',
  'no-unsubscribe': 'cannot be left with one press. Run "npm run build"; look at SITE_URL.',
  'bad-link': 'have a link that leads nowhere. Look at your words and at SITE_URL.',
  'too-large': `are larger than ${LARGEST_MAIL / 1000} kB, and Gmail would cut them off. Shorten your words.`,
};

/** Made beside the store where there is none yet; deleted after 30 days (store/leftovers.ts). */
async function backupOfToday(
  { dataDir, databaseUrl, secretKeys }: Config,
  now: number,
): Promise<readonly Finding[]> {
  if (databaseUrl !== null)
    return [warning('The list is in PostgreSQL. Make a backup of today: "backup FILE" says how.')];
  const file = join(dataDir, `before-launch-${new Date(now).toISOString().slice(0, 10)}.sqlite`);
  return foundLater(async () => {
    const contents = existsSync(file)
      ? checkBackup(file)
      : await withFiles(() => backUp(dataDir, file, { keys: secretKeys === null }).contents);
    return [ok(`${file}: ${counted(contents)}, checked`)];
  });
}
