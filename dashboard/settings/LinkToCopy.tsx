import type { ReactNode } from 'react';
import { SmallButton } from '../parts/Button.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Settings.module.css';

/** A link that is handed over, whole, and into the clipboard by one press. */
export function LinkToCopy({ link, children }: { link: string; children: ReactNode }) {
  const { t } = useWords();
  // Without a clipboard (plain http on a network) it can still be marked and copied by hand.
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => toast(t('common.copied')),
      () => {},
    );
  return (
    <>
      <p>{children}</p>
      <p className={styles.link} translate="no">
        {link}
      </p>
      <div className={styles.next}>
        <SmallButton solid onClick={() => void copy()}>
          {t('common.copy')}
        </SmallButton>
      </div>
    </>
  );
}
