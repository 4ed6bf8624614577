import { useEffect, useState } from 'react';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs, DialogNote } from '../parts/Dialog.tsx';
import { readSession } from '../request.ts';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { deviceName, makePasskey } from './new-passkey.ts';
import { askPasskey } from './passkey.ts';
import { proof } from './proof.ts';
import { Said } from './Said.tsx';
import { usePress } from './use-press.ts';

/** Asks for the passkey before an action that cannot be undone; then the request continues. */
export default function ProofDialog() {
  const asked = useStore(proof);
  return asked && <Asking done={asked.done} />;
}

/** Without a passkey the owner creates one first. */
function Asking({ done }: { done: (isProven: boolean) => void }) {
  const { t } = useWords();
  const [hasNone, setNone] = useHasNone();
  const passkey = usePress(async () => {
    if (hasNone) {
      const failed = await makePasskey(deviceName());
      if (failed !== null) return failed;
      setNone(false);
    }
    const trouble = await askPasskey();
    if (trouble === null) done(true);
    return trouble;
  });
  return (
    <Dialog title={t(hasNone ? 'again.noneTitle' : 'again.title')} onClose={() => done(false)} glyph="left">
      <p>{t(hasNone ? 'again.noneText' : 'again.text')}</p>
      <Said text={passkey.said} />
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

/** Whether the owner has no passkey yet; false until the server has answered. */
function useHasNone() {
  const [hasNone, setNone] = useState(false);
  useEffect(() => {
    let isMeant = true;
    readSession().then(
      (info) => isMeant && setNone(info.signedIn && info.passkeys === 0),
      () => {},
    );
    return () => {
      isMeant = false;
    };
  }, []);
  return [hasNone, setNone] as const;
}
