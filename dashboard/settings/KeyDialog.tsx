import { useEffect, useRef, useState, type ReactNode } from 'react';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { toast } from '../parts/toasts.ts';
import { save } from '../save.ts';
import { useWords } from '../words.ts';
import { fileOf, type Paper, paperOf, print, type RecoveryKey, type SignedBy } from './recovery-key.ts';
import styles from './Settings.module.css';

/** So many are asked back. */
const ASKED = 8;

type Props = {
  recoveryKey: RecoveryKey;
  signedBy: SignedBy;
  /** Where its copies go. */
  target: string;
  yes: string;
  /** Uses the public half. @returns what is said then; null: why it was not used is said elsewhere. @throws Problem */
  onYes: (recipient: string) => Promise<string | null>;
  onClose: () => void;
  children?: ReactNode;
};

/** Shows a recovery key, which the server never has, and asks for its end before it is used. */
export function KeyDialog({
  recoveryKey: { identity, recipient },
  signedBy,
  target,
  yes,
  onYes,
  onClose,
  children,
}: Props) {
  const words = useWords();
  const { t } = words;
  const [typed, setTyped] = useState('');
  /** So many wrong answers in a row. */
  const [wrong, setWrong] = useState(0);
  const [act, setAct] = useState<{ busy: boolean; problem: unknown }>({ busy: false, problem: null });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong > 0) field.current?.focus();
  }, [wrong]);

  async function use() {
    const isRight = typed.trim().toUpperCase().slice(-ASKED) === identity.slice(-ASKED);
    setWrong(isRight ? 0 : wrong + 1);
    setAct({ busy: isRight, problem: null });
    if (!isRight) return;
    try {
      const said = await onYes(recipient);
      if (said !== null) toast(said);
      onClose();
    } catch (problem) {
      setAct({ busy: false, problem });
    }
  }

  return (
    <AskDialog title={t('copies.keyTitle')} yes={yes} act={act} onYes={use} onClose={onClose}>
      <p>{t('copies.keyText')}</p>
      {children}
      <Shown paper={paperOf(words, { identity, signedBy, target })} />
      <div className={styles.fields}>
        <Field
          ref={field}
          label={t('copies.last')}
          hint={t('copies.lastHint')}
          error={wrong > 0 ? t('copies.lastWrong') : null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={identity.length}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </AskDialog>
  );
}

function Shown({ paper }: { paper: Paper }) {
  const { t } = useWords();
  return (
    <>
      {paper.lines.map((line) => (
        <p key={line} className={`${styles.link} ${styles.key}`} translate="no">
          {line}
        </p>
      ))}
      <div className={styles.next}>
        <Acts>
          <SmallButton onClick={() => save('recovery-key.txt', fileOf(paper))}>
            {t('copies.download')}
          </SmallButton>
          <SmallButton onClick={() => print(paper, styles.paper ?? '')}>{t('copies.print')}</SmallButton>
        </Acts>
      </div>
    </>
  );
}
