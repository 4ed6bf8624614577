import { drawn } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import styles from './Locked.module.css';

/** Set by the server. */
const LockIcon = drawn(18, <path d="M8 10.5V7.75a4 4 0 0 1 8 0v2.75M6 10.5h12v9H6z" />);

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
