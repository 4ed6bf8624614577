import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import styles from './Mails.module.css';

type Props = { title: string; n: number; text: string; end: ReactNode; children?: ReactNode };

/** How many emails are in one condition, what that means, and what can be done about all of them. */
export function CountedSection({ title, n, text, end, children }: Props) {
  const { number } = useWords();
  return (
    <section className={styles.group}>
      <div className={styles.bar}>
        <div>
          <h2>
            {title} <span className={styles.muted}>{number(n)}</span>
          </h2>
          <p className={styles.muted}>{text}</p>
        </div>
        {end}
      </div>
      {children}
    </section>
  );
}
