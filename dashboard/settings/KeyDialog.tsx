import { useEffect, useState } from 'react';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { toast } from '../parts/toasts.ts';
import { save } from '../save.ts';
import { useWords } from '../words.ts';
import styles from './Settings.module.css';

/** So many are asked back. */
const ASKED = 8;

type Key = { identity: string; recipient: string };

/**
 * Makes a recovery key in this browser, so that the server never has its private half, and asks for its end before it is
 * used. `onKey`: takes the public half; false: it was not used, and why is said elsewhere.
 */
export function KeyDialog({
  onKey,
  onClose,
}: {
  onKey: (recipient: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { key, act, setAct } = useKey();

  async function use() {
    if (key === null) return;
    const isRight = typed.trim().toUpperCase() === key.identity.slice(-ASKED);
    setWrong(!isRight);
    if (!isRight) return;
    setAct({ busy: true, problem: null });
    try {
      if ((await onKey(key.recipient)) !== false) toast(t('copies.started'));
      onClose();
    } catch (problem) {
      setAct({ busy: false, problem });
    }
  }

  return (
    <AskDialog title={t('copies.keyTitle')} yes={t('copies.on')} act={act} onYes={use} onClose={onClose}>
      <p>{t('copies.keyText')}</p>
      <Shown identity={key?.identity ?? ''} />
      <div className={styles.fields}>
        <Field
          label={t('copies.last')}
          hint={t('copies.lastHint')}
          error={isWrong ? t('copies.lastWrong') : null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={ASKED}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </AskDialog>
  );
}

/** The key, and what is done with it. */
function useKey() {
  const [key, setKey] = useState<Key | null>(null);
  const [act, setAct] = useState<{ busy: boolean; problem: unknown }>({ busy: true, problem: null });
  useEffect(() => {
    makeKey().then(
      (made) => {
        setKey(made);
        setAct({ busy: false, problem: null });
      },
      (problem: unknown) => setAct({ busy: false, problem }),
    );
  }, []);
  return { key, act, setAct };
}

function Shown({ identity }: { identity: string }) {
  const { t } = useWords();
  const text = `# ${t('copies.paper', { site: location.host })}\n${identity}\n`;
  return (
    <>
      <p className={`${styles.link} ${styles.key}`} translate="no">
        {identity}
      </p>
      <div className={styles.next}>
        <Acts>
          <SmallButton onClick={() => save('recovery-key.txt', new Blob([text], { type: 'text/plain' }))}>
            {t('copies.download')}
          </SmallButton>
          <SmallButton onClick={() => print(text)}>{t('copies.print')}</SmallButton>
        </Acts>
      </div>
    </>
  );
}

/** Its package is loaded only here. */
async function makeKey(): Promise<Key> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Prints a text alone. */
function print(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = styles.paper ?? '';
  document.body.append(frame);
  const page = frame.contentWindow;
  if (page === null) return;
  const paper = page.document.createElement('pre');
  paper.textContent = text;
  page.document.body.append(paper);
  page.addEventListener('afterprint', () => frame.remove());
  page.print();
}
