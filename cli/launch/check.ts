import { Resolver } from 'node:dns/promises';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { CheckFinding } from '#contract/owner/launch.ts';
import type { Config } from '#server/base/config.ts';
import { loadMails, readManifest } from '#server/base/build.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { type Approval, versionOf } from '#server/launch/approval.ts';
import { suggestedWords } from '#server/launch/draft.ts';
import { rehearse } from '#server/launch/rehearse.ts';
import { templatesOf } from '#server/launch/templates.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { configWarnings } from '#server/doctor/config-warnings.ts';
import { readerWarnings } from '#server/owners/owner-reader.ts';
import { shownContent } from '#server/doctor/shown-content.ts';
import type { Store } from '#server/store/existing.ts';
import { withSettings } from '../present.ts';
import { type CliContext, EXIT, Misused, type Options, type OptionValues } from '../command.ts';
import { checkBuild, checkTemplate } from '#server/doctor/build.ts';
import { findAsking } from '#server/launch/findings.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { type ReportLines, sayFindings } from '../doctor/say.ts';
import { ok } from '#server/base/finding.ts';
import { inWords } from './say.ts';

/** Mails built again before opening: words, pages and settings may have changed since the launch check. */
const BEFORE_OPENING = 1_000;
const DNS_PATIENCE = { timeout: 2_000, tries: 2 };

/** The build folder, and the DNS server. */
export const WHERE = { dist: 'FOLDER', dns: 'SERVER' } as const satisfies Options;
type Where = Pick<OptionValues<typeof WHERE>, 'dist' | 'dns'>;

/** The launch check: sends nothing. */
export async function checkNow(
  { dist: given, dns }: Where,
  { settings, now, say }: CliContext,
): Promise<number> {
  const fixed = settings();
  const way = { dist: given ?? shownDist(fixed.dataDir), dns, now: now(), most: Infinity };
  const { lines } = await withSettings(fixed, 'read', (store, config) => examine(store, config, way));
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
  store: Store,
  config: Config,
  { dist, dns }: Pick<Way, 'dist' | 'dns'>,
  { now, say }: CliContext,
): Promise<Pick<Approval, 'version'> & { words: AnnouncementWords; check: NonNullable<Approval['check']> }> {
  const way = { dist, dns, now: now(), most: BEFORE_OPENING };
  const { words, lines } = await examine(store, config, way);
  const unwell = Object.entries(lines).map(([about, of]) => [
    about,
    [of].flat().filter(({ level }) => level !== 'ok'),
  ]);
  const { problem: problems } = sayFindings(Object.fromEntries(unwell) as ReportLines, say);
  // Warnings are printed here: a person who agrees has seen them.
  return { words, version: versionOf(words), check: { isOld: false, problems, unseen: 0 } };
}

type Way = { dist: string; dns: string | undefined; now: number; most: number };

async function examine(
  { read }: Store,
  config: Config,
  { dist, dns, now, most }: Way,
): Promise<{ words: AnnouncementWords; lines: ReportLines }> {
  const resolver = resolverOf(dns ?? config.dnsServer ?? undefined);
  const kept = await readAnnouncement(read, 'launch');
  const careless = [
    ...configWarnings(config, factsOf(shownContent(dist))),
    ...(await readerWarnings(read, config)),
  ];
  const announcement = {
    id: kept?.id ?? 0,
    purpose: 'launch' as const,
    words: kept?.words ?? suggestedLaunch(dist),
    armed_at: kept?.armed_at ?? null,
  };
  const content = shownContent(dist);
  const found: CheckFinding[] = [];
  const deps = {
    read,
    config,
    mailDeps: () => {
      const built = { manifest: readManifest(dist), templates: loadMails(dist), dist };
      const templates = templatesOf('launch', built);
      return { ...config, templates, secrets: secretsOf(config), now: () => now };
    },
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
    ...inWords([...findAsking('launch', content), ...found]),
  };
  return { words: announcement.words, lines };
}

/** The words before the owner has written any. */
export function suggestedLaunch(dist: string): AnnouncementWords {
  return suggestedWords('launch', readManifest(dist).words);
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
