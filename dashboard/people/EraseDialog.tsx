import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '#contract/owner/people.ts';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Field } from '../parts/Field.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Person.module.css';

/** Erases a person for good: the owner types the address and confirms with a passkey. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const { id, address, messages } = person;
  const act = useAct(`/people/${id}/erase`, {
    retryAfterSignIn: false,
    invalidate: false,
  });
  const [typed, setTyped] = useState('');
  const [isOther, setOther] = useState(false);
  const isSame = typed.trim().toLowerCase() === address.toLowerCase();

  async function erase() {
    setOther(!isSame);
    if (!isSame) return;
    await act.send({ address: typed });
    onClose();
    go('/people');
    toast(t('person.erased'));
  }
  return (
    <AskDialog
      title={t('person.eraseTitle')}
      yes={t('person.eraseButton')}
      danger
      act={act}
      onYes={erase}
      onClose={onClose}
    >
      <div className={styles.erase}>
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
      </div>
    </AskDialog>
  );
}
