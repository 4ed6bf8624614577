import type { MePosted, Settings } from '#contract/owner/settings.ts';
import { useAct } from '../api.ts';
import { Switch } from '../parts/Choice.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { Section } from './Section.tsx';

/** Whether this owner gets the weekly summary, which is sent each Monday. */
export function WeeklySummarySetting({ weeklySummary: { on, address } }: Pick<Settings, 'weeklySummary'>) {
  const { t } = useWords();
  const failed = useFailureToast();
  const change = useAct('/me');
  if (address === null)
    return (
      <Section title={t('mails.kinds.weekly-summary')}>
        <p>{t('settings.weeklySummaryNoAddress')}</p>
      </Section>
    );
  return (
    <Section
      id="weekly-summary"
      title={t('mails.kinds.weekly-summary')}
      text={t('settings.weeklySummaryText', { address })}
    >
      <Switch
        label={t('mails.kinds.weekly-summary')}
        word={t(on ? 'settings.on' : 'settings.off')}
        on={on}
        busy={change.busy}
        onChange={(weeklySummary) => {
          change.send({ weeklySummary } satisfies MePosted).catch(failed);
        }}
      />
    </Section>
  );
}
