import { PAGES, PLACES } from '../pages.ts';
import { Acts, TextButton } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { useWords } from '../words.ts';
import styles from './Keys.module.css';

/** The list of keyboard shortcuts, as a dialog. */
export default function Help({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('keys.title')} wide onClose={onClose}>
      <div className={styles.columns}>
        <section>
          <h3>{t('keys.go')}</h3>
          <Pairs>
            {PAGES.map((page) => (
              <Pair key={page} term={<Key two={PLACES[page].key} name="G" />}>
                {t(`nav.${page}`)}
              </Pair>
            ))}
          </Pairs>
        </section>
        <section>
          <h3>{t('keys.list')}</h3>
          <Pairs>
            <Pair term={<Key name="J" />}>{t('keys.next')}</Pair>
            <Pair term={<Key name="K" />}>{t('keys.previous')}</Pair>
            <Pair term={<Key name="Enter" />}>{t('keys.open')}</Pair>
          </Pairs>
          <h3 className={styles.second}>{t('keys.everywhere')}</h3>
          <Pairs>
            <Pair term={<Key name="/" />}>{t('keys.search')}</Pair>
            <Pair term={<Key name="?" />}>{t('keys.help')}</Pair>
            <Pair term={<Key name="Esc" />}>{t('keys.close')}</Pair>
          </Pairs>
        </section>
      </div>
      <p className={styles.note}>{t('keys.note')}</p>
      <Acts>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
      </Acts>
    </Dialog>
  );
}

function Key({ name, two }: { name: string; two?: string }) {
  const { t } = useWords();
  return (
    <>
      <kbd className={styles.key}>{name}</kbd>
      {two !== undefined && (
        <>
          {' '}
          <span className={styles.then}>{t('keys.after')}</span>{' '}
          <kbd className={styles.key}>{two.toUpperCase()}</kbd>
        </>
      )}
    </>
  );
}
