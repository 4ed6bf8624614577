import styles from './Said.module.css';

/** What went wrong, said at once; the place is there before. */
export function Said({ text }: { text: string | null }) {
  return <div role="alert">{text !== null && <p className={styles.said}>{text}</p>}</div>;
}
