import type { Language } from '#contract/language.ts';
import type { Stage } from '#contract/pages.ts';
import type { AnnouncementState } from './launch.ts';

/** What needs the owner, the most urgent first. */
export type Need =
  | { is: 'paused' }
  /** `only`: of which kind all of them are. */
  | { is: 'mails'; n: number; only: 'confirm' | null }
  | { is: 'held'; n: number }
  /** `n` people read that language. */
  | { is: 'words'; language: Language; n: number }
  /** `at`: when it is to open. */
  | { is: 'rehearse'; at: number }
  | { is: 'messages'; n: number; oldest: number }
  /** Red findings, when the doctor looked last. */
  | { is: 'doctor'; n: number }
  /** None was made in so many days. */
  | { is: 'backup'; days: number }
  | { is: 'passkey' };

/** Where each is met, below the dashboard; the most urgent first. */
export const NEED_PAGES = {
  paused: '/launch',
  mails: '/mails',
  held: '/mails',
  words: '/launch/words',
  rehearse: '/launch/rehearsal',
  messages: '/messages',
  doctor: '/settings#doctor',
  backup: '/settings#backup',
  passkey: '/settings#passkeys',
} as const satisfies Record<Need['is'], string>;

/** GET /today. Times are milliseconds since 1970. */
export type Today = {
  stage: Stage;
  /** Confirmed, so that they are told. */
  people: number;
  /** How many more than at the end of yesterday. */
  sinceYesterday: number;
  waiting: number;
  left: number;
  unread: number;
  trouble: number;
  /** Sign-ups of fourteen days of the owner's zone, the last one today. */
  fortnight: { day: string; n: number }[];
  needs: Need[];
  form: {
    state: 'alive' | 'quiet' | 'dead';
    lastSignup: number | null;
    lastVisit: number | null;
    /** Milliseconds that the last mail took. */
    mailTook: number | null;
    /** Milliseconds between two sign-ups, where enough came to know. */
    usual: number | null;
  };
  /** From the opening on, until some days after its end. `left`: unsubscribed after their mail had begun. */
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
