import { useEffect, useState } from 'react';
import type { MailPosted } from '#contract/owner/session.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { toast } from '../parts/toasts.ts';
import { plainRequest } from '../request.ts';
import { useWords } from '../words.ts';
import { comeIn, lookWhoIsHere } from './acts.ts';
import { askPasskey } from './passkey.ts';
import { onTold, session } from './session.ts';
import { usePress } from './use-press.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

/** Covers the page after the session has expired, until its owner signs in again. */
export default function EndedDialog({
  mail,
  email,
  why,
}: {
  mail: boolean;
  email: string | null;
  why: 'idle' | 'day' | null;
}) {
  const { t } = useWords();
  const [isSent, setSent] = useState(false);
  const [isTyped] = useState(hasText);
  const passkey = usePress(async () => {
    const trouble = await askPasskey();
    if (trouble === null) await comeIn(true);
    return trouble;
  });
  const link = usePress(async () => {
    const body: MailPosted = email === null ? {} : { email };
    await plainRequest('/session/mail', { body });
    setSent(true);
  });
  useEffect(() => onTold((what) => what === 'in' && void lookWhoIsHere()), []);
  useEffect(
    () => () => {
      if (session.get().is === 'in' && isTyped) toast(t('session.back'));
    },
    [t, isTyped],
  );
  return (
    <Dialog title={t('session.title')} onClose={null} opaque glyph="rest">
      <p>{isSent ? t('session.sent') : <Why why={why} isTyped={isTyped} />}</p>
      <ErrorNotice text={passkey.said ?? link.said} />
      <DialogActs>
        <Button busy={passkey.busy} onClick={passkey.press}>
          {t('session.button')}
        </Button>
        {mail && !isSent && (
          <TextButton busy={link.busy} onClick={link.press}>
            {t('session.mail')}
          </TextButton>
        )}
      </DialogActs>
    </Dialog>
  );
}

function hasText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)');
  return [...fields].some(
    ({ value, type }) => value !== '' && !['radio', 'checkbox', 'search'].includes(type),
  );
}

function Why({ why, isTyped }: { why: 'idle' | 'day' | null; isTyped: boolean }) {
  const { t } = useWords();
  if (why === 'idle') return t(isTyped ? 'session.text' : 'session.textNothing');
  return [why === 'day' ? t('signin.dayOver') : '', isTyped ? t('session.kept') : '']
    .filter(Boolean)
    .join(' ');
}
