import { bookOf, bookLink, type BookId } from '#contract/books.ts';
import { LANGUAGES, type Language, localeOf } from '#contract/language.ts';
import type { MailTemplate, MailValues } from '#contract/mails.ts';
import { PATHS } from '#contract/pages.ts';
import type { PageAt } from '#server/deliver/letter.ts';
import { composeMail, type Mail, mailTime } from '#server/deliver/message.ts';
import { fillTemplate } from '#server/deliver/templates.ts';
import { createLink, lifetimeOf, type LinkPurpose } from '#server/list/link-token.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { Announcement } from './rows.ts';
import type { Recipient } from './rows.ts';
import type { Purpose } from './states.ts';
import type { AnnouncementTemplates } from './templates.ts';

export type AnnouncementMailDeps = {
  templates: AnnouncementTemplates;
  secrets: Secrets;
  siteUrl: string;
  mailFrom: string;
  now: () => number;
};

/**
 * Builds the mail for one person, in the language of the sign-up. A resend has the same Message-ID. Its links
 * carry their source, and nothing that tells people apart.
 * @throws Error if the book that is announced is not available.
 */
export function announcementMail(
  deps: AnnouncementMailDeps,
  { id, purpose, words, armed_at }: Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>,
  person: Recipient,
): Mail {
  const { templates, secrets, siteUrl, mailFrom, now } = deps;
  const { language, address, key, askedAt, getsNews } = person;
  const time = mailTime(armed_at ?? now(), now());
  const link = (what: LinkPurpose) =>
    createLink(secrets, siteUrl, { purpose: what, subscription: person.id, key, language, now: time });
  const other = LANGUAGES.find((one) => one !== language) ?? language;
  const pageIn = (lang: Language, path: string = templates[lang].page ?? PATHS.home) =>
    new URL(`${path}?lang=${lang}`, siteUrl).href;
  const pageAt = (path?: string) => campaignUrl(pageIn(language, path), purpose);
  const unsubscribeUrl = link('unsubscribe');
  const values = {
    ...words[language],
    date: inWords(askedAt, language),
    otherUrl: campaignUrl(pageIn(other), purpose),
    newsUrl: getsNews ? '' : link('news'),
    unsubscribeUrl,
    dataUrl: link('me'),
  };
  const book = bookOf(purpose);
  const filled =
    book === null
      ? fillTemplate<'announcement'>(
          templates[language].mail,
          { ...values, address, siteUrl: pageAt(), copyUrl: pageIn(language) },
          pageAt,
        )
      : fillBook(templates[language], book, {
          language,
          time,
          values,
          bookUrl: link(bookLink(book)),
          pageAt,
        });
  const kind = purpose.replace(':', '-');
  return composeMail({
    ...filled,
    kind,
    id: `${id}-${person.id}`,
    siteUrl,
    from: mailFrom,
    to: address,
    now: time,
    unsubscribeUrl,
    campaign: kind,
    auto: 'auto-generated',
  });
}

function fillBook(
  { mail, file }: AnnouncementTemplates[Language],
  book: BookId,
  { language, time, values, bookUrl, pageAt }: BookMail,
): MailTemplate {
  if (file === null) throw new Error(`The book ${book} is not handed out.`);
  const until = inWords(time + lifetimeOf(bookLink(book)), language);
  return fillTemplate<'announcement-book'>(mail, { ...values, ...file, bookUrl, until }, pageAt);
}

type BookMail = { language: Language; time: number; values: Shared; bookUrl: string; pageAt: PageAt };
type Shared = Omit<MailValues<'announcement-book'>, 'bookUrl' | 'language' | 'kind' | 'until'>;

/** Creating one takes as long as the rest of a mail. */
const dates = new Map<Language, Intl.DateTimeFormat>();

function inWords(time: number, language: Language): string {
  const format =
    dates.get(language) ??
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  dates.set(language, format);
  return format.format(time);
}

function campaignUrl(page: string, purpose: Purpose): string {
  const url = new URL(page);
  const from = { utm_source: 'email', utm_medium: 'announcement', utm_campaign: purpose };
  for (const [name, value] of Object.entries(from)) url.searchParams.set(name, value);
  return url.href;
}
