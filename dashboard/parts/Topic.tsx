import type { ComponentProps, ReactNode } from 'react';
import styles from './Topic.module.css';

type Props = {
  title: string;
  text?: string | undefined;
  /** Of a heading that a link leads to. */
  heading?: Pick<ComponentProps<'h2'>, 'ref' | 'id' | 'tabIndex'>;
  children: ReactNode;
};

/** A part of a page: what it is about at the left, its fields or rows at the right. */
export function Topic({ title, text, heading, children }: Props) {
  return (
    <section className={styles.topic}>
      <div>
        <h2 {...heading}>{title}</h2>
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
