import type { ReactNode } from 'react';
import { SmallButton } from '../parts/Button.tsx';
import { useCopy } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Settings.module.css';

/** A link to pass on, with a button that copies it. */
export function LinkToCopy({ link, children }: { link: string; children: ReactNode }) {
  const { t } = useWords();
  const copy = useCopy();
  return (
    <>
      <p>{children}</p>
      <p className={styles.link} translate="no">
        {link}
      </p>
      <div className={styles.next}>
        <SmallButton solid onClick={() => copy(link)}>
          {t('common.copy')}
        </SmallButton>
      </div>
    </>
  );
}
