import { Logo } from '#ui/Logo.tsx';
import { values } from '../values.ts';
import styles from './Cover.module.css';
import { linesOf } from './cover-title.ts';
import type { NamedBook } from './texts.ts';

const pictures = import.meta.glob<string>('./cover-*.svg', { eager: true, import: 'default' });
/** Length of the longest name that leaves room for the word at the right edge, in letters. */
const LONGEST = 18;

type Props = { book: NamedBook; alt: string; loading: 'eager' | 'lazy'; className?: string | undefined };

/** A book as it will look: the owner's cover, or our drawing with names on it. An image to screen readers. */
export function Cover({ book: { name, place }, alt, loading, className = '' }: Props) {
  const { brand, covers, drawings } = values;
  const own = covers?.[place];
  const onPaper = place % 2 === 0;
  return (
    <span className={`${styles.cover} ${onPaper ? styles.paper : styles.ground} ${className}`}>
      <img
        src={own ?? drawings?.[place] ?? pictures[`./cover-${place}.svg`]}
        alt={alt}
        width="600"
        height="900"
        loading={loading}
        decoding="async"
      />
      {own === undefined && (
        <span className={styles.words} aria-hidden="true" translate="no">
          <span className={styles.name} data-long={brand.name.length > LONGEST || undefined} data-paper="">
            <Logo {...brand} />
          </span>
          <svg viewBox="0 0 1200 1800">
            <text x="1113" y="176" fontSize="43" textAnchor="end">
              e-book
            </text>
            {linesOf(name, onPaper).map(({ line, size, y }) => (
              <text key={y} x="64" y={y} fontSize={size}>
                {line}
              </text>
            ))}
          </svg>
        </span>
      )}
    </span>
  );
}
