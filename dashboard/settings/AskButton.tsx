import { useState, type ReactNode } from 'react';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { TextButton } from '../parts/Button.tsx';
import { toast } from '../parts/toasts.ts';

type Props = {
  /** The button's label. */
  word: string;
  /** The accessible name, where several buttons have the same label. */
  label?: string;
  title: string;
  text: ReactNode;
  /** The label of the confirming button, a verb. */
  yes: string;
  danger?: boolean;
  path: string;
  done: string;
};

/** A button that asks before it acts. */
export function AskButton({ word, label, title, text, yes, danger = false, path, done }: Props) {
  const [isAsking, setAsking] = useState(false);
  const act = useAct(path, { retryAfterSignIn: false });
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
        <AskDialog
          title={title}
          yes={yes}
          danger={danger}
          act={act}
          onYes={press}
          onClose={() => setAsking(false)}
        >
          <p>{text}</p>
        </AskDialog>
      )}
    </>
  );
}
