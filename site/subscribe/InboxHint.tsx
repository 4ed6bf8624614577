import { useLanguage } from '../language/use-language.ts';
import { confirms } from '../values.ts';
import styles from './SubscribeForm.module.css';

/** Below the thanks: the next step. Also for known addresses, as the answer does not tell them apart. */
export function InboxHint({ id }: { id?: string }) {
  const { text } = useLanguage();
  return confirms() ? (
    <p className={styles.note} id={id}>
      <span>{text.soon.inbox}</span>
    </p>
  ) : null;
}
