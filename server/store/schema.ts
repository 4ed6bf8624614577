import type { Generated } from '#kysely';
import type { ContactFields } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import type { SubscriptionState } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';

/** Milliseconds since 1970, UTC. */
type Time = number;

export type SubscriptionTable = {
  id: Generated<number>;
  /** What makes two addresses the same person. */
  key: string;
  address: string;
  language: Language;
  state: SubscriptionState;
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
};

/** The exact words of each version. */
export type ConsentTextTable = { version: string; language: Language; text: string; first_seen: Time };

/** Evidence, only ever added to: what somebody agreed to or took back, when, where. */
export type ConsentReceiptTable = {
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
export type InterestTable = { subscription_id: number; product: Interest; at: Time };

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

/** Whose going takes the row along. */
export type OutboxAbout = 'subscription' | 'message';

/** What must still happen because of something accepted; written in the same transaction. */
export type OutboxTable = {
  id: Generated<number>;
  /** The name of an entry in server/kinds.ts. */
  kind: string;
  /** Of which table `subject` is a row; null for what is about nobody. The intake inserts none but of subscriptions. */
  about: Generated<OutboxAbout | null>;
  /** Id of the subscription or the message it is about; null for alarms. */
  subject: number | null;
  /** At most one row bears it; null: any number of rows. */
  once: string | null;
  /** Values of an alarm as JSON, or which book; nothing that names a person stands here. */
  payload: string | null;
  state: Generated<OutboxState>;
  attempt: Generated<number>;
  /** Attempts whose end nobody knows. */
  unknowns: Generated<number>;
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

export type MessageTable = ContactFields & {
  id: Generated<number>;
  /** One for each filled form: a message sent twice is one message. */
  key: string;
  body_hash: string;
  language: Language;
  /** Version of the words that stood under the form, see `consent_text`; null when the form did not say. */
  consent: string | null;
  suspect: string | null;
  created_at: Time;
};

/** Keyed hashes of erased addresses: enough to refuse their import, too little to know them. */
export type ErasureTable = { hash: string; at: Time };

export type SettingTable = { name: string; value: string };

/** Rows of `subscription` by state, or `suspect`; kept by triggers, because counting a large table takes long. */
export type CounterTable = { name: SubscriptionState | 'suspect'; n: number };

export type Tables = {
  subscription: SubscriptionTable;
  consent_text: ConsentTextTable;
  consent_receipt: ConsentReceiptTable;
  interest: InterestTable;
  outbox: OutboxTable;
  message: MessageTable;
  erasure: ErasureTable;
  setting: SettingTable;
  counter: CounterTable;
};
