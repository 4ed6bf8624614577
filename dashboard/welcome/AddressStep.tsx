import { useState } from 'react';
import { LANGUAGES } from '#contract/language.ts';
import type { ServerSettings, ServerSettingsPosted } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { Choice } from '../parts/Choice.tsx';
import { usePress } from '../session/use-press.ts';
import { SiteAddressField } from '../settings/SiteAddressField.tsx';
import { Locked } from '../settings/Locked.tsx';
import { useAddress } from '../settings/use-address.ts';
import { useWords } from '../words.ts';
import { useNext, WelcomeStep } from './WelcomeStep.tsx';

const FIRST = [...LANGUAGES, 'browser'] as const;

/** The third step: where the site is, and in which language it greets. */
export function AddressStep({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const next = useNext(3);
  const { SITE_URL: site, DEFAULT_LANGUAGE: language } = settings.values;
  const address = useAddress(settings);
  const choosing = useAct('/server-settings');
  const [first, setFirst] = useState(language.value);
  const save = usePress(async () => {
    if (first !== language.value)
      await choosing.send({ changes: { DEFAULT_LANGUAGE: first } } satisfies ServerSettingsPosted);
    if (site.by === 'server' || address.typed.trim() === '' || (await address.save()) === 'saved') next();
  });
  return (
    <WelcomeStep
      n={3}
      title={t('start.addressTitle')}
      send={save.press}
      skip={next}
      busy={save.busy}
      said={save.said}
    >
      {site.by === 'server' ? (
        <Locked label={t('address.field')} value={site.value ?? ''} />
      ) : (
        <SiteAddressField address={address} />
      )}
      {language.by === 'server' ? (
        <Locked label={t('start.first')} value={language.value ?? ''} />
      ) : (
        <fieldset>
          <legend>{t('start.first')}</legend>
          {FIRST.map((one) => (
            <Choice
              key={one}
              name="first"
              title={one === 'browser' ? t('start.browser') : t(`languages.${one}`)}
              checked={first === one}
              onChange={() => setFirst(one)}
            />
          ))}
        </fieldset>
      )}
    </WelcomeStep>
  );
}
