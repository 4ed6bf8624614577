import { useEffect, useState, type ReactNode } from 'react';
import { Breve } from '#ui/Breve.tsx';
import type { Read } from '../api.ts';
import { Problem, sentenceOf } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';
import { TextButton } from './Button.tsx';
import styles from './states.module.css';

const QUIET_MS = 400;
const LONG_MS = 8000;

/** Nothing for a moment, then that it is loading, then that it still is, with a way on. */
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

/** Why a reading failed, for whoever reads it and for whoever may mend it. */
function notRead({ t }: UseWords, problem: unknown): string {
  const code = problem instanceof Problem ? problem.code : 'internal';
  if (code === 'offline') return t('state.offlineTitle');
  return `${t('state.failedTitle')} ${t('state.failedText', { code })}`;
}

/** What could not be read, where `again` reads it once more, or not be done. The rest of the page stays as it is. */
export function Failed({
  problem,
  again,
  children,
}: {
  problem: unknown;
  again?: () => void;
  children?: ReactNode;
}) {
  const words = useWords();
  const isGone = problem instanceof Problem && problem.code === 'not-found';
  const isRead = again !== undefined && !isGone;
  return (
    <div role="alert">
      <p className={styles.failed}>
        {children ?? (isRead ? notRead(words, problem) : sentenceOf(words, problem))}
      </p>
      {isRead && <TextButton onClick={again}>{words.t('common.tryAgain')}</TextButton>}
    </div>
  );
}

/** Why a form was not taken: over its button, nothing typed is lost. */
export function FormProblem({ problem }: { problem: unknown }) {
  const words = useWords();
  return (
    <div role="alert">{problem != null && <p className={styles.failed}>{sentenceOf(words, problem)}</p>}</div>
  );
}

type LoadedProps<T> = { read: Read<T>; children?: (data: T) => ReactNode };

/** What was read, once it is there; before that, that it is loading, or why it cannot be read. */
export function Loaded<T>({ read, children }: LoadedProps<T>) {
  if (read.data !== undefined) return children?.(read.data);
  if (read.problem !== null) return <Failed problem={read.problem} again={read.again} />;
  return <Loading again={read.again} />;
}

/** Nothing is there: what that means, and one thing to do. `well`: it is good news. */
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
