import styles from './SwingGlyph.module.css';

type Props = {
  /** Its place on the swing, from its left end (0) to its right end (100): of four or five. */
  at: number;
  className?: string | undefined;
};

/** An arc with a bob at its place. `--width` sets its width. */
export function SwingGlyph({ at, className = '' }: Props) {
  return (
    <span className={`${styles.glyph} ${className}`} data-at={at} aria-hidden="true">
      <svg viewBox="0 0 40 12">
        <path d="M4 3.6A30 30 0 0 0 36 3.6" />
      </svg>
      <span className={styles.carrier}>
        <span className={styles.bob} data-bob />
      </span>
    </span>
  );
}
