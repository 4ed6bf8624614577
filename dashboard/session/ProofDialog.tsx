import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs, DialogNote } from '../parts/Dialog.tsx';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { askPasskey } from './passkey.ts';
import { proof } from './proof.ts';
import { Said } from './Said.tsx';
import { usePress } from './use-press.ts';

/** Asks for the passkey before an action that cannot be undone; then the request continues. */
export default function ProofDialog() {
  const asked = useStore(proof);
  return asked && <Asking done={asked.done} />;
}

function Asking({ done }: { done: (isProven: boolean) => void }) {
  const { t } = useWords();
  const passkey = usePress(async () => {
    const trouble = await askPasskey();
    if (trouble === null) done(true);
    return trouble;
  });
  return (
    <Dialog title={t('again.title')} onClose={() => done(false)} glyph="left">
      <p>{t('again.text')}</p>
      <Said text={passkey.said} />
      <DialogActs>
        <Button busy={passkey.busy} onClick={passkey.press}>
          {t('again.button')}
        </Button>
        <TextButton onClick={() => done(false)}>{t('common.cancel')}</TextButton>
      </DialogActs>
      <DialogNote>{t('again.server')}</DialogNote>
    </Dialog>
  );
}
