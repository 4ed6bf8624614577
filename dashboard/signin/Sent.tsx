import { useState } from 'react';
import type { MailPosted } from '#contract/owner/session.ts';
import { Breve } from '#ui/Breve.tsx';
import { useCountdown } from '../frame/use-countdown.ts';
import { SmallButton, TextButton } from '../parts/Button.tsx';
import { plainRequest } from '../request.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { SignInGate, GateHead, GateNote, Ways } from './SignInGate.tsx';
import styles from './Sent.module.css';

const WAIT_MS = 60_000;

/** Says that a link was sent. Opening the link in another tab of this browser signs this tab in too. */
export function Sent({ address, onBack }: { address: string; onBack: () => void }) {
  const { t, clock } = useWords();
  const [until, setUntil] = useState(() => Date.now() + WAIT_MS);
  const left = useCountdown(until);
  const again = usePress(async () => {
    await plainRequest('/session/mail', { body: { email: address } satisfies MailPosted });
    setUntil(Date.now() + WAIT_MS);
  });
  return (
    <SignInGate>
      <GateHead title={t('signin.sentTitle')}>{t('signin.sentText', { address })}</GateHead>
      <GateNote>{t('signin.sentSpam')}</GateNote>
      <ErrorNotice text={again.said} />
      <Ways>
        {left > 0 ? (
          <p className={styles.wait}>
            <Breve swing="rest" />
            {t('signin.sentWait', { clock: clock(left) })}
          </p>
        ) : (
          <SmallButton busy={again.busy} onClick={again.press}>
            {t('signin.sentAgain')}
          </SmallButton>
        )}
        <TextButton onClick={onBack}>{t('signin.sentOther')}</TextButton>
      </Ways>
    </SignInGate>
  );
}
