import { useEffect, useRef, useState } from 'react';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { SECOND } from '#contract/time.ts';
import hidden from '#ui/hidden.module.css';
import { useAct } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast, toasts } from '../parts/toasts.ts';
import { RequestError } from '../problem.ts';
import { useWords } from '../words.ts';
import { pathOf, useServerTime, effectKeysOf, textKeysOf } from './announcement.ts';
import styles from './launch.module.css';

/** Milliseconds left at which screen readers announce the time. */
const SAID = [600, 300, 120, 60, 30, 10].map((seconds) => seconds * SECOND);

/** Counts down the ten minutes before the first mail. One press undoes the launch, without a question. */
export function Undo({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const time = useServerTime(now);
  const undo = useUndo(now);
  const { progress, purpose } = now;
  // A toast that says "undone" belongs to an earlier launch.
  useEffect(() => toasts.set(null), []);
  if (progress === null) return null;
  const left = Math.max(0, progress.undoUntil - time);
  return (
    <>
      <Spoken left={left} />
      <div className={styles.reach}>
        <Button busy={undo.busy} onClick={undo.press}>
          {t(`${textKeysOf(purpose)}.undo`)}
        </Button>
      </div>
      <div className={styles.middle}>
        <p>{t(`${effectKeysOf(now)}.wait`)}</p>
        <FormProblem problem={undo.problem} />
      </div>
    </>
  );
}

function useUndo(now: AnnouncementNow) {
  const { t } = useWords();
  const { send, busy, problem } = useAct(pathOf(now.purpose, '/undo'));
  function press() {
    send()
      .then(() => toast(t(`${effectKeysOf(now)}.undone`)))
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.code === 'not-now')
          toast(t('launch.undo.tooLate'), { failed: true });
      });
  }
  return { press, busy, problem: problem?.code === 'not-now' ? null : problem };
}

/** Announces the time left to screen readers, at a few marks only. */
function Spoken({ left }: { left: number }) {
  const { t, clock } = useWords();
  const last = useRef(left);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const mark = SAID.find((one) => last.current > one && left <= one);
    if (mark !== undefined) setSaid(t('launch.undo.announce', { clock: clock(mark) }));
    last.current = left;
  }, [left, t, clock]);
  return (
    <p className={hidden.hidden} aria-live="polite">
      {said}
    </p>
  );
}
