import type { ReactNode } from 'react';
import styles from './Topic.module.css';

type Props = { title: string; text?: string; children: ReactNode };

/** A part of a page: what it is about at the left, its fields at the right. */
export function Topic({ title, text, children }: Props) {
  return (
    <section className={styles.topic}>
      <div>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** Fields beside each other; one column on phones. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** A field as wide as both columns. */
export function Whole({ children }: { children: ReactNode }) {
  return <div className={styles.whole}>{children}</div>;
}
