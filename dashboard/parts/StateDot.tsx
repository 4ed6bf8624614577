import type { ReactNode } from 'react';
import styles from './StateDot.module.css';

/** Told apart by shape, not colour: disc, ring, crossed ring, barred disc, dashed ring, cross, clock, bob, bars. */
const SHAPES = {
  confirmed: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  pending: <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" />,
  unsubscribed: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M3 9 9 3" stroke="currentColor" strokeWidth="1.3" />
    </>
  ),
  suppressed: (
    <>
      <circle cx="6" cy="6" r="5" fill="currentColor" />
      <path d="M3 6h6" stroke="var(--bg)" strokeWidth="1.6" />
    </>
  ),
  suspect: (
    <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" strokeDasharray="2 2" />
  ),
  scheduled: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M6 3.4V6l1.8 1.2" fill="none" stroke="currentColor" strokeWidth="1.3" />
    </>
  ),
  sending: (
    <>
      <path d="M0 6h6" stroke="currentColor" strokeWidth="1.3" />
      <circle cx="8" cy="6" r="3.6" fill="var(--accent)" />
    </>
  ),
  paused: <path d="M3.8 2v8m4.4-8v8" stroke="currentColor" strokeWidth="1.8" />,
  undeliverable: <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.4" />,
} satisfies Record<string, ReactNode>;

type StateShape = keyof typeof SHAPES;

/** The state of a person or a newsletter: its shape, and its label. */
export function StateDot({ state, children }: { state: StateShape; children: ReactNode }) {
  return (
    <span className={styles.mark}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[state]}
      </svg>
      {children}
    </span>
  );
}
