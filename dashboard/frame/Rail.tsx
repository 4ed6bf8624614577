import { Link } from 'wouter';
import hidden from '#ui/hidden.module.css';
import { Breve } from '#ui/Breve.tsx';
import { Logo } from '#ui/Logo.tsx';
import type { Now } from '#contract/owner/now.ts';
import { useBrand } from '../brand.ts';
import { useNow } from '../now.ts';
import { PLACES, railPages, type DashboardPage } from '../pages.ts';
import { Under } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import { Foot, Sample } from './Foot.tsx';
import styles from './Rail.module.css';

/** The count beside the name of a page, and its meaning in words. */
export function useTally(page: DashboardPage): { n: number; words: string } | null {
  const { t } = useWords();
  const now = useNow();
  const n = tallyIn(now, page);
  if (n === 0) return null;
  return { n, words: page === 'mails' ? t('nav.inTrouble', { n }) : t('nav.unread', { n }) };
}

function tallyIn(now: Now | undefined, page: DashboardPage): number {
  if (page === 'messages') return now?.unread ?? 0;
  return page === 'mails' ? (now?.trouble ?? 0) : 0;
}

export function Rail({ current }: { current: DashboardPage | null }) {
  const { t } = useWords();
  const isOpen = useNow()?.stage === 'live';
  return (
    <header className={styles.rail}>
      <Home />
      <nav className={styles.nav} aria-label={t('nav.label')}>
        {railPages(isOpen).map((page) => (
          <Item key={page} page={page} current={current} />
        ))}
      </nav>
      <Foot className={styles.foot} />
    </header>
  );
}

function Item({ page, current }: { page: DashboardPage; current: DashboardPage | null }) {
  const { t } = useWords();
  const tally = useTally(page);
  const load = () => void PLACES[page].load().catch(() => {});
  return (
    <Link
      href={PLACES[page].path}
      aria-current={page === current ? 'page' : undefined}
      onPointerEnter={load}
      onFocus={load}
    >
      {t(`nav.${page}`)}
      {tally && <Tally {...tally} />}
      {page === current && <Under className={styles.under} />}
    </Link>
  );
}

export function Tally({ n, words }: { n: number; words: string }) {
  const { number } = useWords();
  return (
    <span className={styles.tally}>
      <span aria-hidden="true">{number(n)}</span>
      <span className={hidden.hidden}>{words}</span>
    </span>
  );
}

function Home() {
  const { t } = useWords();
  const own = useBrand();
  return (
    <Link className={styles.logo} href="/" aria-label={`${own.name}, ${t('nav.label')}`}>
      <Logo {...own} />
    </Link>
  );
}

/** Over every page on phones: whose dashboard this is, and whether the site is open. */
export function Topbar() {
  const { t } = useWords();
  const now = useNow();
  return (
    <header className={styles.topbar}>
      <Home />
      {now && (
        <span className={styles.state}>
          <span className={now.sample ? hidden.hidden : ''}>
            {now.stage === 'live' ? t('stage.openShort') : t('stage.closedShort')}
          </span>
          {now.sample && <Sample />}
          <Breve swing={now.stage === 'live' ? 'right' : 'left'} />
        </span>
      )}
    </header>
  );
}
