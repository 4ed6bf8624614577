import type { ReactNode } from 'react';
import styles from './Strip.module.css';

type Props = {
  glyph?: ReactNode;
  end: ReactNode;
  /** What a sentence that changes all the time is about: it is a landmark instead of a live region. */
  about?: string;
  children: string;
};

/** One sentence over every page, with one button. */
export function Bar({ glyph, end, about, children }: Props) {
  const role = about === undefined ? { role: 'status' } : { role: 'region', 'aria-label': about };
  return (
    <div className={styles.strip} {...role} data-strip="">
      {glyph}
      <p className={styles.text}>{children}</p>
      {end}
    </div>
  );
}
