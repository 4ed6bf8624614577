import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { SiteAddressField } from './SiteAddressField.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { useAddress } from './use-address.ts';
import { useSave } from './use-save.ts';

/** Where the site is. */
export function Address({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const { by, value } = settings.values.SITE_URL;
  return (
    <Section id="address" title={t('address.title')} text={t('address.text')}>
      {by === 'server' ? (
        <Locked label={t('address.field')} value={value ?? ''} />
      ) : (
        <Form settings={settings} />
      )}
    </Section>
  );
}

function Form({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const address = useAddress(settings);
  const { problem, onSubmit } = useSave(async () => (await address.save()) !== 'refused');
  return (
    <form className={styles.rows} noValidate onSubmit={onSubmit}>
      <SiteAddressField address={address} />
      <p className={styles.hint}>{t('address.warn')}</p>
      <FormProblem problem={problem} />
      <div>
        <SmallButton type="submit" busy={address.busy}>
          {t('delivery.save')}
        </SmallButton>
      </div>
    </form>
  );
}
