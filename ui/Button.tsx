import type { ReactNode } from 'react';
import { Breve } from './Breve.tsx';
import styles from './Button.module.css';

/**
 * The primary button. While `busy` its bob swings and it stays focusable, so that nobody loses their place;
 * the caller must ignore presses meanwhile.
 */
export function Button({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button
      className={styles.button}
      type="submit"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      <span>{children}</span>
      <Breve swing={busy ? 'swinging' : 'left'} className={styles.glyph} />
    </button>
  );
}
