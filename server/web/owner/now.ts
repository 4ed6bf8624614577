import { basename } from 'node:path';
import type { Now } from '#contract/owner/now.ts';
import { readSet } from '#server/launch/announcement.ts';
import { readSums } from '#server/launch/overview.ts';
import { countUnread } from '#server/messages/find.ts';
import { countIssues } from '#server/outbox/delivery-issues.ts';
import { readStage } from '#server/stage/stage.ts';
import { type Answer, type Ask, get, type OwnerParts, type OwnerRoute } from './route.ts';

/** The folder of the sample list of `npm run dev -- --sample`. */
const SAMPLE_FOLDER = 'data-sample';

export const NOW_ROUTES: readonly OwnerRoute[] = [
  get(
    '/now',
    'Shows what frames every page: the stage, what needs attention, and a launch in progress.',
    showNow,
  ),
];

async function showNow({ parts }: Ask): Promise<Answer> {
  const { read, config, build } = parts;
  const [stage, unread, trouble, launch] = await Promise.all([
    readStage(read),
    countUnread(read),
    countIssues(read),
    readLaunch(parts),
  ]);
  const now: Now = {
    stage: stage ?? config.stage,
    unread,
    trouble: trouble.held + trouble.failed + trouble.unknown,
    sample: basename(config.dataDir) === SAMPLE_FOLDER,
    script: build.manifest.dashboard,
    launch,
  };
  return { json: now };
}

/** The launch before a book; what can be undone first, then what is being sent, then what is scheduled. */
const WEIGHT = { undo: 0, sending: 1, paused: 2, scheduled: 3 } as const;

async function readLaunch({ read, now }: OwnerParts): Promise<Now['launch']> {
  const set = await readSet(read);
  const isUnderWay = (state: string): state is keyof typeof WEIGHT => state in WEIGHT;
  const [first] = set
    .flatMap((one) => (isUnderWay(one.state) ? [{ ...one, weight: WEIGHT[one.state] }] : []))
    .toSorted((one, other) => one.weight - other.weight);
  if (first === undefined) return { is: 'quiet' };
  const { purpose } = first;
  switch (first.state) {
    case 'scheduled':
      return first.opens_at === null ? { is: 'quiet' } : { is: 'scheduled', purpose, at: first.opens_at };
    case 'undo': {
      const left = Math.max(0, (first.undo_until ?? 0) - now());
      return { is: 'undo', purpose, left, length: first.undo_ms };
    }
    case 'sending':
    case 'paused': {
      const { all, sent, failed, unknown, skipped, waiting, started } = await readSums(read, first);
      // Everybody was mailed: only later confirmations are still added.
      if (first.state === 'sending' && all > 0 && waiting + started === 0) return { is: 'quiet' };
      const ended = sent + failed + unknown + skipped;
      return { is: first.state, purpose, told: sent, ended, total: all };
    }
    default:
      return { is: 'quiet' };
  }
}
