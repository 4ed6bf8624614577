import type { ReactNode } from 'react';
import styles from './StatusSign.module.css';

/** A ring and what it means. `warn`: somebody should check it. `live`: visitors see it. */
export function StatusSign({ is, children }: { is?: 'warn' | 'live'; children: ReactNode }) {
  return (
    <span className={styles.sign} data-is={is}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}
