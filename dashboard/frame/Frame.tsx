import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import hidden from '#ui/hidden.module.css';
import { readAgain } from '../api.ts';
import { useNow } from '../now.ts';
import { COMPONENTS, pageAt, placeOf } from '../pages.ts';
import { Loading } from '../parts/states.tsx';
import { Toasts } from '../parts/Toast.tsx';
import { useWords } from '../words.ts';
import { offlineSince } from '../connection.ts';
import { useStore } from '../store.ts';
import { toast } from '../parts/toasts.ts';
import { isForAnother } from '../session/session.ts';
import { Boundary } from './Boundary.tsx';
import { Missing } from './Missing.tsx';
import { Rail, Topbar } from './Rail.tsx';
import { Strip } from './Strip.tsx';
import { TabBar } from './TabBar.tsx';
import styles from './Frame.module.css';

const More = lazy(() => import('./More.tsx'));

/** The editor of the site and of announcements, and what a version of the site shows, need the whole window. */
const WHOLE = /^\/site\/(?:pages|emails|history)\/[^/]+$|\/words$/;

/** The frame around every page. `covered`: a dialog hides the whole page. */
export function Frame({ covered }: { covered: boolean }) {
  const { t } = useWords();
  const [path] = useLocation();
  const [isMore, setMore] = useState(false);
  const isOffline = useConnection();
  const isWhole = WHOLE.test(path);
  useFocusKept(covered);
  const name = pageAt(path);
  const isOpen = useNow()?.stage === 'live';
  const current = name && placeOf(name, isOpen);
  const Page = name === null ? Missing : COMPONENTS[name];
  useEffect(() => {
    if (isForAnother()) toast(t('session.otherOwner'));
  }, [t]);
  return (
    <div
      inert={covered}
      className={styles.app}
      data-offline={isOffline || undefined}
      data-whole={isWhole || undefined}
    >
      <a className={`${hidden.hidden} ${styles.skip}`} href="#main">
        {t('common.skip')}
      </a>
      <Strip page={name} />
      {!isWhole && <Rail current={current} />}
      <div className={styles.column}>
        {!isWhole && <Topbar />}
        <main className={styles.main} id="main" tabIndex={-1}>
          <Boundary key={name}>
            <Suspense fallback={<Loading />}>
              <Page />
            </Suspense>
          </Boundary>
        </main>
      </div>
      {!isWhole && <TabBar current={current} onMore={() => setMore(true)} />}
      {isMore && (
        <Suspense fallback={null}>
          <More current={current} onClose={() => setMore(false)} />
        </Suspense>
      )}
      <Toasts />
    </div>
  );
}

/** What is covered loses the focus before the dialog opens: it has it again afterwards. */
function useFocusKept(covered: boolean): void {
  const kept = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (covered) kept.current = document.activeElement;
  }, [covered]);
  useEffect(() => {
    if (!covered) return;
    return () => {
      if (kept.current instanceof HTMLElement) kept.current.focus({ preventScroll: true });
    };
  }, [covered]);
}

/** Returns whether the dashboard is offline; announces when the connection is back. */
function useConnection(): boolean {
  const { t } = useWords();
  const isOffline = useStore(offlineSince) !== null;
  const was = useRef(isOffline);
  useEffect(() => {
    if (was.current && !isOffline) {
      toast(t('state.backOnline'));
      readAgain();
    }
    was.current = isOffline;
  }, [isOffline, t]);
  return isOffline;
}
