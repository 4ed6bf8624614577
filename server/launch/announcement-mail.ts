import type { Purpose } from '#contract/owner/launch.ts';
import { languageFor, letterOf, writtenIn } from '#contract/announcement.ts';
import { bookLink } from '#contract/books.ts';
import { type Language, languageNames, LANGUAGES } from '#contract/language.ts';
import type { MailTemplate } from '#contract/mails.ts';
import { NEWS } from '#contract/newsletter.ts';
import { PATHS } from '#contract/pages.ts';
import { sourceOf } from '#contract/shown-letter.ts';
import { dayInWords } from '#contract/time.ts';
import { composeMail, type InlinePicture, type Mail, mailTime } from '#server/deliver/message.ts';
import { fillTemplate } from '#server/deliver/templates.ts';
import { createLink, lifetimeOf, type LinkPurpose } from '#server/list/link-token.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { Announcement } from './rows.ts';
import { pictureValues } from './picture.ts';
import type { Recipient } from './rows.ts';
import { rulesOf } from './purposes.ts';
import type { AnnouncementTemplates } from './templates.ts';

export type AnnouncementMailDeps = {
  templates: AnnouncementTemplates;
  secrets: Secrets;
  siteUrl: string;
  mailFrom: string;
  /** Of the announcement, see `readPicture`. */
  picture: InlinePicture | null;
  now: () => number;
};

/**
 * Builds the mail for one person, in the language of the sign-up. A resend has the same Message-ID. Its links
 * carry their source, and nothing that identifies people.
 * @throws Error if the book that is announced, or the picture, is not available.
 */
export function announcementMail(
  deps: AnnouncementMailDeps,
  { id, purpose, words, armed_at }: Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>,
  person: Recipient,
): Mail {
  const { secrets, siteUrl, mailFrom, picture, now } = deps;
  const { language, address, key, askedAt } = person;
  const time = mailTime(armed_at ?? now(), now());
  const link = (what: LinkPurpose) =>
    createLink(secrets, siteUrl, { purpose: what, subscription: person.id, key, language, now: time });
  const { list, template } = rulesOf(purpose);
  const unsubscribeUrl = list === 'newsletter' ? `${link('unsubscribe')}&of=${NEWS}` : link('unsubscribe');
  const shared = {
    date: dayInWords(askedAt, language),
    unsubscribeUrl,
    dataUrl: link('me'),
    ...pictureValues(words, picture),
  };
  const pageAt = (path?: string) => campaignUrl(pageIn(deps, language, path), purpose);
  const filled = FILL[template](deps, { purpose, words, person, link, shared, time, pageAt });
  const kind = purpose.replace(':', '-');
  return composeMail({
    ...filled,
    ...(picture && { inline: picture }),
    // Numbers and ids come again after a restore, a moment does not.
    kind: list === 'newsletter' ? `${kind}-${(armed_at ?? 0).toString(36)}` : kind,
    id: `${id}-${person.id}`,
    siteUrl,
    from: mailFrom,
    to: address,
    now: time,
    unsubscribeUrl,
    list,
    campaign: kind,
    auto: 'auto-generated',
  });
}

type Filling = Pick<Announcement, 'purpose' | 'words'> & {
  person: Recipient;
  link: (what: LinkPurpose) => string;
  shared: Record<'date' | 'unsubscribeUrl' | 'dataUrl', string> & ReturnType<typeof pictureValues>;
  time: number;
  pageAt: (path?: string) => string;
};
type Fill = (deps: AnnouncementMailDeps, filling: Filling) => MailTemplate;

const FILL: Record<ReturnType<typeof rulesOf>['template'], Fill> = {
  announcement(deps, filling) {
    const { person, pageAt } = filling;
    const { language, address } = person;
    const pages = { siteUrl: pageAt(), copyUrl: pageIn(deps, language) };
    const values = { ...ofList(deps, filling), ...pages, address };
    return fillTemplate<'announcement'>(deps.templates[language].mail, values, pageAt);
  },
  'announcement-book'(deps, filling) {
    const { purpose, person, link, time, pageAt } = filling;
    const { mail, file } = deps.templates[person.language];
    const { book } = rulesOf(purpose);
    if (file === null || book === null) throw new Error(`${purpose}: the book is not handed out.`);
    const until = dayInWords(time + lifetimeOf(bookLink(book)), person.language);
    const values = { ...ofList(deps, filling), ...file, bookUrl: link(bookLink(book)), until };
    return fillTemplate<'announcement-book'>(mail, values, pageAt);
  },
  letter({ templates }, { purpose, words, person, shared, pageAt }) {
    const { language } = person;
    // Who reads another language since it was armed gets what there is.
    const lang = languageFor(purpose, words, language) ?? writtenIn(words)[0] ?? language;
    const { link, ...written } = words[lang];
    const values = {
      ...written,
      ...shared,
      buttonUrl: link.startsWith('/') ? pageAt(link) : link,
      lang,
      onlyIn: lang === language ? '' : languageNames(language)[lang],
    };
    return fillTemplate<'letter'>(templates[language].mail, values, pageAt);
  },
};

/** The values of mails to people who may want the newsletter, or the site in another language. */
function ofList(deps: AnnouncementMailDeps, { purpose, words, person, link, shared }: Filling) {
  const { language, getsNews } = person;
  const other = LANGUAGES.find((one) => one !== language) ?? language;
  return {
    ...words[language],
    ...shared,
    otherUrl: campaignUrl(pageIn(deps, other), purpose),
    newsUrl: getsNews ? '' : link('news'),
  };
}

function pageIn({ templates, siteUrl }: AnnouncementMailDeps, language: Language, path?: string): string {
  return new URL(`${path ?? templates[language].page ?? PATHS.home}?lang=${language}`, siteUrl).href;
}

function campaignUrl(page: string, purpose: Purpose): string {
  const url = new URL(page);
  const letter = letterOf(purpose);
  const from =
    letter === null
      ? { utm_source: 'email', utm_medium: 'announcement', utm_campaign: purpose }
      : { utm_source: sourceOf(letter), utm_medium: 'email' };
  for (const [name, value] of Object.entries(from)) url.searchParams.set(name, value);
  return url.href;
}
