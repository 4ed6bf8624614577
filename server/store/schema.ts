import type { Generated } from '#kysely';
import type { ContactFields } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { OwnerTables } from './owner-schema.ts';

/** Milliseconds since 1970, UTC. */
type Time = number;

export type SubscriptionTable = {
  id: Generated<number>;
  /** What makes two addresses the same person. */
  key: string;
  address: string;
  language: Language;
  /** `undeliverable` is `unsubscribed` with `undeliverable_at`, see server/list/undeliverable.ts. */
  state: Exclude<SubscriptionState, 'undeliverable'>;
  /** Why it is held back from the list and from mails; null for everybody but suspected bots. */
  suspect: string | null;
  /** Version of the consent text that was shown, null when the form did not say. */
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
  /** When a reminder to confirm was queued: never a second one. */
  reminded_at: Time | null;
  /** Since when mails to it are refused for good; until its owner has confirmed it anew. */
  undeliverable_at: Time | null;
};

/** The exact words of each version. */
type ConsentTextTable = { version: string; language: Language; text: string; first_seen: Time };

/** Evidence, only ever added to: what somebody agreed to or took back, when, where. */
type ConsentReceiptTable = {
  id: Generated<number>;
  subscription_id: number;
  event: 'given' | 'confirmed' | 'withdrawn';
  version: string | null;
  language: Language;
  /** The page it happened on, e.g. `/soon`. */
  page: string;
  at: Time;
};

/** Which book somebody asked to be told about, when first. */
type InterestTable = { subscription_id: number; product: Interest; at: Time };

/** See server/launch/states.ts for what may follow what. */
export type AnnouncementState = 'draft' | 'scheduled' | 'undo' | 'sending' | 'paused' | 'done' | 'stopped';
export type RecipientState = 'queued' | 'started' | 'retry' | 'sent' | 'failed' | 'unknown' | 'skipped';

/** `skipped`: what it was about is gone. `failed` and `unknown` are final too. */
export type OutboxState =
  | 'queued'
  | 'claimed'
  | 'started'
  | 'retry'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'skipped';

/** With whose deletion the row is deleted. */
export type SubjectType = 'subscription' | 'message';

/** What must still happen because of something accepted; written in the same transaction. */
export type OutboxTable = {
  id: Generated<number>;
  /** The name of an entry in server/kinds.ts. */
  kind: string;
  /** Of which table `subject_id` is a row; null for what is about nobody. The intake inserts none but of subscriptions. */
  subject_type: Generated<SubjectType | null>;
  /** Id of the subscription or the message it is about; null for alarms. */
  subject_id: number | null;
  /** At most one row bears it; null: any number of rows. */
  dedup_key: string | null;
  /** Values of an alarm as JSON, or which book; nothing that names a person stands here. */
  payload: string | null;
  state: Generated<OutboxState>;
  attempt: Generated<number>;
  /** Attempts whose end nobody knows. */
  unknown_attempts: Generated<number>;
  due_at: Time;
  /** Random mark of the worker that has claimed it: whoever does not bear it changes nothing (fencing). */
  lease: string | null;
  /** Milliseconds, by PostgreSQL's clock; on SQLite since the machine was started. */
  lease_until: number | null;
  /** Since when it waits for the owner's approval, with why in `reply`; null: it may go. */
  held_at: Time | null;
  started_at: Time | null;
  finished_at: Time | null;
  reply: string | null;
  created_at: Time;
};

