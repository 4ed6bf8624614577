import type { ReactNode } from 'react';
import styles from './Pairs.module.css';

/** Terms left, values right. `wide`: values as large as in a ledger. */
export function Pairs({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <dl className={`${styles.pairs} ${wide ? styles.wide : ''}`}>{children}</dl>;
}

type PairProps = { term: ReactNode; note?: ReactNode; children: ReactNode };

/** `note`: a sentence below the term. */
export function Pair({ term, note, children }: PairProps) {
  return (
    <div>
      <dt>
        {term}
        {note !== undefined && <small>{note}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Four figures in a row, each below its label. */
export function Across({ children }: { children: ReactNode }) {
  return <dl className={styles.across}>{children}</dl>;
}
