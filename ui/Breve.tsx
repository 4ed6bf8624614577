import styles from './Breve.module.css';

/** Where the bob is in its swing. It always means something: see each use. */
export type Swing = 'left' | 'right' | 'rest' | 'swinging' | 'arriving';

/** The sign of the brand: a shallow arc with a bob on it, drawn 40 by 12. */
export function Breve({ swing, className = '' }: { swing: Swing; className?: string | undefined }) {
  return (
    <i className={`${styles.breve} ${className}`} data-swing={swing} aria-hidden="true">
      <svg viewBox="0 0 40 12">
        <path d="M4 3.6A30 30 0 0 0 36 3.6" />
      </svg>
      <b />
    </i>
  );
}
