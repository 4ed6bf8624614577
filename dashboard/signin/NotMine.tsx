import { useState } from 'react';
import { Button, ButtonOut } from '../parts/Button.tsx';
import { Problem } from '../problem.ts';
import { plainRequest } from '../request.ts';
import { Said } from '../session/Said.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { Gate, GateHead, Ways } from './Gate.tsx';

/** Ends a passkey that its owner did not add, by a link in a mail. Only the press does: mail scanners open links. */
export default function NotMine() {
  const { t } = useWords();
  const [end, setEnd] = useState<'done' | 'gone' | null>(null);
  const removal = usePress(async () => {
    try {
      await plainRequest('/passkeys/not-mine', { body: { token: location.hash.slice(1) } });
      setEnd('done');
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.of('token') === undefined) throw problem;
      setEnd('gone');
    }
  });
  if (end !== null)
    return (
      <Gate key={end}>
        <GateHead title={t(end === 'done' ? 'signin.notMineDone' : 'signin.notMineOver')}>
          {t(end === 'done' ? 'signin.notMineNext' : 'signin.notMineGone')}
        </GateHead>
        <Ways>
          <ButtonOut href="/dashboard">{t('signin.title')}</ButtonOut>
        </Ways>
      </Gate>
    );
  return (
    <Gate>
      <GateHead title={t('signin.notMineTitle')}>{t('signin.notMineText')}</GateHead>
      <Said text={removal.said} />
      <Ways>
        <Button busy={removal.busy} onClick={removal.press}>
          {t('signin.notMineButton')}
        </Button>
      </Ways>
    </Gate>
  );
}
