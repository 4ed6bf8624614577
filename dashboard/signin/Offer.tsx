import { useState } from 'react';
import { PASSKEY_NAME_LENGTH } from '#contract/owner/session.ts';
import { Acts, Button, TextButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { deviceName, makePasskey } from '../session/new-passkey.ts';
import ProofDialog from '../session/ProofDialog.tsx';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { session, type Owner } from '../session/session.ts';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { SignInGate, GateHead, GateNote, Ways } from './SignInGate.tsx';

/** Offers a passkey after a sign-in by link, then a second one in case the first is lost. */
export function Offer({ owner, provesLater }: { owner: Owner; provesLater: boolean }) {
  const { t } = useWords();
  const [isMade, setMade] = useState(false);
  const [name, setName] = useState(deviceName);
  const goIn = () => session.set({ is: 'in', owner });
  const passkey = usePress(async () => {
    const unnamed = isMade ? t('signin.offerOther') : deviceName();
    // This device already has one, and refuses another.
    const failed = await makePasskey(name.trim() || unnamed, isMade);
    if (failed !== null) return failed;
    if (isMade) goIn();
    setMade(true);
    setName('');
    return null;
  });
  return (
    <SignInGate key={String(isMade)}>
      {!isMade ? (
        <>
          <GateHead title={t('signin.offerTitle')}>{t('signin.offerText')}</GateHead>
          <GateNote>{t(provesLater ? 'signin.offerProvesLater' : 'signin.offerNeeded')}</GateNote>
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
            label={t(isMade ? 'signin.offerOtherName' : 'signin.offerName')}
            maxLength={PASSKEY_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <Acts>
              <Button type="submit" busy={passkey.busy}>
                {t('settings.passkeyAdd')}
              </Button>
              <TextButton onClick={goIn}>{t('signin.offerLater')}</TextButton>
            </Acts>
            <ErrorNotice text={passkey.said} />
          </div>
        </Ways>
      </form>
      <ProofDialog />
    </SignInGate>
  );
}
