import { localeOf, LANGUAGES, type Language } from '#contract/language.ts';
import type { MailValues } from '#contract/mails.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { Day } from '#server/days.ts';
import { letter, type LetterDeps } from '#server/deliver/letter.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';
import { findReader } from '#server/owners/letters.ts';
import { readWeek, type Week } from './week.ts';

export type MondayMailDeps = LetterDeps & { ownerZone: string; words: SiteManifest['words'] };

export const mondayMail: Kind<MondayMailDeps> = {
  name: 'monday',
  about: null,
  lane: 'others',
  anHour: Infinity,
  // The next one comes in a week.
  unknownTries: 0,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createMondayMail,
};

/** What its row carries: the owner, and the Monday after the week. */
export type MondayPayload = { owner: number; monday: Day };

export function createMondayMail(deps: MondayMailDeps): Handler {
  const { query, ownerZone, siteUrl, words } = deps;
  return async (job) => {
    const { owner, monday } = JSON.parse(job.payload ?? '{}') as MondayPayload;
    const reader = await findReader(query, owner);
    if (reader === null) return { outcome: 'skipped', reply: 'This owner wants no letter.' };
    const { language, email } = reader;
    const week = await readWeek(query, monday, ownerZone);
    return letter(deps, job, {
      template: week.joined === 0 ? 'monday-quiet' : 'monday',
      language,
      values: {
        ...valuesOf(week, language, words[language].languages, ownerZone),
        dashboardUrl: `${siteUrl}/dashboard`,
        settingsUrl: `${siteUrl}/dashboard/settings`,
      },
      to: email,
      now: job.createdAt,
      auto: 'auto-generated',
    });
  };
}

/** Pixels of the tallest stroke. */
const TALLEST = 76;
const NONE = '–';

type Values = Omit<MailValues<'monday'>, 'dashboardUrl' | 'settingsUrl'>;

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
