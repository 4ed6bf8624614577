import { BOOK_KINDS } from '#contract/books.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, localeOf, type Language } from '#contract/language.ts';
import { type MAILS, withoutEmptySections } from '#contract/mails.ts';
import type { EditorMail } from '#contract/content/editor.ts';
import type { Placeholder } from '#contract/pages.ts';
import type { ManifestWords } from '#contract/documents.ts';
import { withSections } from '#contract/words.ts';
import type { SiteValues } from '#contract/site.ts';
import { DAY, dayInWords } from '#contract/time.ts';

const ADDRESS = 'ines@example.com';

type MailValue = (typeof MAILS)[EditorMail][number];
/** What previews show where a person's own data would be; empty where nobody sees it. */
export type Samples = Record<Placeholder | MailValue, string>;

/** @param words of the draft. @param now milliseconds since 1970. */
export function samplesOf(
  words: ManifestWords,
  language: Language,
  { siteUrl, newsletter }: Pick<SiteValues, 'siteUrl' | 'newsletter'>,
  now: number,
): Samples {
  const book = Object.values(words.books)[0] ?? '';
  const link = `${siteUrl}/soon`;
  const all = [...Object.values(words.things), words.book.replace('%BOOK%', () => book)];
  const asked = words.asked.replace('%WHAT%', () => new Intl.ListFormat(localeOf(language)).format(all));
  return {
    TOKEN: '',
    ADDRESS,
    SHOWN: '',
    ONCE: '',
    ASKED: asked,
    STATE: words.states.confirmed,
    LANGUAGE: words.languages[language],
    SINCE: dayInWords(now, language),
    CONSENT: '…',
    SOURCE: 'instagram',
    BOOKS: '1',
    MESSAGES: '1',
    // Without a newsletter nobody gets it.
    NEWS: newsletter === null ? '' : dayInWords(now, language),
    WAITING: words.book.replace('%BOOK%', () => book),
    LAUNCH: 'yes',
    TOLD: dayInWords(now, language),
    GETS: 'yes',
    CONFIRMED: '…',
    ...words.announcement.launch,
    alt: '',
    pictureUrl: '',
    pictureWidth: '',
    address: ADDRESS,
    asked,
    date: dayInWords(now - 30 * DAY, language),
    until: dayInWords(now + 7 * DAY, language),
    book,
    language: words.languages[language],
    kind: BOOK_KINDS[0].toUpperCase(),
    siteUrl,
    copyUrl: siteUrl,
    otherUrl: `${siteUrl}/?lang=${LANGUAGES.find((one) => one !== language) ?? FALLBACK_LANGUAGE}`,
    confirmUrl: link,
    bookUrl: link,
    newsUrl: link,
    unsubscribeUrl: link,
    dataUrl: link,
  };
}

/** Fills in `%ADDRESS%` and `{{address}}`, as text. In one pass: a placeholder within a value stays. */
export function withSamples(html: string, samples: Samples): string {
  const whole = withoutEmptySections(html, (name) => samples[name as keyof Samples] === '');
  return withSections(whole, samples).replace(
    /%([A-Z]+)%|\{\{(\w+)\}\}/g,
    (place, token?: string, name?: string) => {
      const key = token ?? name ?? '';
      return Object.hasOwn(samples, key) ? escaped(samples[key as keyof Samples]) : place;
    },
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');
}
