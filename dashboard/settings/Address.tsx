import { useState } from 'react';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { Problem } from '../problem.ts';
import { useWords } from '../words.ts';
import { AddressField } from './AddressField.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { useAddress } from './use-address.ts';

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
  const [problem, setProblem] = useState<Problem | null>(null);
  async function save() {
    setProblem(null);
    try {
      if (await address.save()) toast(t('delivery.saved'));
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem('internal'));
    }
  }
  return (
    <form
      className={styles.rows}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <AddressField address={address} />
      <p className={styles.hint}>{t('address.warn')}</p>
      <FormProblem problem={problem} />
      <div>
        <SmallButton type="submit" busy={address.busy}>
          {t(address.told.waits === null ? 'delivery.save' : 'start.use')}
        </SmallButton>
      </div>
    </form>
  );
}
