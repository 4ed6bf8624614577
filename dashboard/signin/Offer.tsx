import { useState } from 'react';
import { PASSKEY_NAME_LENGTH } from '#contract/owner/session.ts';
import { Acts, Button, TextButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { deviceName, makePasskey } from '../session/passkey.ts';
import { Said } from '../session/Said.tsx';
import { session, type Owner } from '../session/session.ts';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { Gate, GateHead, Note, Ways } from './Gate.tsx';

/** Just signed in by a link: a passkey for the next time, and another one in case that gets lost. */
export function Offer({ owner }: { owner: Owner }) {
  const { t } = useWords();
  const [made, setMade] = useState(0);
  const [name, setName] = useState(deviceName);
  const goIn = () => session.set({ is: 'in', owner });
  const passkey = usePress(async () => {
    const failed = await makePasskey(name.trim() || deviceName());
    if (failed !== null) return failed;
    if (made > 0) goIn();
    setMade(made + 1);
    setName('');
    return null;
  });
  return (
    <Gate key={made}>
      {made === 0 ? (
        <>
          <GateHead title={t('signin.offerTitle')}>{t('signin.offerText')}</GateHead>
          <Note>{t('signin.offerNeeded')}</Note>
        </>
      ) : (
        <GateHead title={t('signin.offerDone')}>{t('signin.offerSecond')}</GateHead>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          passkey.press();
        }}
      >
        <Ways>
          <Field
            label={t('signin.offerName')}
            maxLength={PASSKEY_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <Acts>
              <Button type="submit" busy={passkey.busy}>
                {t('signin.offerButton')}
              </Button>
              <TextButton onClick={goIn}>{t('signin.offerLater')}</TextButton>
            </Acts>
            <Said text={passkey.said} />
          </div>
        </Ways>
      </form>
    </Gate>
  );
}
