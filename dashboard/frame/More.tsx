import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useNow } from '../now.ts';
import { phonePages, PLACES, railPages, type DashboardPage } from '../pages.ts';
import { Acts, TextButton } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { useWords } from '../words.ts';
import { Foot } from './Foot.tsx';
import { Tally, useTally } from './Rail.tsx';
import styles from './More.module.css';

/** The sheet with the pages that do not fit into the tab bar. */
export default function More({ current, onClose }: { current: DashboardPage | null; onClose: () => void }) {
  const { t } = useWords();
  const opened = useRef(current);
  const isOpen = useNow()?.stage === 'live';
  const shown = phonePages(isOpen);
  useEffect(() => {
    if (opened.current !== current) onClose();
  }, [current, onClose]);
  return (
    <Dialog title={t('nav.more')} label onClose={onClose}>
      <ul className={styles.pages}>
        {railPages(isOpen)
          .filter((page) => !shown.includes(page))
          .map((page) => (
            <Item key={page} page={page} current={current} onClose={onClose} />
          ))}
      </ul>
      <Foot two />
      <div className={styles.close}>
        <Acts>
          <TextButton onClick={onClose}>{t('common.close')}</TextButton>
        </Acts>
      </div>
    </Dialog>
  );
}

type ItemProps = { page: DashboardPage; current: DashboardPage | null; onClose: () => void };

function Item({ page, current, onClose }: ItemProps) {
  const { t } = useWords();
  const tally = useTally(page);
  return (
    <li>
      <Link href={PLACES[page].path} aria-current={page === current ? 'page' : undefined} onClick={onClose}>
        <span>{t(`nav.${page}`)}</span>
        {tally && <Tally {...tally} />}
      </Link>
    </li>
  );
}
