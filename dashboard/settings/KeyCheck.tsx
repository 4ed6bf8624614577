import { useEffect, useRef, useState } from 'react';
import hidden from '#ui/hidden.module.css';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { toast } from '../parts/toasts.ts';
import { Warn } from '../parts/Warn.tsx';
import { useWords } from '../words.ts';
import { recipientOf } from './recovery-key.ts';
import styles from './Settings.module.css';

/** `recipient`: the public half of the key in use. `isAsked`: it is time. `isOwners`: an owner may replace it. */
type Props = { recipient: string; isAsked: boolean; isOwners: boolean };

/** Whether the owner still has the recovery key, which stays in this browser. */
export function KeyCheck({ isAsked, ...key }: Props) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      {isAsked && <Warn>{t('copies.keyStill')}</Warn>}
      <div className={styles.next}>
        <SmallButton solid={isAsked} onClick={() => setOpen(true)}>
          {t('copies.keyCheck')}
        </SmallButton>
      </div>
      {isOpen && <Check {...key} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Check({ recipient, isOwners, onClose }: Omit<Props, 'isAsked'> & { onClose: () => void }) {
  const { t } = useWords();
  const act = useAct('/recovery-key');
  const [typed, setTyped] = useState('');
  /** So many wrong answers in a row. */
  const [wrong, setWrong] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong > 0) field.current?.focus();
  }, [wrong]);

  async function check(text: string): Promise<void> {
    const isRight = (await recipientOf(text)) === recipient;
    setWrong(isRight ? 0 : wrong + 1);
    if (!isRight) return;
    await act.send({ recipient });
    toast(t('copies.keyRight'));
    onClose();
  }

  return (
    <AskDialog
      title={t('copies.keyStill')}
      yes={t('copies.keyYes')}
      act={act}
      onYes={() => check(typed)}
      onClose={onClose}
    >
      <p>{t('copies.keyStillText')}</p>
      <div className={styles.fields}>
        <Field
          ref={field}
          label={t('copies.key')}
          hint={t('copies.keyHint')}
          error={wrong > 0 ? t('copies.keyWrong') : null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <KeyFile onText={check} />
      <p className={`${styles.hint} ${styles.more}`}>
        {t(isOwners ? 'copies.keyLost' : 'copies.keyLostServer')}
      </p>
    </AskDialog>
  );
}

/** Opens the list of files. */
function KeyFile({ onText }: { onText: (text: string) => Promise<void> }) {
  const { t } = useWords();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.next}>
      <input
        ref={file}
        type="file"
        accept=".txt,text/plain"
        className={hidden.hidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          // The dialog shows why it failed.
          void chosen
            ?.text()
            .then(onText)
            .catch(() => {});
        }}
      />
      <SmallButton onClick={() => file.current?.click()}>{t('copies.keyChoose')}</SmallButton>
    </div>
  );
}
