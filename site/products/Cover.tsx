import type { Interest } from '#contract/subscribe.ts';
import { site } from '#site.config';
import { Logo } from '#ui/Logo.tsx';
import ads from './cover-ads.svg';
import styles from './Cover.module.css';
import seo from './cover-seo.svg';

const pictures: Record<Interest, string> = { seo, ads };
/** Length of the longest name that leaves room for the word at the right edge, in letters. */
const LONGEST = 18;

type Props = { interest: Interest; alt: string; loading: 'eager' | 'lazy'; className?: string | undefined };

/** A book's cover: the drawing, and on it the name from site.config.ts. An image to screen readers. */
export function Cover({ interest, alt, loading, className = '' }: Props) {
  const { name } = site.brand;
  return (
    <span className={`${styles.cover} ${styles[interest]} ${className}`}>
      <img src={pictures[interest]} alt={alt} width="600" height="900" loading={loading} decoding="async" />
      <span className={styles.name} data-long={name.length > LONGEST || undefined} aria-hidden="true">
        <Logo {...site.brand} />
      </span>
    </span>
  );
}
