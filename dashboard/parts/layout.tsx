import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** Twelve columns; one on phones. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

type Span = 5 | 6 | 7 | 12;

export function Cell({ span, children }: { span: Span; children: ReactNode }) {
  return (
    <section className={styles.cell} data-span={span}>
      {children}
    </section>
  );
}

/** A part of a page with its own heading. `aside`: at the right of the heading. */
export function Part({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The one large number of a page. */
export function Big({ caption, children }: { caption: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className={styles.big}>{children}</p>
      <p className={styles.caption}>{caption}</p>
    </>
  );
}

/** A list of rows, each with its actions at the right. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

type RowProps = { title: ReactNode; text?: ReactNode; end?: ReactNode; children?: ReactNode };

/** `children`: content below the title that is more than a sentence. */
export function Row({ title, text, end, children }: RowProps) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        {text !== undefined && <p>{text}</p>}
        {children}
      </div>
      {end}
    </li>
  );
}

export function Muted({ children }: { children: ReactNode }) {
  return <span className={styles.muted}>{children}</span>;
}

export function Lead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}
