import type { MePosted, Settings } from '#contract/owner/settings.ts';
import { useAct } from '../api.ts';
import { Switch } from '../parts/Choice.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { Section } from './Section.tsx';

/** Each Monday, to this owner. */
export function Letter({ letter: { on, address } }: Pick<Settings, 'letter'>) {
  const { t } = useWords();
  const failed = useFailureToast();
  const change = useAct('/me');
  if (address === null)
    return (
      <Section title={t('settings.letter')}>
        <p>{t('settings.letterNowhere')}</p>
      </Section>
    );
  return (
    <Section id="letter" title={t('settings.letter')} text={t('settings.letterText', { address })}>
      <Switch
        label={t('settings.letter')}
        word={t(on ? 'settings.on' : 'settings.off')}
        on={on}
        busy={change.busy}
        onChange={(letter) => {
          change.send({ letter } satisfies MePosted).catch(failed);
        }}
      />
    </Section>
  );
}
