import type { OwnBook } from '#contract/books.ts';
import { Logo } from '#ui/Logo.tsx';
import { values } from '../values.ts';
import ads from './cover-ads.svg';
import styles from './Cover.module.css';
import seo from './cover-seo.svg';

const pictures: Record<OwnBook, string> = { seo, ads };
/** Length of the longest name that leaves room for the word at the right edge, in letters. */
const LONGEST = 18;

type Props = { interest: OwnBook; alt: string; loading: 'eager' | 'lazy'; className?: string | undefined };

/** A book as it will lie there: the owner's cover, or our drawing with the owner’s name on it. An image to screen readers. */
export function Cover({ interest, alt, loading, className = '' }: Props) {
  const { brand, covers, drawings } = values;
  const own = covers?.[interest];
  return (
    <span className={`${styles.cover} ${styles[interest]} ${className}`}>
      <img
        src={own ?? drawings?.[interest] ?? pictures[interest]}
        alt={alt}
        width="600"
        height="900"
        loading={loading}
        decoding="async"
      />
      {own === undefined && (
        <span
          className={styles.name}
          data-long={brand.name.length > LONGEST || undefined}
          data-paper=""
          aria-hidden="true"
        >
          <Logo {...brand} />
        </span>
      )}
    </span>
  );
}
