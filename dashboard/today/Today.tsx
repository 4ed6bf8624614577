import { lazy } from 'react';
import type { Today as Shown } from '#contract/owner/today.ts';
import { USUAL_MS, useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Loaded } from '../parts/states.tsx';
import { withWords } from '../Words.tsx';
import { useWords } from '../words.ts';
import { useHidden } from './checklist-hidden.ts';

// Only one of them is shown: the first view need not load the other.
const Checklist = lazy(() => withWords(() => import('./Checklist.tsx')));
const EmptyToday = lazy(() => withWords(() => import('./EmptyToday.tsx')));
const LaunchDay = lazy(() => withWords(() => import('./LaunchDay.tsx')));
const UsualDay = lazy(() => import('./UsualDay.tsx'));

export default function Today() {
  const { t, capital, long, time } = useWords();
  const read = useOwner<Shown>('/today', { every: USUAL_MS });
  const [isHidden, hide] = useHidden();
  const { at } = read;
  if (read.data === undefined)
    return (
      <>
        <PageHead title={t('nav.today')} waits />
        <Loaded read={read} />
      </>
    );
  const over = `${capital(long(at))}, ${time(at)}`;
  const { launch, checklist } = read.data;
  if (launch !== null) return <LaunchDay today={read.data} launch={launch} over={over} at={at} />;
  const before = isHidden || checklist === null ? null : { done: checklist, hide };
  if (!isNobody(read.data)) return <UsualDay today={read.data} over={over} before={before} />;
  if (before !== null) return <Checklist {...before} over={over} />;
  return <EmptyToday today={read.data} over={over} />;
}

function isNobody({ people, waiting, left, form }: Shown): boolean {
  return people + waiting + left === 0 && form.lastSignup === null;
}
