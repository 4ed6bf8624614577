import mark from '#ui/ErrorMark.module.css';
import styles from './Said.module.css';

/** Announces an error. The live region is rendered before the message. */
export function Said({ text }: { text: string | null }) {
  return <div role="alert">{text !== null && <p className={`${mark.mark} ${styles.said}`}>{text}</p>}</div>;
}
