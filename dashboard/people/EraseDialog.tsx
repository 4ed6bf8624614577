import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '#contract/owner/people.ts';
import { useAct } from '../api.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { Field } from '../parts/Field.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Person.module.css';

/** For good: the address is typed, and the passkey asked for. It says what goes, and what stays. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const { id, address, messages } = person;
  const { send, busy, problem } = useAct(`/people/${id}/erase`, {
    retryAfterSignIn: false,
    invalidate: false,
  });
  const [typed, setTyped] = useState('');
  const [isOther, setOther] = useState(false);
  const isSame = typed.trim().toLowerCase() === address.toLowerCase();

  async function erase() {
    setOther(!isSame);
    if (!isSame) return;
    await send({ address: typed });
    onClose();
    go('/people');
    toast(t('person.erased'));
  }
  return (
    <Dialog title={t('person.eraseTitle')} onClose={onClose}>
      <form
        className={styles.erase}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void erase().catch(() => {});
        }}
      >
        <p>
          {messages === 0
            ? t('person.eraseTextAlone')
            : t('person.eraseText', { messages: t('person.eraseMessages', { n: messages }) })}
        </p>
        <p className={styles.strong}>{t('person.eraseNoUndo')}</p>
        <Field
          label={t('person.eraseType')}
          hint={address}
          autoComplete="off"
          spellCheck={false}
          inputMode="email"
          value={typed}
          error={isOther && !isSame ? t('person.eraseOther', { address }) : null}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <FormProblem problem={problem} />
        <DialogActs>
          <Button danger type="submit" busy={busy}>
            {t('person.eraseButton')}
          </Button>
          <TextButton onClick={onClose}>{t('common.cancel')}</TextButton>
        </DialogActs>
      </form>
    </Dialog>
  );
}
