import type { Stage } from '#contract/pages.ts';
import type { Purpose } from './launch.ts';

/** GET /now: the frame of every dashboard page, polled. Times are milliseconds since 1970. */
export type Now = {
  stage: Stage;
  /** Unread messages. */
  unread: number;
  /** Mails that wait for the owner. */
  trouble: number;
  /** Whether all data is sample data. */
  sample: boolean;
  /** The current dashboard script. */
  script: string;
  /** The announcement under way. Remaining milliseconds: a browser's clock may be wrong. */
  launch:
    | { is: 'quiet' }
    | { is: 'scheduled'; purpose: Purpose; at: number }
    | { is: 'undo'; purpose: Purpose; left: number; length: number }
    | { is: 'sending' | 'paused'; purpose: Purpose; told: number; ended: number; total: number };
};
