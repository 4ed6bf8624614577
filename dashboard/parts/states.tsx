import { useEffect, useState, type ReactNode } from 'react';
import { Breve } from '#ui/Breve.tsx';
import mark from '#ui/ErrorMark.module.css';
import type { Read } from '../api.ts';
import { RequestError, problemSentence } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';
import { TextButton } from './Button.tsx';
import styles from './states.module.css';

const QUIET_MS = 400;
const LONG_MS = 8000;

/** Shows nothing for a moment, then that the page is loading, then that it still is, with a button to try again. */
export function Loading({ again }: { again?: () => void }) {
  const { t } = useWords();
  const [stage, setStage] = useState<'quiet' | 'loading' | 'long'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('loading'), QUIET_MS),
      setTimeout(() => setStage('long'), LONG_MS),
    ];
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, []);
  if (stage === 'quiet') return null;
  return (
    <div role="status">
      <p className={styles.loading}>
        <Breve swing="swinging" />
        {t(stage === 'long' ? 'state.loadingLong' : 'state.loading')}
      </p>
      {stage === 'long' && again && <TextButton onClick={again}>{t('common.tryAgain')}</TextButton>}
    </div>
  );
}

/** Why a request failed, with the code for the server administrator. */
function notRead({ t }: UseWords, problem: unknown): string {
  const code = problem instanceof RequestError ? problem.code : 'internal';
  if (code === 'offline') return t('state.offlineTitle');
  return `${t('state.failedTitle')} ${t('state.failedText', { code })}`;
}

/** Says what could not be read or done. `again` retries. */
export function LoadFailed({
  problem,
  again,
  children,
}: {
  problem: unknown;
  again?: () => void;
  children?: ReactNode;
}) {
  const words = useWords();
  const isGone = problem instanceof RequestError && problem.code === 'not-found';
  const isRead = again !== undefined && !isGone;
  return (
    <div role="alert">
      <p className={`${mark.mark} ${styles.failed}`}>
        {children ?? (isRead ? notRead(words, problem) : problemSentence(words, problem))}
      </p>
      {isRead && <TextButton onClick={again}>{words.t('common.tryAgain')}</TextButton>}
    </div>
  );
}

/** Why a form was rejected; `said`: instead of the general sentence. Shown above the button; typed text is kept. */
export function FormProblem({ problem, said }: { problem: unknown; said?: string | undefined }) {
  const words = useWords();
  return (
    <div role="alert">
      {problem != null && (
        <p className={`${mark.mark} ${styles.failed}`}>{said ?? problemSentence(words, problem)}</p>
      )}
    </div>
  );
}

type LoadedProps<T> = { read: Read<T>; children?: (data: T) => ReactNode };

/** Shows the data once it has been read; before that, that it is loading, or why it could not be read. */
export function Loaded<T>({ read, children }: LoadedProps<T>) {
  if (read.data !== undefined) return children?.(read.data);
  if (read.problem !== null) return <LoadFailed problem={read.problem} again={read.again} />;
  return <Loading again={read.again} />;
}

/** Replaces an empty list, with what to do next. `well`: an empty list is good news. */
export function Empty({
  title,
  text,
  well = false,
  children,
}: {
  title: string;
  text: ReactNode;
  well?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>
        {well && <Breve swing="rest" />}
        {title}
      </p>
      <p className={styles.emptyText}>{text}</p>
      {children}
    </div>
  );
}
