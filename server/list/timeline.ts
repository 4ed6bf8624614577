import { type Kysely, sql } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import { mailKindOf } from '#contract/mails.ts';
import type { MailEnd, Person, TimelineEvent } from '#contract/owner/people.ts';
import type { BookId } from '#contract/books.ts';
import { mailsOfSubject } from '#server/outbox/subject-mails.ts';
import { SOURCE_COLUMNS } from '#server/store/subscription-sql.ts';
import type { Tables } from '#server/store/schema.ts';
import { selectAnnounced } from './announced.ts';
import { find, type SubscriberRecord } from './find.ts';
import { selectBooks } from './interests.ts';
import { getsNewsSince } from './news.ts';
import { BY_HAND, IMPORTED } from './receipts.ts';
import { REMINDER } from './reminder.ts';
import { personRow } from './search.ts';
import { sourceOf } from './source.ts';

/** What a mail of the kind `confirm` is, by its payload. */
const ASKING: Record<string, 'reminder' | 'ask-news'> = { [REMINDER]: 'reminder', [NEWS]: 'ask-news' };

/** At most this many of each kind, the newest. */
const MOST = 200;

/** Returns everything known about a person. Null if nobody has this id. */
export async function timelineOf(query: Kysely<Tables>, id: number): Promise<Person | null> {
  const kept = await find(query, { id });
  if (kept === null) return null;
  const books = await selectBooks(query, id);
  const receipts = await receiptsOf(query, id);
  const announced = await announcementsTo(query, id);
  const messages = await messagesOf(query, kept.key);
  const events = [
    ...beginning(kept, receipts),
    ...told(receipts, kept),
    ...books.map(({ product, at }): TimelineEvent => ({ what: 'book', book: product, at })),
    ...(await mailsTo(query, id)),
    ...announced,
    ...messages.map((at): TimelineEvent => ({ what: 'message', at })),
    ...unreachable(kept),
  ];
  const toldOf = (book: BookId | null) => {
    const purpose = book === null ? 'launch' : `book:${book}`;
    return announced.find((one) => one.purpose === purpose && one.end === 'sent');
  };
  const purposes = [null, ...books.map(({ product }) => product)];
  return {
    ...personRow(kept),
    details: SOURCE_COLUMNS.flatMap((name) => {
      const value = kept[name];
      return value === null ? [] : [{ name, value }];
    }),
    confirmedAt: kept.confirmed_at,
    purposes: purposes.map((book) => ({ book, told: toldOf(book)?.at ?? null })),
    newsSince: await getsNewsSince(query, id),
    messages: messages.length,
    timeline: newestFirst(events),
  };
}

/** Keeps the order of simultaneous events: the end of a visit precedes the rest. */
function newestFirst(events: readonly TimelineEvent[]): TimelineEvent[] {
  return events.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)).toReversed();
}

/** The language may have changed since. */
function beginning(kept: SubscriberRecord, receipts: readonly Receipt[]): TimelineEvent[] {
  const { path, consent, created_at: at } = kept;
  const { language } = receipts.findLast(({ event }) => event === 'given') ?? kept;
  if (consent === IMPORTED) return [];
  const visit: TimelineEvent[] =
    path === null ? [] : [{ what: 'visit', path, source: sourceOf(kept), at: null }];
  return [...visit, { what: 'signup', language, at }];
}

/** Newest first. */
function receiptsOf(query: Kysely<Tables>, id: number) {
  return query
    .selectFrom('consent_receipt as receipt')
    .leftJoin('consent_text as text', (join) =>
      join.onRef('text.version', '=', 'receipt.version').onRef('text.language', '=', 'receipt.language'),
    )
    .select([
      'receipt.event',
      'receipt.at',
      'receipt.page',
      'receipt.topic',
      'receipt.version',
      'receipt.language',
      'text.text',
      'text.first_seen',
    ])
    .where('receipt.subscription_id', '=', id)
    .orderBy('receipt.id', 'desc')
    .limit(MOST)
    .execute();
}

type Receipt = Awaited<ReturnType<typeof receiptsOf>>[number];

function told(receipts: readonly Receipt[], { state }: SubscriberRecord): TimelineEvent[] {
  const last = receipts.find(({ event, topic }) => event === 'withdrawn' && topic === null);
  return receipts.toReversed().flatMap((receipt): TimelineEvent | TimelineEvent[] => {
    const { event, at, page, version, topic, text, first_seen: since } = receipt;
    if (topic !== null) {
      // Said by the confirmed person, so confirming it is not an event.
      if (event === 'confirmed') return [];
      return event === 'given'
        ? { what: 'joined', words: text, version, since, at }
        : { what: 'stopped', book: topic === NEWS ? null : topic, at };
    }
    if (event === 'confirmed') return { what: 'confirmed', at };
    // Only the last unsubscription can be the one behind the state.
    if (event === 'withdrawn')
      return { what: state === 'suppressed' && receipt === last ? 'blocked' : 'left', at };
    if (page === BY_HAND) return { what: 'added', at };
    if (version === IMPORTED) return { what: 'imported', at };
    return { what: 'agreed', words: text, version, since, at };
  });
}

async function mailsTo(query: Kysely<Tables>, id: number): Promise<TimelineEvent[]> {
  const mails = await mailsOfSubject(query, id);
  return mails.slice(-MOST).map(({ kind, payload, state, due_at, finished_at, reply }) => ({
    what: 'mail',
    kind: (kind === 'confirm' && ASKING[payload ?? '']) || mailKindOf(kind),
    end: state,
    book: kind === 'book' ? payload : null,
    reply,
    at: finished_at ?? due_at,
  }));
}

async function announcementsTo(query: Kysely<Tables>, id: number) {
  const rows = await selectAnnounced(query, id);
  return rows.map(({ purpose, title, state, finished_at, due_at, reply }) => {
    const end: MailEnd = state;
    return { what: 'told' as const, purpose, title, end, reply, at: finished_at ?? due_at };
  });
}

async function messagesOf(query: Kysely<Tables>, key: string): Promise<number[]> {
  const rows = await query
    .selectFrom('message')
    .select('created_at')
    .where(sql<boolean>`lower(email) = ${key}`)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

function unreachable({ undeliverable_at: at }: SubscriberRecord): TimelineEvent[] {
  return at === null ? [] : [{ what: 'unreachable', at }];
}
