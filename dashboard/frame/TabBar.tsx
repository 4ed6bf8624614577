import { Link } from 'wouter';
import hidden from '#ui/hidden.module.css';
import { useNow } from '../now.ts';
import { phonePages, PLACES, type DashboardPage } from '../pages.ts';
import { Under } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import { useTally } from './Rail.tsx';
import styles from './TabBar.module.css';

/** The tab bar of phones: four pages, and a sheet with the others. */
export function TabBar({ current, onMore }: { current: DashboardPage | null; onMore: () => void }) {
  const { t } = useWords();
  const pages = phonePages(useNow()?.stage === 'live');
  const isBehind = current !== null && !pages.includes(current);
  return (
    <nav className={styles.bar} aria-label={t('nav.label')}>
      {pages.map((page) => (
        <Link key={page} href={PLACES[page].path} aria-current={page === current ? 'page' : undefined}>
          {t(`nav.${page}`)}
          <Dot page={page} />
          {page === current && <Under className={styles.under} />}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isBehind ? 'true' : undefined}
        onClick={onMore}
      >
        {t('nav.more')}
        <Dot page="mails" />
        {isBehind && <Under className={styles.under} />}
      </button>
    </nav>
  );
}

function Dot({ page }: { page: DashboardPage }) {
  const tally = useTally(page);
  return (
    tally && (
      <>
        <b />
        <span className={hidden.hidden}>, {tally.words}</span>
      </>
    )
  );
}
