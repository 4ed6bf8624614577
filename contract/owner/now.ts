import type { Stage } from '#contract/pages.ts';
import type { Purpose } from './launch.ts';

/** GET /now: what stands around every page of the dashboard, read again and again. Times are milliseconds since 1970. */
export type Now = {
  stage: Stage;
  /** Messages nobody has read. */
  unread: number;
  /** Mails that wait for the owner. */
  trouble: number;
  /** Whether everything shown is invented. */
  sample: boolean;
  /** The script of the newest dashboard. */
  script: string;
  /** What is under way. Milliseconds that are left: the clock of a browser may be wrong. */
  launch:
    | { is: 'quiet' }
    | { is: 'scheduled'; purpose: Purpose; at: number }
    | { is: 'undo'; purpose: Purpose; left: number; length: number }
    | { is: 'sending' | 'paused'; purpose: Purpose; told: number; ended: number; total: number };
};
