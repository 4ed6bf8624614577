import type { Language } from '#contract/language.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { CommitOutcome } from '#server/store/database.ts';
import type { MailWait } from '#server/outbox/pace.ts';

/** Where a person came from at the first visit. Every text is at most 200 characters; null when not known. */
export type Source = {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  /** Origin and path of the foreign page that linked here, without its query. */
  referrer: string | null;
  /** The first path asked for on this site, without its query, e.g. `/services`. */
  path: string | null;
};

/**
 * Stands in place of the version of the words, and of the page, for people of an imported list: we have not seen their
 * consent. No form can send it: a version is longer.
 */
export const IMPORTED = 'import';

/** One accepted subscription, before it has a row. */
export type NewSubscription = {
  /** The address as typed, trimmed. Mail goes here. */
  address: string;
  /** What makes two addresses the same person: unique in the store. */
  key: string;
  language: Language;
  /** Version of the consent text the person saw, null when the form did not say. */
  consent: string | null;
  /** The book it is about; none for the opening of the site. */
  interest?: Interest;
  source: Source;
  /** Why it looks like a bot's, null for everybody else. Such a one is kept, and gets no mail. */
  suspect: string | null;
  /** How long its mail has to wait; not at all unless told. */
  mailWait?: MailWait;
};

/**
 * `stored`: the row is committed and fsynced, now or by an earlier request for the same key.
 * Otherwise nothing is promised and the person may try again.
 */
export type AddOutcome = CommitOutcome;

export type SubscribeStore = {
  add(subscription: NewSubscription): Promise<AddOutcome>;
};
