import type { Kysely } from '#kysely';
import { isBookLink } from '#contract/books.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { FindingCode } from '#contract/owner/launch.ts';
import { isPageOfOurs } from '#contract/letter-text.ts';
import { isTokenState, PATHS } from '#contract/pages.ts';
import { isAddress, type Mail } from '#server/deliver/message.ts';
import { createMimeWriter, type Dkim } from '#server/deliver/mime.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './rows.ts';
import { announcementMail, type AnnouncementMailDeps } from './announcement-mail.ts';
import type { Recipient } from './rows.ts';
import { headersOf, headOf } from '#server/deliver/mime-head.ts';
import { readAudience } from './recipients.ts';

/** What may be wrong with the mail of one person. */
export type Flaw = Extract<
  FindingCode,
  | 'not-made'
  | 'no-address'
  | 'no-subject'
  | 'value-missing'
  | 'bad-header'
  | 'no-unsubscribe'
  | 'bad-link'
  | 'too-large'
>;

export type Rehearsed = {
  /** Mails built, by language. */
  made: Record<Language, number>;
  /** Bytes. */
  largest: number;
  /** For each flaw: how many mails have it, and the first recipient. */
  flaws: Map<Flaw, { mails: number; first: Pick<Recipient, 'id' | 'address'> }>;
};

/** Gmail clips a longer one; its picture does not count. */
export const LARGEST_MAIL = 100_000;
/** RFC 5322. */
const LONGEST_LINE = 998;
const ONCE = ['from', 'to', 'subject', 'date', 'message-id'];

/**
 * Builds the mail of every recipient, or of the first `most`, byte for byte as it would leave, and checks it.
 * Sends nothing.
 */
export async function rehearseMails(
  query: Kysely<Tables>,
  announcement: Pick<Announcement, 'id' | 'purpose' | 'words' | 'armed_at'>,
  deps: AnnouncementMailDeps & { dkim?: Dkim | null },
  most: number,
  onMade: (mails: number) => void = () => {},
): Promise<Rehearsed> {
  const write = await createMimeWriter(deps.dkim ?? null);
  const rehearsed: Rehearsed = {
    made: inEach(() => 0),
    largest: 0,
    flaws: new Map(),
  };
  let left = most;
  for await (const people of readAudience(query, announcement)) {
    for (const person of people.slice(0, left)) {
      const { size, flaws } = await rehearseOne(person, announcement, deps, write);
      rehearsed.made[person.language] += 1;
      rehearsed.largest = Math.max(rehearsed.largest, size);
      for (const flaw of flaws) {
        const { mails, first } = rehearsed.flaws.get(flaw) ?? { mails: 0, first: person };
        rehearsed.flaws.set(flaw, { mails: mails + 1, first });
      }
    }
    left -= people.length;
    onMade(LANGUAGES.reduce((sum, language) => sum + rehearsed.made[language], 0));
    if (left <= 0) break;
  }
  return rehearsed;
}

async function rehearseOne(
  person: Recipient,
  announcement: Parameters<typeof announcementMail>[1],
  deps: AnnouncementMailDeps,
  write: Awaited<ReturnType<typeof createMimeWriter>>,
): Promise<{ size: number; flaws: Flaw[] }> {
  if (!isAddress(person.address)) return { size: 0, flaws: ['no-address'] };
  try {
    const mail = announcementMail(deps, announcement, person);
    // The picture is the same for all, and takes longest.
    const { inline, ...words } = mail;
    const message = await write(words);
    const flaws = [
      ...flawsOfContent(mail, person, deps),
      ...flawsOfHead(message.toString('latin1'), person, deps),
    ];
    if (message.length > LARGEST_MAIL) flaws.push('too-large');
    return { size: message.length + encodedBytes(inline), flaws };
  } catch {
    return { size: 0, flaws: ['not-made'] };
  }
}

/** As a part of a mail: base64, in lines of 76 characters. */
function encodedBytes(inline: Mail['inline']): number {
  const signs = Math.ceil((inline?.bytes.length ?? 0) / 3) * 4;
  return signs + 2 * Math.ceil(signs / 76);
}

function flawsOfContent(
  { subject, html, text }: Pick<Mail, 'subject' | 'html' | 'text'>,
  person: Recipient,
  deps: AnnouncementMailDeps,
): Flaw[] {
  const flaws: Flaw[] = [];
  // An empty subject was replaced by a dash.
  if (!/[\p{L}\p{N}]/u.test(subject)) flaws.push('no-subject');
  // An address may contain braces; the mails of all others reveal a missing value.
  if (!person.address.includes('{{') && [subject, html, text].some((part) => /\{\{\w+\}\}/.test(part)))
    flaws.push('value-missing');
  if (!linksIn(html, text).every((link) => leadsSomewhere(link, person, deps))) flaws.push('bad-link');
  return flaws;
}

function linksIn(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, link = '']) =>
    link
      .replaceAll('&amp;', '&')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );
  const inText = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link.replace(/[.,;:!?)»”"]+$/, ''));
  return [...inHtml, ...inText];
}

/** Returns whether the link leads to an existing page of this site, or is signed for this person. */
function leadsSomewhere(
  link: string,
  person: Recipient,
  { secrets, siteUrl, now }: AnnouncementMailDeps,
): boolean {
  const url = URL.parse(link);
  if (url === null || !['https:', 'http:', 'mailto:'].includes(url.protocol)) return false;
  if (url.origin !== new URL(siteUrl).origin) return true;
  if (url.pathname !== PATHS.soon) return isPageOfOurs(url.pathname);
  return [...url.searchParams].every(([purpose, token]) => {
    if (!isTokenState(purpose) && !isBookLink(purpose)) return true;
    const read = readLinkToken(secrets, purpose, token, now());
    return read.ok && read.subscription === person.id && read.key === person.key;
  });
}

function flawsOfHead(message: string, person: Recipient, deps: AnnouncementMailDeps): Flaw[] {
  const lines = headOf(message).split('\r\n');
  const fields = headersOf(message);
  const isSound = (line: string) =>
    line.length <= LONGEST_LINE && /^(?:[!-9;-~]+:|[ \t]+\S)/.test(line) && !/[\r\n\0]/.test(line);
  const isOnce = (name: string) => fields.get(name)?.length === 1;
  const flaws: Flaw[] = [];
  if (!lines.every(isSound) || !ONCE.every(isOnce)) flaws.push('bad-header');
  const [link = '', another] = fields.get('list-unsubscribe') ?? [];
  const [post, anotherPost] = fields.get('list-unsubscribe-post') ?? [];
  const [, target = ''] = /^<(\S+)>$/.exec(link) ?? [];
  const isWayOut = target.includes('unsubscribe=') && leadsSomewhere(target, person, deps);
  if (!isWayOut || post !== 'List-Unsubscribe=One-Click' || (another ?? anotherPost) !== undefined)
    flaws.push('no-unsubscribe');
  return flaws;
}
