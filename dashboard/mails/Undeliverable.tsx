import { useAct } from '../api.ts';
import { Acts, TextButton, TextLink } from '../parts/Button.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { CountedSection } from './CountedSection.tsx';

/** Counts the addresses that bounced since the count was reset. No action is needed. */
export function Undeliverable({ n }: { n: number }) {
  const { t } = useWords();
  const { send, busy } = useAct('/mails/clear');
  const failed = useFailureToast();
  if (n === 0) return null;
  return (
    <CountedSection
      title={t('people.state.undeliverable')}
      n={n}
      text={t('mails.undeliverable', { n })}
      end={
        <Acts>
          <TextLink href="/people?state=undeliverable">{t('mails.undeliverableShow')}</TextLink>
          <TextButton busy={busy} onClick={() => void send({}).catch(failed)}>
            {t('mails.undeliverableClear')}
          </TextButton>
        </Acts>
      }
    />
  );
}
