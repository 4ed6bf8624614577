import styles from './SwingGlyph.module.css';

/** A bob at one of four places along one swing, from its left end (0) to its right one (3). Under a pointer it swings. */
export function SwingGlyph({ place, className = '' }: { place: number; className?: string | undefined }) {
  return (
    <svg className={`${styles.glyph} ${className}`} data-place={place} viewBox="0 0 40 12" aria-hidden="true">
      <path d="M4 3.6A30 30 0 0 0 36 3.6" />
      <circle cx="20" cy="8.2" r="3.5" />
    </svg>
  );
}
