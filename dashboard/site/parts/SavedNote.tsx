import mark from '#ui/ErrorMark.module.css';
import { useWords } from '../../words.ts';
import { LastSaved as SavedAt } from '../editor/Head.tsx';
import { useAutosaveStatus } from '../autosave/use-autosave.ts';
import styles from './SavedNote.module.css';

/** Whether what is typed is saved, at the right of a page’s head. */
export function SavedNote() {
  const { t } = useWords();
  const { failing } = useAutosaveStatus();
  return (
    <div>
      {!failing && <SavedAt />}
      <div role="alert">
        {failing && <p className={`${mark.mark} ${styles.failed}`}>{t('editor.notSaved')}</p>}
      </div>
    </div>
  );
}
