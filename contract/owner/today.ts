import type { Language } from '#contract/language.ts';
import type { Stage } from '#contract/pages.ts';
import type { SecretSetting } from './server-settings.ts';
import type { AnnouncementState, Purpose } from './launch.ts';
import type { AccountHeld } from './delivery.ts';

/** What needs the owner's attention, most urgent first. */
export type Need =
  /** An announcement. */
  | { is: 'paused'; purpose: Purpose }
  /** What an owner has set and other keys have sealed: the mail account, or the key to the copies. */
  | { is: 'sealed'; name: SecretSetting }
  /** Mails that wait for a mail server. */
  | { is: 'waiting'; n: number }
  /** Mails that wait for the owner's account, which refuses them. */
  | { is: 'refused'; n: number; held: AccountHeld }
  /** `only`: the kind, if all have the same. */
  | { is: 'mails'; n: number; only: 'confirm' | null }
  | { is: 'held'; n: number }
  /** `n` people read that language. */
  | { is: 'words'; language: Language; n: number }
  /** `at`: the scheduled time. */
  | { is: 'rehearse'; at: number }
  | { is: 'messages'; n: number; oldest: number }
  /** Changes of the site that are not published. */
  | { is: 'site'; n: number }
  /** Problems in the last health check. */
  | { is: 'doctor'; n: number }
  /** No backup for this many days. */
  | { is: 'backup'; days: number }
  /** Off-site copies have failed since then, for ten minutes or more; or something else is wrong with them. */
  | { is: 'copies'; since: number }
  /** Nobody has been seen with the recovery key for a quarter. */
  | { is: 'key' }
  | { is: 'passkey' };

/** The dashboard page of each need, most urgent first. */
export const NEED_PAGES = {
  /** Which leads to it. */
  paused: '/',
  sealed: '/settings',
  waiting: '/settings#delivery',
  refused: '/mails',
  mails: '/mails',
  held: '/mails',
  words: '/launch/words',
  rehearse: '/launch/rehearsal',
  messages: '/messages',
  site: '/site/changes',
  doctor: '/settings#doctor',
  copies: '/settings#copies',
  backup: '/settings#backup',
  key: '/settings#copies',
  passkey: '/settings#passkeys',
} as const satisfies Record<Need['is'], string>;

/** What an owner does before the launch, in the order of the page. */
export const CHECKLIST = ['soon', 'privacy', 'mail', 'test', 'passkey', 'pages'] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

/** GET /today. Times are milliseconds since 1970. */
export type Today = {
  stage: Stage;
  /** What is done of it; null: all, or the site is open. */
  checklist: Record<ChecklistItem, boolean> | null;
  /** Confirmed people, who will be emailed. */
  people: number;
  /** Change since the end of yesterday. */
  sinceYesterday: number;
  waiting: number;
  left: number;
  unread: number;
  trouble: number;
  /** Sign-ups of the last fourteen days in the owner's zone, up to today. */
  fortnight: { day: string; n: number }[];
  needs: Need[];
  form: {
    state: 'alive' | 'quiet' | 'dead';
    lastSignup: number | null;
    lastVisit: number | null;
    /** Duration of the last mail in milliseconds. */
    mailTook: number | null;
    /** Usual milliseconds between sign-ups, if there were enough to know. */
    usual: number | null;
  };
  /** The newsletter that went out last, for some days. `sent`: so far. */
  letter: { purpose: Purpose; title: string; at: number; sent: number } | null;
  /** From the launch until some days after its end. `left`: unsubscribed after their mail had begun. */
  launch: {
    state: AnnouncementState;
    openedAt: number;
    undoUntil: number;
    told: number;
    ended: number;
    total: number;
    visits: number;
    signups: number;
    messages: number;
    left: number;
  } | null;
};
