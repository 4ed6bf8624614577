import { LockIcon } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import styles from './Locked.module.css';

/** A value that the server's environment gives: text, as no field could change it. */
export function Locked({ label, value }: { label: string; value: string }) {
  const { t } = useWords();
  return (
    <dl className={styles.locked}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.why}>
        <LockIcon />
        <span>
          {t('locked.title')}. {t('locked.text')}
        </span>
      </dd>
    </dl>
  );
}
