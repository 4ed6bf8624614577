import styles from './Breve.module.css';

/** Where the bob is in its swing. It always means something: see each use. */
export type Swing = 'left' | 'right' | 'rest' | 'swinging' | 'arriving';

/** The sign of the house: a shallow arc with a bob on it, drawn 40 by 12. */
export function Breve({ swing, className = '' }: { swing: Swing; className?: string | undefined }) {
  return (
    <svg
      className={`${styles.breve} ${className}`}
      data-swing={swing}
      viewBox="0 0 40 12"
      width="40"
      height="12"
      aria-hidden="true"
    >
      <path className={styles.arc} d="M4 3.6A30 30 0 0 0 36 3.6" />
      <circle className={styles.bob} cx="20" cy="8.2" r="3.5" />
    </svg>
  );
}
