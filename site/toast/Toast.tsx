import { useEffect, useRef, useState } from 'react';
import { Breve } from '#ui/Breve.tsx';
import styles from './Toast.module.css';

/** How long a success stays, in milliseconds, without pointer or focus on it. */
const STAY_MS = 6_000;

type ToastTone = 'success' | 'failure';

type Props = {
  /** Null without a message; the live region exists before, or screen readers would miss the words. */
  toast: { tone: ToastTone; words: string } | null;
  /** The dismiss button's label. */
  dismiss: string;
  /** Its time is over or it was dismissed. */
  onLeave: () => void;
};

/**
 * One short message above the page. A failure stays until dismissed; a success disappears by itself, but
 * while a pointer or the focus is on it, or the page is hidden, its time starts again.
 */
export function Toast({ toast, dismiss, onLeave }: Props) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<Element>(null);
  const isShown = toast !== null;
  const success = toast?.tone === 'success';
  const isRunning = success && !isHovered && !isFocused;
  useEffect(() => {
    if (!isShown) return;
    cameFrom.current = document.activeElement;
    // The toast must not cover the pressed button.
    cameFrom.current?.scrollIntoView({ block: 'nearest' });
    // A removed toast gets no pointerleave or blur.
    return () => {
      setHovered(false);
      setFocused(false);
    };
  }, [isShown]);
  useEffect(() => {
    if (!isRunning) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function begin() {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(onLeave, STAY_MS);
    }
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [isRunning, onLeave]);

  function onDismiss() {
    onLeave();
    // The button is about to go: the focus must not fall to the body.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <div
      className={isShown ? styles.toast : undefined}
      data-tone={toast?.tone}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {isShown && <Breve swing={success ? 'arriving' : 'left'} className={styles.glyph} />}
      <div role="status">{success && <span>{toast.words}</span>}</div>
      <div role="alert">{isShown && !success && <span>{toast.words}</span>}</div>
      {isShown && (
        <button className={styles.dismiss} type="button" aria-label={dismiss} onClick={onDismiss}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      )}
    </div>
  );
}
