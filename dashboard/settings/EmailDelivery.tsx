import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { useWords, type UseWords } from '../words.ts';
import { DeliveryFields, DeliveryTest } from './DeliveryFields.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { useDelivery } from './use-delivery.ts';
import { useSave } from './use-save.ts';

/** The mail server, and who the mails come from. */
export function EmailDelivery({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const { smtp, values } = settings;
  return (
    <Section id="delivery" title={t('delivery.title')} text={t('delivery.text')}>
      {smtp.by === 'server' ? (
        <div className={styles.rows}>
          <Locked label={t('delivery.server')} value={serverOf(smtp.account)} />
          <Locked label={t('delivery.from')} value={values.MAIL_FROM.value ?? ''} />
        </div>
      ) : (
        <Form settings={settings} />
      )}
    </Section>
  );
}

function serverOf(account: ServerSettings['smtp']['account']): string {
  return account === null ? '' : `${account.server}:${account.port}`;
}

/** Why nobody gets mails, and how many wait. */
function sayStanding({ mailsGo, waiting }: ServerSettings, t: UseWords['t']): string {
  if (mailsGo === 'server') return '';
  if (mailsGo === 'files') return t('delivery.files');
  const why = t(mailsGo === 'unset' ? 'delivery.off' : 'delivery.sealed');
  return waiting === 0 ? why : `${why} ${t('delivery.waiting', { n: waiting })}`;
}

function Form({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const delivery = useDelivery(settings);
  const { problem, onSubmit } = useSave(delivery.save);
  const { account } = settings.smtp;
  const standing = sayStanding(settings, t);
  return (
    <form className={styles.rows} noValidate onSubmit={onSubmit}>
      <p>{standing}</p>
      <DeliveryFields delivery={delivery} hasPassword={account?.hasPassword ?? false} />
      <DeliveryTest
        delivery={delivery}
        failed={problem}
        before={
          <SmallButton type="submit" solid busy={delivery.busy}>
            {t('delivery.save')}
          </SmallButton>
        }
      />
    </form>
  );
}
