import { useState, type ReactNode } from 'react';
import { useAct } from '../api.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';

type Props = {
  /** What opens the question. */
  word: string;
  /** Read out instead of the word, where there are several. */
  label?: string;
  title: string;
  text: ReactNode;
  /** What says yes, a verb. */
  yes: string;
  danger?: boolean;
  path: string;
  done: string;
};

/** A link that asks before it does something. */
export function Ask({ word, label, title, text, yes, danger = false, path, done }: Props) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const act = useAct(path, { goesOn: false });
  async function press(): Promise<void> {
    await act.send();
    setAsking(false);
    toast(done);
  }
  return (
    <>
      <TextButton aria-label={label} onClick={() => setAsking(true)}>
        {word}
      </TextButton>
      {isAsking && (
        <Dialog title={title} onClose={() => setAsking(false)}>
          <p>{text}</p>
          <FormProblem problem={act.problem} />
          <DialogActs>
            <Button danger={danger} busy={act.busy} onClick={() => void press().catch(() => {})}>
              {yes}
            </Button>
            <TextButton onClick={() => setAsking(false)}>{t('common.cancel')}</TextButton>
          </DialogActs>
        </Dialog>
      )}
    </>
  );
}
