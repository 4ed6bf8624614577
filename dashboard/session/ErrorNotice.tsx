import mark from '#ui/ErrorMark.module.css';
import styles from './ErrorNotice.module.css';

/** Announces an error. The live region is rendered before the message. */
export function ErrorNotice({ text }: { text: string | null }) {
  return <div role="alert">{text !== null && <p className={`${mark.mark} ${styles.said}`}>{text}</p>}</div>;
}
