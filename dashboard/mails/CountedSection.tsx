import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import styles from './Mails.module.css';

type Props = { title: string; n: number; text: string; end: ReactNode; children?: ReactNode };

/** How many emails are in one condition (0: those of announcements alone), what that means, and what can be done. */
export function CountedSection({ title, n, text, end, children }: Props) {
  const { number } = useWords();
  return (
    <section className={styles.group}>
      <div className={styles.bar}>
        <div>
          <h2>
            {title} {n > 0 && <span className={styles.muted}>{number(n)}</span>}
          </h2>
          <p className={styles.muted}>{text}</p>
        </div>
        {end}
      </div>
      {children}
    </section>
  );
}
