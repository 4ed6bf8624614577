import { useEffect, useRef, useState } from 'react';
import type { MailPosted } from '#contract/owner/session.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { plainRequest } from '../request.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import styles from './MailForm.module.css';

/** Asks for a link by mail. The answer is the same for every address. */
export function MailForm({ onSent }: { onSent: (address: string) => void }) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const link = usePress(async () => {
    await plainRequest('/session/mail', { body: { email } satisfies MailPosted });
    onSent(email);
  });
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        link.press();
      }}
    >
      <Field
        label={t('signin.mailLabel')}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <ErrorNotice text={link.said} />
      <div className={styles.send}>
        <SmallButton type="submit" solid busy={link.busy}>
          {t('signin.mailSend')}
        </SmallButton>
      </div>
    </form>
  );
}
