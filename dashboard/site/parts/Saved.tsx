import hidden from '#ui/hidden.module.css';
import mark from '#ui/ErrorMark.module.css';
import { useWords } from '../../words.ts';
import { useTypedStatus } from '../editor/use-typed.ts';
import styles from './Saved.module.css';

/** Whether what is typed is saved. Read aloud once a minute at most, but at once if it is not. */
export function Saved() {
  const { t, time } = useWords();
  const { savedAt, saving, failing } = useTypedStatus();
  const said = savedAt === null ? '' : t('agency.saved', { time: time(savedAt) });
  return (
    <>
      {!failing && (
        <span className={styles.saved} aria-hidden="true">
          {saving ? t('agency.saving') : said}
        </span>
      )}
      <span className={hidden.hidden} role="status">
        {said}
      </span>
      <div role="alert">
        {failing && <p className={`${mark.mark} ${styles.failed}`}>{t('agency.notSaved')}</p>}
      </div>
    </>
  );
}
