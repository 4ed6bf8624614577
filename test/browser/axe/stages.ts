import {
  type AnnouncementNow,
  type FindingCode,
  FINDINGS,
  type PauseReason,
  type Progress,
  type Rehearsal,
  type Sums,
} from '#contract/owner/launch.ts';
import { LANGUAGES } from '#contract/language.ts';
import { HOUR, MINUTE } from '#contract/time.ts';

/** How a stage of the launch changes the server's answer. */
export type Stage = (now: AnnouncementNow) => Partial<AnnouncementNow>;

const SUMS: Sums = {
  all: 4_300,
  waiting: 1_200,
  started: 4,
  sent: 3_000,
  files: 0,
  failed: 60,
  unknown: 6,
  skipped: 30,
};

const WORDS: AnnouncementNow['words'] = { at: 0, behind: [], lacking: [], written: ['en', 'pt'] };

const REPLY = '421 4.7.28 Our system has detected an unusual rate of unsolicited mail from your IP address';

function progress(now: number, rest: Partial<Progress> = {}): Progress {
  return {
    armedBy: 'Marta Reis',
    armedAt: now - HOUR,
    undoUntil: now - 50 * MINUTE,
    sendingAt: now - 50 * MINUTE,
    endedAt: null,
    isForgotten: false,
    sums: SUMS,
    later: 12,
    left: 0,
    came: 0,
    comeUntil: now + 30 * 24 * HOUR,
    outlook: { is: 'going', aMinute: 60, lastAt: now + HOUR },
    providers: [
      { name: 'example.com', domains: 1, sent: 1_800, waiting: 700, failed: 20, pace: 'normal' },
      {
        name: 'a-very-long-name-of-a-provider.example',
        domains: 1,
        sent: 900,
        waiting: 300,
        failed: 30,
        pace: 'slowed',
      },
      { name: 'example.org', domains: 1, sent: 200, waiting: 150, failed: 10, pace: 'refused' },
      { name: '', domains: 31, sent: 100, waiting: 50, failed: 0, pace: 'normal' },
    ],
    ...rest,
  };
}

function rehearsal(now: number, codes: readonly FindingCode[], rest: Partial<Rehearsal> = {}): Rehearsal {
  const values = {
    n: 3,
    total: 9,
    text: REPLY,
    name: 'MAIL_FROM',
    domain: 'example.com',
    person: 1,
    about: 'pt',
    bytes: 30_000,
    language: 'pt',
  };
  return {
    state: 'ended',
    isOld: false,
    startedAt: now - HOUR,
    endedAt: now - HOUR + MINUTE,
    doing: null,
    made: { n: 4_300, total: 4_300 },
    findings: codes.map((code) => ({ code, values })),
    ...rest,
  };
}

const sending =
  (rest: Partial<Progress> = {}): Stage =>
  ({ now }) => ({
    state: 'sending',
    isOpen: true,
    progress: progress(now, rest),
  });

const paused =
  (reason: PauseReason): Stage =>
  ({ now }) => ({
    state: 'paused',
    isOpen: true,
    reason: { ...reason, at: now - 5 * MINUTE },
    progress: progress(now, { outlook: null }),
  });

const when = (now: number): AnnouncementNow['when'] => ({
  is: 'at',
  at: '2030-12-01 09:00',
  zone: 'America/Sao_Paulo',
  opensAt: now + 3 * HOUR,
});

const ready: Stage = ({ now }) => ({
  words: { ...WORDS, at: now - HOUR },
  when: { is: 'now', zone: 'Europe/Lisbon' },
  rehearsal: rehearsal(now, ['settings-ok', 'words-ok', 'dmarc-none', 'test-todo']),
});

/** The stages of `/launch`. */
export const STAGES: Record<string, Stage> = {
  ready,
  'ready for an hour to come': (now) => ({ ...ready(now), when: when(now.now) }),
  'not in order': (now) => ({ ...ready(now), rehearsal: rehearsal(now.now, ['spf-missing', 'words-ok']) }),
  scheduled: (now) => ({ ...ready(now), state: 'scheduled', when: when(now.now) }),
  undo: ({ now }) => ({
    state: 'undo',
    isOpen: true,
    progress: progress(now, { undoUntil: now + 9 * MINUTE, sendingAt: null, outlook: null }),
  }),
  gathering: sending({ outlook: null, sums: { ...SUMS, all: 0 }, providers: [] }),
  'first wave': ({ now, ...rest }) =>
    sending({ outlook: { is: 'looking', n: 50, until: now + MINUTE } })({ now, ...rest }),
  sending: sending(),
  'sending for days': ({ now, ...rest }) =>
    sending({
      outlook: {
        is: 'share',
        aMinute: 60,
        until: now + HOUR,
        goesOnAt: now + 20 * HOUR,
        lastAt: now + 50 * HOUR,
      },
    })({ now, ...rest }),
  'enough for today': ({ now, ...rest }) =>
    sending({ outlook: { is: 'enough', goesOnAt: now + 20 * HOUR } })({ now, ...rest }),
  'paused by an owner': paused({ why: 'owner', by: 'Rui' }),
  'paused, clock': paused({ why: 'clock' }),
  'paused, closed': paused({ why: 'closed' }),
  'paused, moved': paused({ why: 'moved' }),
  'paused, failed': paused({ why: 'failed', of: 50, n: 9 }),
  'paused, unknown': paused({ why: 'unknown', of: 50, n: 9 }),
  'paused, refused': paused({ why: 'refused', provider: 'example.org', reply: REPLY }),
  'paused, locked out': paused({ why: 'locked-out', reply: REPLY }),
  'paused, late': ({ now }) => ({
    state: 'paused',
    reason: { why: 'late', at: now - HOUR },
    when: when(now - 9 * HOUR),
  }),
  done: ({ now }) => ({
    state: 'done',
    isOpen: true,
    progress: progress(now, {
      sums: { ...SUMS, waiting: 0, started: 0, sent: 4_204 },
      endedAt: now - MINUTE,
      outlook: null,
      came: 12,
    }),
  }),
  stopped: ({ now }) => ({
    state: 'stopped',
    isOpen: true,
    progress: progress(now, { endedAt: now - MINUTE, outlook: null }),
  }),
};

const CODES = Object.keys(FINDINGS) as FindingCode[];

/** The stages of `/launch/rehearsal`. */
export const REHEARSALS: Record<string, Stage> = {
  running: ({ now }) => ({
    rehearsal: rehearsal(now, ['settings-ok'], {
      state: 'running',
      doing: 'mails',
      made: { n: 900, total: 4_300 },
    }),
  }),
  'every finding': ({ now }) => ({ rehearsal: rehearsal(now, CODES) }),
  old: ({ now }) => ({ rehearsal: rehearsal(now, CODES.slice(0, 5), { isOld: true }) }),
  stopped: ({ now }) => ({ rehearsal: rehearsal(now, ['words-ok'], { state: 'stopped' }) }),
};

/** States of `/launch/words` in which a language lags behind or lacks words. */
export const LAGGING: Record<string, Stage> = {
  behind: ({ now }) => ({ words: { ...WORDS, at: now - HOUR, behind: LANGUAGES.slice(-1) } }),
  lacking: ({ now }) => ({ words: { ...WORDS, at: now - HOUR, lacking: LANGUAGES.slice(-1) } }),
};
