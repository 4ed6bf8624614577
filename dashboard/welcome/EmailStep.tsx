import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { usePress } from '../session/use-press.ts';
import { DeliveryFields, DeliveryTest } from '../settings/DeliveryFields.tsx';
import { Locked } from '../settings/Locked.tsx';
import { useDelivery } from '../settings/use-delivery.ts';
import { useWords } from '../words.ts';
import { useNext, WelcomeStep } from './WelcomeStep.tsx';
import styles from './WelcomeStep.module.css';

/** The fourth step: the account through which mails leave. */
export function EmailStep({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const next = useNext(4);
  const delivery = useDelivery(settings);
  const { account, by } = settings.smtp;
  const save = usePress(async () => {
    if (by === 'server' || (await delivery.save())) next();
  });
  return (
    <WelcomeStep
      n={4}
      title={t('start.mailTitle')}
      send={save.press}
      skip={next}
      busy={save.busy}
      said={save.said}
    >
      <p className={styles.about}>{t('start.mailText')}</p>
      {by === 'server' ? (
        <Locked label={t('delivery.server')} value={account?.server ?? ''} />
      ) : (
        <>
          <DeliveryFields delivery={delivery} hasPassword={account?.hasPassword ?? false} />
          <DeliveryTest delivery={delivery} />
        </>
      )}
    </WelcomeStep>
  );
}
