import { Resolver } from 'node:dns/promises';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Finding as Found } from '#contract/owner/launch.ts';
import type { Config } from '#server/config.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { type Approval, versionOf } from '#server/launch/approval.ts';
import { rehearse } from '#server/launch/rehearse.ts';
import type { Purpose } from '#server/launch/states.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { configWarnings } from '#server/config-warnings.ts';
import { readerWarnings } from '#server/owners/owner-reader.ts';
import { shownContent } from '#server/shown-content.ts';
import type { Store } from '#server/store/existing.ts';
import { withSettings } from '../present.ts';
import { type CliContext, EXIT, Misused, type Options, type Values } from '../command.ts';
import { checkBuild, checkTemplate } from '#server/doctor/build.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { type Lines, sayFindings } from '../doctor/say.ts';
import { ok } from '#server/finding.ts';
import { mailDepsOf } from './mail-deps.ts';
import { inWords } from './say.ts';
import { checkSource } from './source.ts';
import { refuseBookNotOut, suggested } from './words.ts';

/** Mails built again before opening: words, pages and settings may have changed since the launch check. */
const BEFORE_OPENING = 1_000;
const DNS_PATIENCE = { timeout: 2_000, tries: 2 };

/** The build folder, and the DNS server. */
export const WHERE = { dist: 'FOLDER', dns: 'SERVER' } as const satisfies Options;
type Where = Pick<Values<typeof WHERE>, 'dist' | 'dns'>;

/** The launch check: sends nothing. With `mail` it checks only that file. */
export async function checkNow(
  purpose: Purpose,
  { dist: given, dns, mail }: Where & { mail: string | undefined },
  { settings, now, say }: CliContext,
): Promise<number> {
  const fixed = settings();
  if (mail !== undefined) {
    const lines = await withSettings(fixed, 'read', async (_, config) => checkSource(mail, config));
    return sayFindings(lines, say).problem > 0 ? EXIT.failed : EXIT.done;
  }
  const dist = given ?? shownDist(fixed.dataDir);
  refuseBookNotOut(purpose, dist);
  const way = { dist, dns, now: now(), most: Infinity };
  const { lines } = await withSettings(fixed, 'read', (store, config) =>
    examine(purpose, store, config, way),
  );
  const { problem: red, warning: yellow } = sayFindings(lines, say);
  if (red > 0) say(`Not ready to launch. Problems to fix: ${red}.`);
  else
    say(
      yellow > 0 ? `Ready to launch. Warnings to review: ${yellow}.` : 'All checks passed. Ready to launch.',
    );
  return red > 0 ? EXIT.failed : EXIT.done;
}

/** A shorter check with some of the mails, for those who skipped it. Prints what is wrong. */
export async function checkBeforeOpening(
  purpose: Purpose,
  store: Store,
  config: Config,
  { dist, dns }: Pick<Way, 'dist' | 'dns'>,
  { now, say }: CliContext,
): Promise<Pick<Approval, 'version'> & { check: NonNullable<Approval['check']> }> {
  const way = { dist, dns, now: now(), most: BEFORE_OPENING };
  const { words, lines } = await examine(purpose, store, config, way);
  const unwell = Object.entries(lines).map(([about, of]) => [
    about,
    [of].flat().filter(({ level }) => level !== 'ok'),
  ]);
  const { problem: problems } = sayFindings(Object.fromEntries(unwell) as Lines, say);
  // Warnings are printed here: whoever agrees has seen them.
  return { version: versionOf(words), check: { isOld: false, problems, unseen: 0 } };
}

type Way = { dist: string; dns: string | undefined; now: number; most: number };

async function examine(
  purpose: Purpose,
  { read }: Store,
  config: Config,
  { dist, dns, now, most }: Way,
): Promise<{ words: AnnouncementWords; lines: Lines }> {
  const resolver = resolverOf(dns ?? config.dnsServer ?? undefined);
  const kept = await readAnnouncement(read, purpose);
  const careless = [
    ...configWarnings(config, factsOf(shownContent(dist))),
    ...(await readerWarnings(read, config)),
  ];
  const announcement = {
    id: kept?.id ?? 0,
    purpose,
    words: kept?.words ?? suggested(purpose, dist),
    armed_at: kept?.armed_at ?? null,
  };
  const found: Found[] = [];
  const deps = {
    read,
    config,
    mailDeps: () => mailDepsOf(config, purpose, { dist, now: () => now }),
    dns: resolver,
    most,
    now: () => now,
  };
  await rehearse(announcement, deps, (step) => {
    if (step.is === 'found') found.push(step.finding);
  });
  const lines = {
    settings: careless.length > 0 ? careless : ok('can be used'),
    pages: checkBuild(dist, config.siteUrl),
    template: checkTemplate(dist),
    ...inWords(found),
  };
  return { words: announcement.words, lines };
}

/** @throws Misused */
function resolverOf(server: string | undefined): Resolver {
  const resolver = new Resolver(DNS_PATIENCE);
  if (server === undefined) return resolver;
  try {
    resolver.setServers([server]);
    return resolver;
  } catch {
    throw new Misused('--dns takes the IP address of a DNS server.');
  }
}
