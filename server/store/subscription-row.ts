import type { Interest } from '#contract/subscribe.ts';
import type { SubscriptionTable } from './schema.ts';

/**
 * One accepted subscription as it is stored: the columns of a new row, and what decides which rows follow from it. It is
 * JSON on its way to the disk.
 */
export type SubscriptionRow = Omit<SubscriptionTable, 'id' | 'left_at' | 'reminded_at'> & {
  // Not null: when it is due, and that it is to happen at all. A suspected bot has none of them.
  receipt_at: number | null;
  confirm_at: number | null;
  forward_at: number | null;
  page: string;
  interest: Interest | null;
  /** Asked for by a person, and handed out. */
  book: Interest | null;
  /** When its mail is due, where a new address counts at once. */
  book_at: number | null;
};

/** The columns of `subscription` that a new row fills. */
export const COLUMNS = [
  'key',
  'address',
  'language',
  'state',
  'suspect',
  'consent',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'path',
  'created_at',
  'confirmed_at',
] as const satisfies (keyof SubscriptionRow)[];
