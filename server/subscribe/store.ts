import type { SiteManifest } from '#contract/pages.ts';
import { type Fatal, type Readiness, openGroupCommit } from '#server/db/group-commit.ts';
import type { SqlValue, Statement } from '#server/db/messages.ts';
import type { Synchronous } from '#server/db/open.ts';
import type { Refusal } from '#server/db/refusal.ts';
import type { NewSubscription, SubscribeStore } from './subscription.ts';

export type SqliteSubscribeStore = SubscribeStore & {
  /** Whether a subscription could be stored now. Cheap while all is well: one `stat`. */
  readiness(): Promise<Readiness>;
  /** Stores what was accepted, then closes. Later subscriptions are `unavailable`. May be called again. */
  close(): Promise<void>;
};

export type SubscribeStoreOptions = {
  dataDir: string;
  /** Kept with the addresses, so that a version in a row leads back to the exact words. */
  consentTexts: SiteManifest['consentTexts'];
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
};

export type OpenedStore = { ok: true; store: SqliteSubscribeStore } | { ok: false; refusal: Refusal };

const COLUMNS = [
  'key',
  'address',
  'language',
  'consent',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'path',
  'created_at',
];

/** First touch stands: a known key changes nothing. */
const INSERT = `INSERT INTO subscription (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (key) DO NOTHING`;

const KEEP_CONSENT_TEXT = `INSERT INTO consent_text (version, language, text, first_seen) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/** Opens the embedded store in `dataDir`, or says why not. `synchronous` is weakened only to prove the tests. */
export async function openSubscribeStore(
  options: SubscribeStoreOptions,
  synchronous: Synchronous = 'FULL',
): Promise<OpenedStore> {
  const { dataDir, consentTexts, now, onFatal } = options;
  const setup = consentTexts.map(({ version, language, text }): Statement => ({
    sql: KEEP_CONSENT_TEXT,
    values: [version, language, text, now()],
  }));
  const data = { dataDir, synchronous, insert: INSERT, width: COLUMNS.length, setup };
  const opened = await openGroupCommit({ ...data, onFatal });
  if (!opened.ok) return opened;
  const { add, readiness, close } = opened.commits;
  return { ok: true, store: { add: (subscription) => add(rowOf(subscription, now())), readiness, close } };
}

function rowOf({ key, address, language, consent, source }: NewSubscription, createdAt: number): SqlValue[] {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer, path } = source;
  return [
    key,
    address,
    language,
    consent,
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    referrer,
    path,
    createdAt,
  ];
}
