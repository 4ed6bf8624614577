import { localeOf, LANGUAGES, type Language } from '#contract/language.ts';
import type { MailValues } from '#contract/mails.ts';
import { type Need, NEED_PAGES } from '#contract/owner/today.ts';
import type { Day } from '#server/base/days.ts';
import { prepareMail, type MailDeps } from '#server/deliver/prepare-mail.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';
import { findReader } from '#server/owners/weekly-summaries.ts';
import { readWeek, type Week } from './week.ts';

export type SummaryMailDeps = MailDeps & {
  ownerZone: string;
  dataDir: string;
  /** What needs the owner's attention, the most urgent first. */
  needsOf: (owner: number) => Promise<Need[]>;
};

export const summaryMail: Kind<SummaryMailDeps> = {
  name: 'weekly-summary',
  subjectType: null,
  lane: 'others',
  anHour: Infinity,
  // The next one comes in a week.
  unknownTries: 0,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createSummaryMail,
};

/** The payload: the owner, and the Monday after the week. */
type SummaryPayload = { owner: number; monday: Day };

export function createSummaryMail(deps: SummaryMailDeps): Handler {
  const { query, ownerZone, dataDir, siteUrl, site, needsOf } = deps;
  return async (job) => {
    const { owner, monday } = JSON.parse(job.payload ?? '{}') as SummaryPayload;
    const reader = await findReader(query, owner);
    if (reader === null) return { outcome: 'skipped', reply: 'This owner gets no weekly summary.' };
    const { language, email } = reader;
    const week = await readWeek(query, monday, ownerZone, dataDir);
    const needs = await needsOf(owner);
    const { languages } = site().manifest.words[language];
    return prepareMail(deps, job, {
      template: week.joined === 0 ? 'weekly-summary-quiet' : 'weekly-summary',
      language,
      values: {
        ...valuesOf(week, language, languages, ownerZone),
        ...valuesOfNeeds(needs, language, languages, ownerZone),
        dashboardUrl: `${siteUrl}/dashboard`,
      },
      to: email,
      now: job.createdAt,
      auto: 'auto-generated',
    });
  };
}

/** Height of the tallest bar in pixels. */
const TALLEST = 76;
const NONE = '–';
/** A value that only switches its sentence on. */
const YES = 'yes';
const DAY_AND_TIME = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;

type NeedValue = `need_${Need['is']}` | 'waits' | 'calm';
type Values = Omit<MailValues<'weekly-summary'>, NeedValue | 'dashboardUrl'>;

function valuesOf(week: Week, language: Language, names: Record<Language, string>, timeZone: string): Values {
  const locale = localeOf(language);
  const number = (n: number) => n.toLocaleString(locale);
  const percent = (share: number) => share.toLocaleString(locale, { style: 'percent' });
  const date = (day: Day | undefined) =>
    new Date(day ?? '').toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const most = Math.max(1, ...week.byDay);
  const tall = (i: number) => String(Math.round(((week.byDay[i] ?? 0) / most) * TALLEST));
  const shares = week.byLanguage.map((n) => (week.joined === 0 ? NONE : percent(n / week.joined)));
  return {
    from: date(week.days[0]),
    to: date(week.days.at(-1)),
    joined: number(week.joined),
    people: number(week.people),
    change: `${week.more < 0 ? '–' : '+'}${number(Math.abs(week.more))}`,
    waiting: number(week.waiting),
    left: number(week.left),
    visits: number(week.visits),
    source: week.source ?? NONE,
    wanted: week.wanted ?? NONE,
    languages: LANGUAGES.map((one) => names[one]).join(', '),
    shares: shares.join(', '),
    unread: number(week.unread),
    trouble: number(week.trouble),
    letters: week.letters.map(({ title, sent }) => `${title} (${number(sent)})`).join(', '),
    backup: week.backup?.toLocaleDateString(locale, { dateStyle: 'medium', timeZone }) ?? NONE,
    day1: tall(0),
    day2: tall(1),
    day3: tall(2),
    day4: tall(3),
    day5: tall(4),
    day6: tall(5),
    day7: tall(6),
  };
}

function valuesOfNeeds(
  needs: readonly Need[],
  language: Language,
  names: Record<Language, string>,
  timeZone: string,
): Record<NeedValue, string> {
  const locale = localeOf(language);
  function said(need: Need): string {
    if (need.is === 'words') return names[need.language];
    if (need.is === 'rehearse')
      return new Date(need.at).toLocaleString(locale, { ...DAY_AND_TIME, timeZone });
    if (need.is === 'copies')
      return new Date(need.since).toLocaleString(locale, { ...DAY_AND_TIME, timeZone });
    if (need.is === 'backup') return need.days.toLocaleString(locale);
    return 'n' in need ? need.n.toLocaleString(locale) : YES;
  }
  const each = (Object.keys(NEED_PAGES) as Need['is'][]).map((is) => {
    const alike = needs.filter((need) => need.is === is);
    return [`need_${is}`, alike.map(said).join(', ')];
  });
  const [waits, calm] = needs.length > 0 ? [YES, ''] : ['', YES];
  return { ...(Object.fromEntries(each) as Record<`need_${Need['is']}`, string>), waits, calm };
}
