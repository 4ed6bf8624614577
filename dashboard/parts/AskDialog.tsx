import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import { Button, TextButton } from './Button.tsx';
import { Dialog, DialogActs } from './Dialog.tsx';
import { FormProblem } from './states.tsx';

type Props = {
  title: string;
  /** The label of the confirming button, a verb. */
  yes: string;
  /** The label of the other button; Cancel by default. */
  no?: string;
  danger?: boolean;
  /** The action: whether it is in progress, and why it failed. */
  act: { busy: boolean; problem: unknown };
  /** Why it failed, if the general sentence does not say it. */
  said?: string | undefined;
  onYes: () => Promise<unknown>;
  onClose: () => void;
  /** The question, and fields for the answer. */
  children: ReactNode;
};

/** A dialog that asks a question. It stays open until its action has succeeded. */
export function AskDialog({ title, yes, no, danger = false, act, said, onYes, onClose, children }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog shows why the action failed.
          onYes().catch(() => {});
        }}
      >
        {children}
        <FormProblem problem={act.problem} said={said} />
        <DialogActs>
          <Button type="submit" danger={danger} busy={act.busy}>
            {yes}
          </Button>
          <TextButton onClick={onClose}>{no ?? t('common.cancel')}</TextButton>
        </DialogActs>
      </form>
    </Dialog>
  );
}
