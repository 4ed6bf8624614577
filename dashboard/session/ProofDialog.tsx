import { useEffect, useState } from 'react';
import type { ProofBy } from '#contract/owner/session.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs, DialogNote } from '../parts/Dialog.tsx';
import { readSession } from '../request.ts';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { deviceName, makePasskey } from './new-passkey.ts';
import { askPasskey } from './passkey.ts';
import { proof } from './proof.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { usePress } from './use-press.ts';

/** Asks for the passkey before an action that cannot be undone; then the request continues. */
export default function ProofDialog() {
  const asked = useStore(proof);
  return asked && <Asking done={asked.done} />;
}

/** Without a passkey the owner creates one first, if it would count. */
function Asking({ done }: { done: (isProven: boolean) => void }) {
  const { t } = useWords();
  const [proofBy, setProofBy] = useProofBy();
  const hasNone = proofBy === 'first-passkey';
  const passkey = usePress(async () => {
    if (hasNone) {
      const failed = await makePasskey(deviceName());
      if (failed !== null) return failed;
      setProofBy('passkey');
    }
    const trouble = await askPasskey();
    if (trouble === null) done(true);
    return trouble;
  });
  if (proofBy === 'server-link')
    return (
      <Dialog title={t('again.mailedTitle')} onClose={() => done(false)} glyph="left">
        <p>{t('again.mailedText')}</p>
        <DialogActs>
          <Button onClick={() => done(false)}>{t('common.close')}</Button>
        </DialogActs>
      </Dialog>
    );
  return (
    <Dialog title={t(hasNone ? 'again.noneTitle' : 'again.title')} onClose={() => done(false)} glyph="left">
      <p>{t(hasNone ? 'again.noneText' : 'again.text')}</p>
      <ErrorNotice text={passkey.said} />
      <DialogActs>
        <Button busy={passkey.busy} onClick={passkey.press}>
          {t(hasNone ? 'again.noneButton' : 'again.button')}
        </Button>
        <TextButton onClick={() => done(false)}>{t('common.cancel')}</TextButton>
      </DialogActs>
      <DialogNote>{t('again.server')}</DialogNote>
    </Dialog>
  );
}

/** `passkey` until the server has answered. */
function useProofBy() {
  const [proofBy, setProofBy] = useState<ProofBy>('passkey');
  useEffect(() => {
    let isMeant = true;
    readSession().then(
      (info) => isMeant && info.signedIn && setProofBy(info.proofBy),
      () => {},
    );
    return () => {
      isMeant = false;
    };
  }, []);
  return [proofBy, setProofBy] as const;
}