/** What is told to people once, see server/launch. */
type AnnouncementTable = {
  id: Generated<number>;
  purpose: Purpose;
  state: AnnouncementState;
  /** JSON: why it is paused; null in every other state. */
  reason: string | null;
  /** JSON: the words of each language. */
  words: string;
  /** JSON: who wrote them, and when each language was changed last; null: nobody has. */
  edited: string | null;
  /** JSON: the last rehearsal; null: none yet. */
  rehearsal: string | null;
  /** When and where it is to open, as the owner said it. */
  wall_time: string | null;
  zone: string | null;
  opens_at: Time | null;
  /** Milliseconds for taking it back. */
  undo_ms: number;
  undo_until: Time | null;
  /** How many are told before the others; 0: no first wave. */
  wave: number;
  /** Mails a minute at most. */
  max_per_minute: number;
  /** Mails a minute now, and since when. */
  pace: number;
  pace_at: Time | null;
  armed_by: string | null;
  armed_at: Time | null;
  /** Of the store in which it was armed: a copy of the store sends nothing. */
  store_id: string | null;
  /** Recipients are enqueued by their id: up to `enqueue_cursor` so far, up to `enqueue_end` in all. */
  enqueue_cursor: number;
  enqueue_end: number | null;
  /** The first mail may go. */
  sending_at: Time | null;
  /** Only what ended after this counts for pausing by itself. */
  health_window_start: Time | null;
  /** Random mark of the one process that sends, and until when (as `outbox.lease_until`). */
  sender: string | null;
  sender_until: number | null;
  ended_at: Time | null;
  created_at: Time;
};

/** No address stands here: after an erasure the row is evidence of nobody. */
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
  /** The mail server that was given a key with the last attempt, and where (see server/launch/uncertain.ts). */
  key_relay: string | null;
  /** When the first attempt began whose end nobody knows; the row may wait to be tried again. */
  unknown_since: Time | null;
  language: Language;
  /** Version of the words that were agreed to. */
  consent: string | null;
  added_at: Time;
};

type MessageTable = ContactFields & {
  id: Generated<number>;
  /** One for each filled form: a message sent twice is one message. */
  key: string;
  body_hash: string;
  language: Language;
  /** Version of the words that stood under the form, see `consent_text`; null when the form did not say. */
  consent: string | null;
  suspect: string | null;
  /** When an owner opened it; null again where it was marked as unread. */
  read_at: Time | null;
  /** When an owner answered it, or said so; such a one is read, too. */
  answered_at: Time | null;
  created_at: Time;
};

/** Keyed hashes of erased addresses: enough to refuse their import, too little to know them. */
type ErasureTable = { hash: string; at: Time };

/** Links that let chosen people see the closed site, see server/stage/preview.ts. */
type PreviewLinkTable = {
  id: Generated<number>;
  /** The person it is for, as the owner calls them. */
  name: string;
  /** The owner's name; null: made on the command line. */
  made_by: string | null;
  created_at: Time;
  ends_at: Time;
  /** When an owner ended it before its time. */
  ended_at: Time | null;
  /** How often it was followed. */
  opened: Generated<number>;
};

type SettingTable = { name: string; value: string };

/** Rows of `subscription` by state, or `suspect`; kept by triggers, because counting a large table takes long. */
type CounterTable = { name: SubscriptionState | 'suspect'; n: number };

/** Pages asked for in an hour (hours since 1970). `closed`: 1 for one that visitors do not get yet. */
type VisitHourTable = {
  hour: number;
  /** The path of a page, or `other`. */
  path: string;
  language: Language;
  /** As the address of the visit or the page that linked to it says; empty for neither. */
  source: string;
  closed: 0 | 1;
  n: number;
  /** The last of them. */
  last_at: Time;
};

/** Kept by triggers, see triggers/signups-by-hour.ts: who came, was confirmed, was confirmed no more. */
type SignupHourTable = {
  hour: number;
  language: Language;
  /** As in `VisitHourTable`; `import` for a list that was imported. */
  source: string;
  joined: number;
  confirmed: number;
  gone: number;
};

/** Kept by triggers, see triggers/signups-by-page.ts: sign-ups of people whose first visit was to a closed page. */
type AskedSignupHourTable = { hour: number; path: string; n: number };

export type Tables = OwnerTables & {
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
  preview_link: PreviewLinkTable;
  /** `hash`, `body_hash`: SHA-256 of the token, and of the body that came with it first. */
  webhook_token: { hash: string; body_hash: string; signed_at: number };
  setting: SettingTable;
  counter: CounterTable;
};
