import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Purpose } from '#contract/owner/launch.ts';
import type { Now } from '#contract/owner/now.ts';
import { useAct } from '../api.ts';
import { Bar } from '../frame/Bar.tsx';
import { useCountdown } from '../frame/use-countdown.ts';
import { SmallButton, TextLink } from '../parts/Button.tsx';
import { SmallSwing } from '../parts/Swing.tsx';
import { useWords } from '../words.ts';
import { homeOf, pathOf, railNameOf, textKeysOf } from './announcement.ts';

type UnderWay = Exclude<Now['launch'], { is: 'quiet' }>;

type Props = {
  launch: UnderWay;
  /** When `launch` was read. */
  at: number;
  /** Shown on the pages of the announcement itself, which say more. */
  otherwise: ReactNode;
};

/** Over every page: the announcement under way. */
export default function LaunchStrip({ launch, at: readAt, otherwise }: Props) {
  const { t, moment } = useWords();
  const [path] = useLocation();
  const { purpose } = launch;
  const home = homeOf(purpose);
  if (`${path}/`.startsWith(`${home}/`)) return otherwise;
  const of = textKeysOf(purpose);
  const look = <TextLink href={home}>{t(`${of}.strip.look`)}</TextLink>;
  switch (launch.is) {
    case 'scheduled':
      return (
        <Bar glyph={<SmallSwing t={0} />} end={look}>
          {t(`${of}.strip.scheduled`, { when: moment(launch.at) })}
        </Bar>
      );
    case 'undo':
      return <Undo purpose={purpose} until={readAt + launch.left} length={launch.length} />;
    case 'sending':
    case 'paused': {
      const { told: n, ended, total } = launch;
      const at = 0.5 + (total === 0 ? 0.5 : (0.5 * ended) / total);
      const isSending = launch.is === 'sending';
      return (
        <Bar
          glyph={<SmallSwing t={at} bob={isSending ? 'full' : 'paused'} />}
          end={look}
          {...(isSending && { about: t(railNameOf(purpose)) })}
        >
          {t(`launch.underWay.${launch.is}`, { n, total })}
        </Bar>
      );
    }
  }
}

/** Undoes it on one press, without a question. If it is too late, opens its page instead. */
function Undo({ purpose, until, length }: { purpose: Purpose; until: number; length: number }) {
  const { t, clock } = useWords();
  const [, go] = useLocation();
  const undo = useAct(pathOf(purpose, '/undo'));
  const left = useCountdown(until);
  return (
    <Bar
      about={t(railNameOf(purpose))}
      glyph={<SmallSwing t={length === 0 ? 0.5 : 0.5 * (1 - left / length)} />}
      end={
        <SmallButton busy={undo.busy} onClick={() => void undo.send().catch(() => go(homeOf(purpose)))}>
          {t('launch.underWay.undoButton')}
        </SmallButton>
      }
    >
      {t(`${textKeysOf(purpose)}.strip.undo`, { clock: clock(left) })}
    </Bar>
  );
}
