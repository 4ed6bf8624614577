import styles from './Breve.module.css';

/** The bob's position in its swing. It always has a meaning: see each use. */
export type BreveSwing = 'left' | 'right' | 'rest' | 'swinging' | 'arriving';

/** The brand's sign: a shallow arc with a bob on it, 40 by 12. */
export function Breve({ swing, className = '' }: { swing: BreveSwing; className?: string | undefined }) {
  return (
    <i className={`${styles.breve} ${className}`} data-swing={swing} aria-hidden="true">
      <svg viewBox="0 0 40 12">
        <path d="M4 3.6A30 30 0 0 0 36 3.6" />
      </svg>
      <b />
    </i>
  );
}
