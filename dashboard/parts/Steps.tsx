import type { ReactNode } from 'react';
import { SwingGlyph } from './SwingGlyph.tsx';
import styles from './Steps.module.css';

export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

type Props = {
  /** Place of the bob, from 0 to 3. */
  place: number;
  /** Omitted where the steps may be taken in any order. */
  state?: 'done' | 'next' | 'later';
  /** Instead of the swing. */
  glyph?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** One button or link, and a word before it. */
  end?: ReactNode;
};

export function Step({ place, state, glyph, title, text, end }: Props) {
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      {glyph ?? <SwingGlyph at={Math.round((place * 100) / 3)} className={styles.glyph} />}
      <div>
        <h2 className={styles.title}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </li>
  );
}
