import type { Content } from '#contract/content/content.ts';
import type { FactKey } from '#contract/content/facts.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { type Frequency } from '#contract/newsletter.ts';
import { DAY } from '#contract/time.ts';
import { LANGUAGES } from '#contract/language.ts';
import { hasPage } from '#contract/documents.ts';
import { addressesIn, isPageOfOurs } from '#contract/letter-text.ts';
import { languagesOf, letterOf, problemOfWords } from '#contract/announcement.ts';
import type { CheckFinding, LaunchFinding, FindingCode, Purpose } from '#contract/owner/launch.ts';
import type { Build } from '#server/base/build.ts';
import type { Dkim } from '#server/deliver/mime.ts';
import type { Announcement } from './rows.ts';
import type { DomainReport } from './domain.ts';
import type { SourceReport } from './mail-source.ts';
import type { Rehearsed } from './rehearsal.ts';

export function finding<Code extends FindingCode>(
  code: Code,
  values: LaunchFinding['values'] = {},
): LaunchFinding<Code> {
  return { code, values };
}

export function findWords({ purpose, words }: Pick<Announcement, 'purpose' | 'words'>): CheckFinding {
  const languages = languagesOf(purpose, words);
  for (const language of languages) {
    const wrong = problemOfWords(purpose, words, language);
    if (wrong?.why === 'link') return finding('words-link', { link: wrong.link.slice(0, 80), language });
    if (wrong) return finding('words-lacking', { part: wrong.part, language });
  }
  return finding('words-ok', { languages: languages.length });
}

/** Links to our own pages that visitors do not find. */
export function findDeadLinks(
  { purpose, words }: Pick<Announcement, 'purpose' | 'words'>,
  manifest: Build['manifest'],
): LaunchFinding<'words-link'>[] {
  return languagesOf(purpose, words).flatMap((language) => {
    const { body, link } = words[language];
    const pages = [...addressesIn(body), link].filter(isPageOfOurs);
    const dead = pages.find((path) => !hasPage(manifest, path));
    return dead === undefined ? [] : [finding('words-link', { link: dead, language })];
  });
}

const ASKED_BY: FactKey = 'newsletter.aMonth';

/** After the launch nobody on its list can be asked: a mail that asks for consent needs consent itself. */
export function findAsking(purpose: Purpose, content: Content): LaunchFinding<'not-asked'>[] {
  const isDecided = purpose !== 'launch' || factsOf(content)[ASKED_BY] !== null;
  return isDecided ? [] : [finding('not-asked', { text: ASKED_BY })];
}

/**
 * More newsletters than were promised in 30 days, or one a week in 7. `times`: when the others began, newest first, in
 * milliseconds since 1970.
 */
export function findTooSoon(
  purpose: Purpose,
  promise: Frequency | null,
  times: readonly number[],
  now: number,
): LaunchFinding<'too-soon'>[] {
  if (letterOf(purpose) === null || promise === null) return [];
  const [most, days] = promise === 4 ? [1, 7] : [promise, 30];
  const [last] = times;
  const from = (times[most - 1] ?? -Infinity) + days * DAY;
  return last === undefined || from <= now ? [] : [finding('too-soon', { aMonth: promise, last, from })];
}

export function findMails({ made, largest, flaws }: Rehearsed): CheckFinding[] {
  const all = LANGUAGES.reduce((sum, language) => sum + made[language], 0);
  if (all === 0) return [finding('mails-nobody')];
  if (flaws.size === 0) return [finding('mails-ok', { n: all, bytes: largest, ...made })];
  return [...flaws].map(([flaw, { mails, first }]) =>
    finding(flaw, { n: mails, all, person: first.id, address: first.address }),
  );
}

export function findDomain(
  { domain, spf, dkim, dmarc, mx }: DomainReport,
  setting: Dkim | null,
): CheckFinding[] {
  const key = setting === null ? '' : `${setting.selector}._domainkey.${setting.domain}`;
  const dkimCodes = {
    there: 'dkim-ok',
    missing: 'dkim-missing',
    revoked: 'dkim-revoked',
    'other-key': 'dkim-other-key',
    'other-domain': 'dkim-other-domain',
    unnamed: 'dkim-unnamed',
    unasked: 'dns-away',
  } as const;
  const dmarcCodes = {
    quarantine: 'dmarc-ok',
    reject: 'dmarc-ok',
    none: 'dmarc-none',
    missing: 'dmarc-missing',
    unasked: 'dns-away',
  } as const;
  const mxCodes = { there: 'mx-ok', missing: 'mx-missing', unasked: 'dns-away' } as const;
  return [
    findSpf(spf, domain),
    finding(dkimCodes[dkim], { about: 'dkim', key, domain: setting?.domain ?? '' }),
    finding(dmarcCodes[dmarc], { about: 'dmarc', policy: dmarc, domain }),
    finding(mxCodes[mx], { about: 'mx', domain }),
  ];
}

function findSpf(spf: DomainReport['spf'], domain: string): CheckFinding {
  const codes = {
    there: 'spf-ok',
    missing: 'spf-missing',
    several: 'spf-several',
    'too-many': 'spf-too-many',
    broken: 'spf-broken',
    unasked: 'dns-away',
  } as const;
  const values = { about: 'spf', domain };
  if (spf.is === 'there') return finding(codes[spf.is], { ...values, n: spf.lookUps });
  return finding(codes[spf.is], spf.is === 'broken' ? { ...values, at: spf.at } : values);
}

/** Findings from what the receiver of a test mail reported. */
export function findInSource({ by, spf, dkim, dmarc, unsubscribeIsSigned }: SourceReport & { is: 'read' }) {
  const word = (about: string, said: string | null, code: FindingCode) =>
    finding(said === 'pass' ? 'test-ok' : code, { about, by, said: said ?? '' });
  return [
    word('spf', spf, 'test-spf'),
    word('dkim', dkim, 'test-dkim'),
    word('dmarc', dmarc, dmarc === null ? 'test-dmarc-silent' : 'test-dmarc'),
    finding(unsubscribeIsSigned ? 'test-leaving-ok' : 'test-leaving', { about: 'leaving' }),
  ];
}
