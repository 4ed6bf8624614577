import { useEffect, useRef, useState } from 'react';
import { Breve } from '#ui/Breve.tsx';
import { keepPlace } from '../frame/arrival.ts';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { CrossIcon } from './icons.tsx';
import { dismiss, toasts, type ToastShown } from './toasts.ts';
import styles from './Toast.module.css';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACT_MS = 10_000;

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

function One({ id, text, failed, act }: ToastShown) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (busy) return undefined;
    const close = () => box.current?.matches(':hover, :focus-within') || dismiss(id);
    const timer = setInterval(close, act ? SHOWN_WITH_ACT_MS : SHOWN_MS);
    return () => clearInterval(timer);
  }, [id, act, busy]);
  // What can be taken back may have taken the pressed button with it.
  const isUndoable = act !== undefined;
  useEffect(() => {
    if (isUndoable) setTimeout(requestAnimationFrame, 0, keepPlace);
  }, [isUndoable]);
  function press() {
    setBusy(true);
    void act?.press().finally(() => {
      dismiss(id);
      setTimeout(requestAnimationFrame, 0, keepPlace);
    });
  }
  return (
    <div ref={box} className={styles.toast} data-failed={failed || undefined}>
      <Breve swing={busy ? 'swinging' : failed ? 'rest' : 'arriving'} />
      <span className={styles.text}>{text}</span>
      {act && (
        <button className={styles.act} type="button" aria-disabled={busy} onClick={busy ? undefined : press}>
          <span>{act.word}</span>
        </button>
      )}
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
