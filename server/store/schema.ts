import type { Generated } from '#kysely';
import type { ContactValues } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import type { AnnouncementState, Purpose } from '#contract/owner/launch.ts';
import type { SubscriptionState } from '#contract/pages.ts';
import type { BookId } from '#contract/books.ts';
import type { NEWS } from '#contract/newsletter.ts';
import type { ContentTables } from './content-tables.ts';
import type { OwnerTables } from './owner-schema.ts';

/** Milliseconds since 1970, UTC. */
type Time = number;

export type SubscriptionTable = {
  id: Generated<number>;
  /** Equal for addresses of the same person. */
  key: string;
  address: string;
  language: Language;
  /** `undeliverable` is `unsubscribed` with `undeliverable_at`, see server/list/undeliverable.ts. */
  state: Exclude<SubscriptionState, 'undeliverable'>;
  /** Why it is kept off the list and gets no mail; null unless it is a suspected bot. */
  suspect: string | null;
  /** Version of the consent text shown, null if the form did not send it. */
  consent: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  referrer: string | null;
  path: string | null;
  created_at: Time;
  confirmed_at: Time | null;
  /** When it was unsubscribed or suppressed. */
  left_at: Time | null;
  /** When a reminder to confirm was queued: there is only one. */
  reminded_at: Time | null;
  /** Since when the mailbox has bounced; until its owner confirms it again. */
  undeliverable_at: Time | null;
};

/** The exact words of each version. */
type ConsentTextTable = { version: string; language: Language; text: string; first_seen: Time };

/** Append-only evidence: what somebody agreed to or withdrew, when, where. */
type ConsentReceiptTable = {
  id: Generated<number>;
  subscription_id: number;
  event: 'given' | 'confirmed' | 'withdrawn';
  version: string | null;
  language: Language;
  /** The page it happened on, e.g. `/soon`. */
  page: string;
  at: Time;
  /** `NEWS`: about the newsletter alone; null: about the list. */
  topic: string | null;
};

/** What somebody wants emails about, and since when: a book, or `NEWS` for the newsletter. */
type InterestTable = { subscription_id: number; product: BookId | typeof NEWS; at: Time };

/** See server/launch/states.ts for the transitions. */
export type RecipientState = 'queued' | 'started' | 'retry' | 'sent' | 'failed' | 'unknown' | 'skipped';

/** `skipped`: its subject is gone. `failed` and `unknown` are final too. */
export type OutboxState =
  | 'queued'
  | 'claimed'
  | 'started'
  | 'retry'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'skipped';

/** The row is deleted together with its subject. */
export type SubjectType = 'subscription' | 'message';

/** Jobs that follow from something accepted; inserted in the same transaction. */
export type OutboxTable = {
  id: Generated<number>;
  /** The name of an entry in server/kinds/kinds.ts. */
  kind: string;
  /** The table of `subject_id`; null without a subject. The intake inserts only those of subscriptions. */
  subject_type: Generated<SubjectType | null>;
  /** Id of the subscription or message; null for alerts. */
  subject_id: number | null;
  /** Unique if set; null: any number of rows. */
  dedup_key: string | null;
  /** An alert's values as JSON, or a book; nothing that identifies a person. */
  payload: string | null;
  state: Generated<OutboxState>;
  attempt: Generated<number>;
  /** Attempts with an unknown outcome. */
  unknown_attempts: Generated<number>;
  due_at: Time;
  /** Random token of the worker that claimed it: without it a worker changes nothing (fencing). */
  lease: string | null;
  /** Milliseconds, by PostgreSQL's clock; on SQLite since the machine was booted. */
  lease_until: number | null;
  /** Since when it is on hold for the owner's approval, with the reason in `reply`; null: not on hold. */
  held_at: Time | null;
  started_at: Time | null;
  finished_at: Time | null;
  reply: string | null;
  created_at: Time;
};

/** One-time announcements, see server/launch. */
type AnnouncementTable = {
  id: Generated<number>;
  purpose: Purpose;
  state: AnnouncementState;
  /** JSON: why it is paused; null in every other state. */
  reason: string | null;
  /** JSON: the words of each language. */
  words: string;
  /** JSON: who wrote them, and when each language was last changed; null: nobody has. */
  edited: string | null;
  /** JSON: the last launch check; null: none yet. */
  rehearsal: string | null;
  /** When and where it is to open, as entered by the owner. */
  wall_time: string | null;
  zone: string | null;
  opens_at: Time | null;
  /** Milliseconds in which it can be undone. */
  undo_ms: number;
  undo_until: Time | null;
  /** Size of the first wave; 0: none. */
  wave: number;
  /** Maximum mails per minute. */
  max_per_minute: number;
  /** Mails per minute now, and since when. */
  pace: number;
  pace_at: Time | null;
  armed_by: string | null;
  armed_at: Time | null;
  /** The store in which it was armed: a copy of the store sends nothing. */
  store_id: string | null;
  /** Recipients are enqueued by id: up to `enqueue_cursor` so far, up to `enqueue_end` in all. */
  enqueue_cursor: number;
  enqueue_end: number | null;
  /** When the first mail may be sent. */
  sending_at: Time | null;
  /** Only outcomes after this count for pausing automatically. */
  health_window_start: Time | null;
  /** Random token of the sending process, and until when it is valid (as `outbox.lease_until`). */
  sender: string | null;
  sender_until: number | null;
  ended_at: Time | null;
  created_at: Time;
  /** Of a newsletter: where its page is, from when it is sent off at the latest. */
  slug: string | null;
  /** Since when it has no page. */
  hidden_at: Time | null;
  /** JSON: what became of its recipients, once they are deleted. */
  sums: string | null;
};

