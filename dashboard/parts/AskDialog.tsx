import type { ReactNode } from 'react';
import { useWords } from '../words.ts';
import { Button, TextButton } from './Button.tsx';
import { Dialog, DialogActs } from './Dialog.tsx';
import { FormProblem } from './states.tsx';

type Props = {
  title: string;
  /** What says yes, a verb. */
  yes: string;
  /** What says no; Cancel where nothing is given. */
  no?: string;
  danger?: boolean;
  /** The action: whether it is under way, and why it failed. */
  act: { busy: boolean; problem: unknown };
  onYes: () => Promise<unknown>;
  onClose: () => void;
  /** What is asked, and the fields of the answer. */
  children: ReactNode;
};

/** A dialog with a question. It stays open until its action has succeeded. */
export function AskDialog({ title, yes, no, danger = false, act, onYes, onClose, children }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Why it failed is shown.
          onYes().catch(() => {});
        }}
      >
        {children}
        <FormProblem problem={act.problem} />
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
