import { useState } from 'react';
import { Button, ButtonOut } from '../parts/Button.tsx';
import { RequestError } from '../problem.ts';
import { plainRequest } from '../request.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { SignInGate, GateHead, Ways } from './SignInGate.tsx';

/** Ends a passkey that its owner did not add, by a link in a mail. Only the press does: mail scanners open links. */
export default function NotMine() {
  const { t } = useWords();
  const [end, setEnd] = useState<'done' | 'gone' | null>(null);
  const removal = usePress(async () => {
    try {
      await plainRequest('/passkeys/not-mine', { body: { token: location.hash.slice(1) } });
      setEnd('done');
    } catch (problem) {
      if (!(problem instanceof RequestError) || problem.of('token') === undefined) throw problem;
      setEnd('gone');
    }
  });
  if (end !== null)
    return (
      <SignInGate key={end}>
        <GateHead title={t(end === 'done' ? 'signin.notMineDone' : 'signin.notMineOver')}>
          {t(end === 'done' ? 'signin.notMineNext' : 'signin.notMineGone')}
        </GateHead>
        <Ways>
          <ButtonOut href="/dashboard">{t('signin.title')}</ButtonOut>
        </Ways>
      </SignInGate>
    );
  return (
    <SignInGate>
      <GateHead title={t('signin.notMineTitle')}>{t('signin.notMineText')}</GateHead>
      <ErrorNotice text={removal.said} />
      <Ways>
        <Button busy={removal.busy} onClick={removal.press}>
          {t('signin.notMineButton')}
        </Button>
      </Ways>
    </SignInGate>
  );
}
