import { useState } from 'react';
import { brand } from '../brand.ts';
import { Button, ButtonOut, TextButton } from '../parts/Button.tsx';
import { DownIcon } from '../parts/icons.tsx';
import { comeIn } from '../session/acts.ts';
import { askPasskey } from '../session/passkey.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import type { Session } from '../session/session.ts';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import styles from './SignInOptions.module.css';
import { SignInGate, GateHead, GateNote, Ways } from './SignInGate.tsx';
import type { LinkTrouble } from './LinkSignIn.tsx';
import { MailForm } from './MailForm.tsx';
import { Sent } from './Sent.tsx';

const COMMAND = 'npm run -s embreve -- owner link';

const SAID = { idle: 'signin.idle', day: 'signin.dayOver', left: 'signin.signedOut' } as const;

/** Three ways to sign in: a passkey, a link by mail, a link from the server administrator. */
export function SignInOptions({
  here: { mail, ended, address },
  trouble,
}: {
  here: Extract<Session, { is: 'out' }>;
  trouble: LinkTrouble | null;
}) {
  const { t } = useWords();
  const [step, setStep] = useState<'options' | 'mail' | { sentTo: string }>('options');
  const passkey = usePress(async () => {
    const failed = await askPasskey();
    if (failed === null) await comeIn(true);
    return failed;
  });
  if (address !== location.origin)
    return (
      <SignInGate>
        <GateHead title={t('signin.title')}>{t('signin.elsewhere', { address })}</GateHead>
        <Ways>
          <ButtonOut href={`${address}/dashboard`}>{t('signin.elsewhereButton')}</ButtonOut>
        </Ways>
      </SignInGate>
    );
  if (typeof step === 'object') return <Sent address={step.sentTo} onBack={() => setStep('options')} />;
  const wrong = trouble === null ? null : t(`signin.errors.${trouble}`);
  return (
    <SignInGate>
      <GateHead title={t('signin.title')}>
        {ended === null || wrong !== null ? t('signin.lead', { name: brand().name }) : t(SAID[ended])}
      </GateHead>
      <ErrorNotice text={passkey.said ?? wrong} />
      <Ways>
        <div>
          <Button busy={passkey.busy} onClick={passkey.press}>
            {t('signin.passkey')}
          </Button>
          <GateNote>{t('signin.passkeyHint')}</GateNote>
        </div>
        {!mail && <GateNote>{t('signin.noMail')}</GateNote>}
        {mail && step === 'options' && (
          <TextButton onClick={() => setStep('mail')}>{t('session.mail')}</TextButton>
        )}
        {mail && step === 'mail' && <MailForm onSent={(sentTo) => setStep({ sentTo })} />}
      </Ways>
      <details className={styles.help}>
        <summary>
          {t('signin.helpTitle')} <DownIcon />
        </summary>
        <p>{t('signin.help')}</p>
        <code>{COMMAND}</code>
      </details>
    </SignInGate>
  );
}
