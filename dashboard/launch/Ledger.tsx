import type { Sums } from '#contract/owner/launch.ts';
import { Part } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { useWords } from '../words.ts';
import styles from './launch.module.css';

type Props = { sums: Sums; later: number; isStopped?: boolean };

/** Counts the recipients by outcome, with the sum written out. */
export function Ledger({ sums, later, isStopped = false }: Props) {
  const { t, number } = useWords();
  const { all, sent, files, failed, unknown, skipped } = sums;
  const { waiting, started } = sums;
  const parts = [sent, ...[files, waiting, started].filter((n) => n > 0), failed, unknown, skipped];
  return (
    <Part title={t('launch.sending.ledger', { total: all })}>
      <Pairs wide>
        <Pair term={t('launch.sending.sent')} note={t('launch.sending.sentHint')}>
          {number(sent)}
        </Pair>
        {files > 0 && (
          <Pair term={t('launch.sending.files')} note={t('launch.sending.filesHint')}>
            {number(files)}
          </Pair>
        )}
        {waiting > 0 && (
          <Pair
            term={t(isStopped ? 'launch.done.untold' : 'launch.sending.queued')}
            note={later > 0 && !isStopped ? t('launch.sending.queuedHint', { n: later }) : undefined}
          >
            {number(waiting)}
          </Pair>
        )}
        {started > 0 && (
          <Pair term={t('launch.sending.started')} note={t('launch.sending.startedHint')}>
            {number(started)}
          </Pair>
        )}
        <Pair term={t('launch.sending.failed')} note={t('launch.sending.failedHint')}>
          {number(failed)}
        </Pair>
        <Pair term={t('launch.sending.unknown')} note={t('launch.sending.unknownHint')}>
          {number(unknown)}
        </Pair>
        <Pair term={t('launch.sending.skipped')} note={t('launch.sending.skippedHint')}>
          {number(skipped)}
        </Pair>
      </Pairs>
      <p className={styles.sum}>
        {t('launch.done.adds', { parts: parts.map(number).join(' + '), total: number(all) })}
      </p>
    </Part>
  );
}