/** No address is stored here: after an erasure the row is anonymous evidence. */
type AnnouncementRecipientTable = {
  announcement_id: number;
  subscription_id: number;
  state: RecipientState;
  attempt: Generated<number>;
  due_at: Time;
  lease: string | null;
  lease_until: number | null;
  started_at: Time | null;
  finished_at: Time | null;
  reply: string | null;
  /** The mail server that got an idempotency key with the last attempt (see server/launch/uncertain.ts). */
  key_relay: string | null;
  /** When the first attempt with an unknown outcome began; the row may be waiting for a retry. */
  unknown_since: Time | null;
  language: Language;
  /** Version of the words agreed to. */
  consent: string | null;
  added_at: Time;
};

type MessageTable = ContactValues & {
  id: Generated<number>;
  /** One per submitted form: a message sent twice is one message. */
  key: string;
  body_hash: string;
  language: Language;
  /** Version of the words under the form, see `consent_text`; null if the form did not send it. */
  consent: string | null;
  suspect: string | null;
  /** When an owner opened it; null again once marked as unread. */
  read_at: Time | null;
  /** When an owner answered it, or marked it so; it then counts as read too. */
  answered_at: Time | null;
  created_at: Time;
};

/**
 * Keyed hashes of erased addresses: enough to refuse their import, too little to recover them. `import_id`: nobody
 * was erased, but a list that was imported says that they left there.
 */
type ErasureTable = { hash: string; at: Time; import_id: Generated<number | null> };

/** An import that can be taken back, for a day. */
type ListImportTable = { id: Generated<number>; at: Time };

/** Who came by it. `was`: null if it added them, else their state before: it confirmed them, or gave confirmed ones the newsletter. */
export type ListImportPersonTable = {
  subscription_id: number;
  import_id: number;
  was: 'pending' | 'confirmed' | null;
  suspect: string | null;
};

/** Links that show the closed site to chosen people, see server/stage/preview.ts. */
type PreviewLinkTable = {
  id: Generated<number>;
  /** The version of the content that it shows; null: the site, before it opens. */
  edition: number | null;
  /** The person it is for, as named by the owner. */
  name: string;
  /** The owner's name; null: made on the command line. */
  made_by: string | null;
  created_at: Time;
  ends_at: Time;
  /** When an owner revoked it. */
  ended_at: Time | null;
  /** How often it was followed. */
  opened: Generated<number>;
};

type SettingTable = { name: string; value: string };

/** Rows of `subscription` by state, or `suspect`; maintained by triggers, because counting is slow. */
type CounterTable = { name: SubscriptionState | 'suspect'; n: number };

/** Pages requested in an hour (hours since 1970). `closed`: 1 if visitors do not get the page yet. */
type VisitHourTable = {
  hour: number;
  /** The path of a page, or `other`. */
  path: string;
  language: Language;
  /** The visit's source parameter or referring host; empty for neither. */
  source: string;
  closed: 0 | 1;
  n: number;
  /** The last of them. */
  last_at: Time;
};

/** Maintained by triggers, see triggers/signups-by-hour.ts: joined, confirmed, no longer confirmed. */
type SignupHourTable = {
  hour: number;
  language: Language;
  /** As in `VisitHourTable`; `import` for an imported list. */
  source: string;
  joined: number;
  confirmed: number;
  gone: number;
};

/** Maintained by triggers, see triggers/signups-by-page.ts: sign-ups that first visited a closed page. */
type AskedSignupHourTable = { hour: number; path: string; n: number };

export type Tables = OwnerTables &
  ContentTables & {
    visit_hour: VisitHourTable;
    signup_hour: SignupHourTable;
    signup_page_hour: AskedSignupHourTable;
    subscription: SubscriptionTable;
    consent_text: ConsentTextTable;
    consent_receipt: ConsentReceiptTable;
    interest: InterestTable;
    outbox: OutboxTable;
    announcement: AnnouncementTable;
    announcement_recipient: AnnouncementRecipientTable;
    message: MessageTable;
    erasure: ErasureTable;
    list_import: ListImportTable;
    list_import_person: ListImportPersonTable;
    preview_link: PreviewLinkTable;
    /** `hash`, `body_hash`: SHA-256 of the token, and of the first body with it. */
    webhook_token: { hash: string; body_hash: string; signed_at: number };
    setting: SettingTable;
    counter: CounterTable;
  };
