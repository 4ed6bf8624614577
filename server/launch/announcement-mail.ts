import { LANGUAGES, type Language, localeOf } from '#contract/language.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { PATHS } from '#contract/pages.ts';
import { composeMail, type Mail } from '#server/deliver/message.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { createLink } from '#server/list/link-token.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { Announcement } from './announcement.ts';
import type { Recipient } from './ledger.ts';

export type AnnouncementMailDeps = {
  templates: MailTemplates;
  secrets: Secrets;
  siteUrl: string;
  mailFrom: string;
  now: () => number;
};

/**
 * The mail for one person, in the language of the sign-up. Sent again it has the same Message-ID. Its links carry where
 * they come from, and nothing that tells people apart.
 */
export function announcementMail(
  { templates, secrets, siteUrl, mailFrom, now }: AnnouncementMailDeps,
  { id, purpose, words, armed_at }: Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>,
  person: Recipient,
): Mail {
  const { language, address, key, createdAt } = person;
  const time = armed_at ?? now();
  const link = (what: 'unsubscribe' | 'me') =>
    createLink(secrets, siteUrl, { purpose: what, subscription: person.id, key, language, now: time });
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    createdAt,
  );
  const other = LANGUAGES.find((one) => one !== language) ?? language;
  const unsubscribeUrl = link('unsubscribe');
  const kind = purpose.replace(':', '-');
  const values = {
    ...words[language],
    date,
    siteUrl: campaignUrl(siteUrl, purpose, language),
    copyUrl: pageUrl(siteUrl, purpose, language).href,
    otherUrl: campaignUrl(siteUrl, purpose, other),
    unsubscribeUrl,
    dataUrl: link('me'),
  };
  const filled =
    purpose === 'launch'
      ? fillMail(templates, 'announcement', language, { ...values, address })
      : fillMail(templates, 'announcement-book', language, values);
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

/** What a person can copy, or read out. */
function pageUrl(siteUrl: string, purpose: string, language: Language): URL {
  return new URL(`${purpose === 'launch' ? PATHS.home : PATHS.products}?lang=${language}`, siteUrl);
}

function campaignUrl(siteUrl: string, purpose: string, language: Language): string {
  const url = pageUrl(siteUrl, purpose, language);
  const from = { utm_source: 'email', utm_medium: 'announcement', utm_campaign: purpose };
  for (const [name, value] of Object.entries(from)) url.searchParams.set(name, value);
  return url.href;
}
