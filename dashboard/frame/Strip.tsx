import { lazy, Suspense, type ReactNode } from 'react';
import { offlineSince } from '../connection.ts';
import { readAgain } from '../api.ts';
import { useNowRead } from '../now.ts';
import type { DashboardPage } from '../pages.ts';
import { TextButton } from '../parts/Button.tsx';
import { WarnIcon } from '../parts/icons.tsx';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { withWords } from '../Words.tsx';
import { Bar } from './Bar.tsx';
import styles from './Strip.module.css';

const SiteStrip = lazy(() => withWords(() => import('../site/SiteStrip.tsx')));
const LaunchStrip = lazy(() => withWords(() => import('../launch/LaunchStrip.tsx')));

/** Shows over every page what is going on, in one sentence with one button. */
export function Strip({ page }: { page: DashboardPage | null }) {
  return (
    <>
      {useBar()}
      {page === 'site' && (
        <Suspense fallback={null}>
          <SiteStrip />
        </Suspense>
      )}
    </>
  );
}

/** What is more important than the page's own strip, which stays below it. */
function useBar(): ReactNode {
  const { t, time } = useWords();
  const since = useStore(offlineSince);
  const { data: now, at } = useNowRead();
  if (since !== null)
    return (
      <Bar glyph={<Warning />} end={<TextButton onClick={readAgain}>{t('common.tryAgain')}</TextButton>}>
        {t('strip.offline', { time: time(since) })}
      </Bar>
    );
  if (now === undefined) return null;
  const newer = isOlder(now.script) && (
    <Bar end={<TextButton onClick={() => location.reload()}>{t('strip.reload')}</TextButton>}>
      {t('strip.newVersion')}
    </Bar>
  );
  if (now.launch.is === 'quiet') return newer;
  return (
    <Suspense fallback={null}>
      <LaunchStrip launch={now.launch} at={at} otherwise={newer} />
    </Suspense>
  );
}

function Warning() {
  return (
    <span className={styles.warn}>
      <WarnIcon />
    </span>
  );
}

/** During development with hot reload there is no newer script. */
function isOlder(script: string): boolean {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src^="/static/"]');
  return own !== null && own.getAttribute('src') !== script;
}
