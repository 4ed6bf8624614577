import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CopyStatus, SeenCopies, SeenCopy } from '#contract/owner/server-settings.ts';
import { queries } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton } from '../parts/Button.tsx';
import { More } from '../parts/More.tsx';
import { SaveIcon } from '../parts/SaveIcon.tsx';
import { toast } from '../parts/toasts.ts';
import { requestFile } from '../request.ts';
import { save } from '../save.ts';
import { useWords, type UseWords } from '../words.ts';
import { Thing, Things } from './Section.tsx';
import styles from './Settings.module.css';

/** So many copies until more are requested. */
const SHOWN = 5;

const momentOf = ({ short, time }: UseWords, at: number) => `${short(at)}, ${time(at)}`;

/** What the target has, as of the server's last look, and all of it as one file. */
export function CopiesKept({ status, at }: { status: CopyStatus; at: number }) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      {status.seen && <Seen seen={status.seen} status={status} />}
      <div className={styles.next}>
        <SmallButton onClick={() => setAsking(true)}>
          <SaveIcon /> {t('copies.everything')}
        </SmallButton>
      </div>
      {isAsking && <Everything at={at} onClose={() => setAsking(false)} />}
    </div>
  );
}

type SeenProps = { seen: SeenCopies; status: CopyStatus };

function Seen({ seen: { at, copies, older, others }, status: { until, failing } }: SeenProps) {
  const words = useWords();
  const { t } = words;
  const [isMore, setMore] = useState(false);
  const [newest, ...rest] = copies;
  // It has grown since the look.
  const now = failing === null ? (until ?? 0) : 0;
  const all =
    newest?.until && !newest.lacks ? [{ ...newest, until: Math.max(newest.until, now) }, ...rest] : copies;
  const isAll = isMore || all.length <= SHOWN;
  return (
    <>
      <p className={`${styles.hint} ${styles.gap}`}>{t('copies.kept', { when: momentOf(words, at) })}</p>
      <Things>
        {all.slice(0, isMore ? Infinity : SHOWN).map((copy) => (
          <Thing key={copy.name} {...copyInWords(words, copy)} />
        ))}
      </Things>
      {!isAll && <More onPress={() => setMore(true)} />}
      {isAll && older > 0 && <p className={styles.hint}>{t('copies.older', { n: older })}</p>}
      {others.map((other) => (
        <p key={other.store} className={`${styles.hint} ${styles.more}`}>
          {t('copies.others', { n: other.copies, when: momentOf(words, other.until) })}
        </p>
      ))}
    </>
  );
}

function copyInWords(
  words: UseWords,
  { from, until, lacks, bytes }: SeenCopy,
): { name: string; text: string } {
  const { t } = words;
  const size = words.size(bytes);
  const begin = momentOf(words, from);
  if (until === null) return { name: begin, text: t('copies.baseless', { size }) };
  return {
    name: t('copies.span', { from: begin, until: momentOf(words, until) }),
    text: t(lacks ? 'copies.holed' : 'copies.whole', { size }),
  };
}

/** Downloads everything in one file, encrypted for the recovery key. */
function Everything({ at, onClose }: { at: number; onClose: () => void }) {
  const { t } = useWords();
  const name = `copy-${new Date(at).toISOString().slice(0, 10)}.sqlite.age`;
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => requestFile('/backup/for-key'),
    onSuccess(file) {
      save(name, file);
      toast(t('copies.everythingDone'));
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <AskDialog
      title={t('copies.everything')}
      yes={t('copies.download')}
      act={{ busy: isPending, problem: error }}
      onYes={() => mutateAsync()}
      onClose={onClose}
    >
      <p>{t('copies.everythingText')}</p>
      <p className={styles.more}>{t('copies.everythingHow')}</p>
      <p className={`${styles.link} ${styles.command}`} translate="no">
        npm run -s embreve -- restore {name} --key recovery-key.txt
      </p>
    </AskDialog>
  );
}
