import { useEffect } from 'react';
import { Breve } from '#ui/Breve.tsx';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { CrossIcon } from './icons.tsx';
import { dismiss, toasts, type ToastShown } from './toasts.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6000;

/** The live regions are rendered before they have anything to announce. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className={styles.place}>
      <div role="status">{shown !== null && !shown.failed && <One key={shown.id} {...shown} />}</div>
      <div role="alert">{shown?.failed === true && <One key={shown.id} {...shown} />}</div>
    </div>
  );
}

function One({ id, text, failed }: ToastShown) {
  const { t } = useWords();
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div className={styles.toast} data-failed={failed || undefined}>
      <Breve swing={failed ? 'rest' : 'arriving'} />
      <span className={styles.text}>{text}</span>
      <button
        className={styles.cross}
        type="button"
        aria-label={t('common.dismiss')}
        onClick={() => dismiss(id)}
      >
        <CrossIcon />
      </button>
    </div>
  );
}
