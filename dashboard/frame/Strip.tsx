import { lazy, Suspense, type ReactNode } from 'react';
import { offlineSince } from '../connection.ts';
import { readAgain, useAct } from '../api.ts';
import { useLocation } from 'wouter';
import type { Purpose } from '#contract/owner/launch.ts';
import type { Now } from '#contract/owner/now.ts';
import { homeOf, pathOf } from '../launch/announcement.ts';
import { useNowRead } from '../now.ts';
import type { DashboardPage } from '../pages.ts';
import { SmallButton, TextButton, TextLink } from '../parts/Button.tsx';
import { WarnIcon } from '../parts/icons.tsx';
import { SmallSwing } from '../parts/Swing.tsx';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { withWords } from '../Words.tsx';
import styles from './Strip.module.css';
import { useCountdown } from './use-countdown.ts';

const SiteStrip = lazy(() => withWords(() => import('../site/SiteStrip.tsx')));

/** Shows over every page what is going on, in one sentence with one button. */
export function Strip({ page }: { page: DashboardPage | null }) {
  return (
    <>
      {useBar(page)}
      {page === 'site' && (
        <Suspense fallback={null}>
          <SiteStrip />
        </Suspense>
      )}
    </>
  );
}

/** What is more important than the page's own strip, which stays below it. */
function useBar(page: DashboardPage | null): ReactNode {
  const { t, time } = useWords();
  const since = useStore(offlineSince);
  const { data: now, at } = useNowRead();
  if (since !== null)
    return (
      <Bar glyph={<Warning />} end={<TextButton onClick={readAgain}>{t('common.tryAgain')}</TextButton>}>
        {t('strip.offline', { time: time(since) })}
      </Bar>
    );
  if (now !== undefined && page !== 'launch' && now.launch.is !== 'quiet')
    return <Launch launch={now.launch} at={at} />;
  if (now !== undefined && isOlder(now.script))
    return (
      <Bar end={<TextButton onClick={() => location.reload()}>{t('strip.reload')}</TextButton>}>
        {t('strip.newVersion')}
      </Bar>
    );
  return null;
}

type Under = Exclude<Now['launch'], { is: 'quiet' }>;

/** `at`: when `launch` was read. */
function Launch({ launch, at: readAt }: { launch: Under; at: number }) {
  const { t, moment } = useWords();
  const look = <TextLink href={homeOf(launch.purpose)}>{t('strip.look')}</TextLink>;
  switch (launch.is) {
    case 'scheduled':
      return (
        <Bar glyph={<SmallSwing t={0} />} end={look}>
          {t('strip.scheduled', { when: moment(launch.at) })}
        </Bar>
      );
    case 'undo':
      return <Undo purpose={launch.purpose} until={readAt + launch.left} length={launch.length} />;
    case 'sending':
    case 'paused': {
      const { told: n, ended, total } = launch;
      const at = 0.5 + (total === 0 ? 0.5 : (0.5 * ended) / total);
      return (
        <Bar
          glyph={<SmallSwing t={at} bob={launch.is === 'paused' ? 'paused' : 'full'} />}
          end={look}
          counts={launch.is === 'sending'}
        >
          {t(`strip.${launch.is}`, { n, total })}
        </Bar>
      );
    }
  }
}

/** Undoes the launch on one press, without a question. If it is too late, opens the launch page instead. */
function Undo({ purpose, until, length }: { purpose: Purpose; until: number; length: number }) {
  const { t, clock } = useWords();
  const [, go] = useLocation();
  const undo = useAct(pathOf(purpose, '/undo'));
  const left = useCountdown(until);
  return (
    <Bar
      counts
      glyph={<SmallSwing t={length === 0 ? 0.5 : 0.5 * (1 - left / length)} />}
      end={
        <SmallButton busy={undo.busy} onClick={() => void undo.send().catch(() => go(homeOf(purpose)))}>
          {t('strip.undoButton')}
        </SmallButton>
      }
    >
      {t('strip.undo', { clock: clock(left) })}
    </Bar>
  );
}

type BarProps = { glyph?: ReactNode; end: ReactNode; counts?: boolean; children: string };

/** `counts`: the sentence changes all the time, so it is a landmark instead of a live region. */
function Bar({ glyph, end, counts = false, children }: BarProps) {
  const { t } = useWords();
  const role = counts ? { role: 'region', 'aria-label': t('nav.launch') } : { role: 'status' };
  return (
    <div className={styles.strip} {...role} data-strip="">
      {glyph}
      <p className={styles.text}>{children}</p>
      {end}
    </div>
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
