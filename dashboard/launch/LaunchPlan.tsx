import { sayPace } from './say-pace.ts';
import type { AnnouncementNow, PlanStep } from '#contract/owner/launch.ts';
import { Part } from '../parts/layout.tsx';
import { useWords, type UseWords } from '../words.ts';
import { effectKeysOf } from './announcement.ts';
import { isoDayIn, timeIn, weekdayIn } from './moments.ts';
import styles from './launch.module.css';

type Props = { steps: readonly PlanStep[]; zone: string | undefined; now: AnnouncementNow };

/** Lists what will happen, day by day. The owner learns before the launch that sending may take several days. */
export function LaunchPlan({ steps, zone, now }: Props) {
  const words = useWords();
  const { t } = words;
  return (
    <Part title={t('launch.when.plan')}>
      <ol className={styles.plan}>
        {steps.map((step, i) => {
          const before = steps[i - 1];
          const isNewDay = before === undefined || isoDayIn(before.at, zone) !== isoDayIn(step.at, zone);
          const time = timeIn(words, step.at, zone);
          return (
            <li key={`${step.is} ${step.at}`}>
              <span>{isNewDay ? `${words.capital(weekdayIn(words, step.at, zone))} ${time}` : time}</span>
              <span>{say(words, step, zone, now)}</span>
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

function say(words: UseWords, step: PlanStep, zone: string | undefined, now: AnnouncementNow): string {
  const { t } = words;
  switch (step.is) {
    case 'open':
      return t(`${effectKeysOf(now)}.plan`);
    case 'wave':
      return t('launch.when.planFirst', { n: step.n });
    case 'pace':
      return t('launch.when.planGo', { pace: sayPace(words, step.aMinute) });
    case 'enough':
      return t('launch.when.planDay', { n: step.n });
    case 'next':
      return step.days === 1
        ? t('launch.when.planNext', { n: step.n })
        : t('launch.when.planDays', { n: step.n, days: step.days });
    case 'rest':
      return t('launch.when.planRest', { n: step.n, time: timeIn(words, step.until, zone) });
    case 'done':
      return t('launch.when.planDone');
  }
}
