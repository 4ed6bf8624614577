import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import { byLanguage } from '#contract/language.ts';
import type { MessageMark, MessageReleased, WholeMessage } from '#contract/owner/messages.ts';
import { brand } from '../brand.ts';
import { queries, useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, Button, ButtonOut, TextButton } from '../parts/Button.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { Loaded } from '../parts/states.tsx';
import { toast, useFailureToast } from '../parts/toasts.ts';
import type { answer } from '../text/en/answer.ts';
import { useWords } from '../words.ts';
import { answerTo } from './answer.ts';
import styles from './Messages.module.css';

/** A message beside the list, or on phones on its own page (`isAlone`). */
export function MessagePage({ id, isAlone }: { id: number; isAlone: boolean }) {
  return (
    <Loaded read={useMessage(id)}>
      {(message) => (
        <article className={styles.one} aria-label={message.name}>
          <Body message={message} />
          {isAlone && <WhatToDo message={message} />}
          <Facts message={message} isNamed={isAlone} />
          {!isAlone && <WhatToDo message={message} />}
        </article>
      )}
    </Loaded>
  );
}

/** The path of the list that the message was opened from. */
export function useListPath(): string {
  const [query] = useSearchParams();
  const asked = query.toString();
  return asked === '' ? '/messages' : `/messages?${asked}`;
}

/** Marks the message as read once: an owner who then marks it unread means it. */
function useMessage(id: number) {
  const read = useOwner<WholeMessage>(`/messages/${id}`);
  const { send } = useAct(`/messages/${id}/mark`);
  const isMarked = useRef(false);
  const state = read.data?.state;
  useEffect(() => {
    if (state === undefined || isMarked.current) return;
    isMarked.current = true;
    if (state === 'unread') send({ as: 'read' }).catch(() => {});
  }, [state, send]);
  return read;
}

function Body({ message: { message } }: { message: WholeMessage }) {
  return (
    <p className={styles.body} translate="no">
      {message}
    </p>
  );
}

/** The message itself is shown above its details. */
/** All are loaded: an answer is in its reader's language, which may not be the owner's. */
const ANSWER_WORDS = byLanguage(
  import.meta.glob<typeof answer>('../text/*/answer.ts', { eager: true, import: 'answer' }),
);
const FIELDS = CONTACT_FIELDS.filter((field) => field !== 'message');

/** `isNamed`: the name is the page's title. */
function Facts({ message, isNamed }: { message: WholeMessage; isNamed: boolean }) {
  const { t, moment, dayOfYear, time: clock } = useWords();
  const { at, language, answeredAt } = message;
  const written = (time: number) => (isThisYear(time) ? `${dayOfYear(time)}, ${clock(time)}` : moment(time));
  return (
    <>
      <Pairs>
        {FIELDS.filter((field) => message[field] && !(isNamed && field === 'name')).map((field) => (
          <Pair key={field} term={t(`messages.fields.${field}`)}>
            <span translate="no">{message[field]}</span>
          </Pair>
        ))}
        <Pair term={t('messages.received')}>{written(at)}</Pair>
        {answeredAt !== null && <Pair term={t('messages.answered')}>{written(answeredAt)}</Pair>}
        <Pair term={t('people.by.language')}>{t(`languages.${language}`)}</Pair>
      </Pairs>
      {message.website && <p className={styles.hint}>{t('messages.linkWarning')}</p>}
    </>
  );
}

function isThisYear(at: number): boolean {
  return new Date(at).getFullYear() === new Date().getFullYear();
}

function WhatToDo({ message }: { message: WholeMessage }) {
  const { t } = useWords();
  const { id, state } = message;
  const { busy, send } = useAct(`/messages/${id}/mark`);
  const release = useAct<MessageReleased>(`/messages/${id}/release`);
  const [isAsking, setAsking] = useState(false);
  const failed = useFailureToast();
  const isHeld = state === 'held';
  const isAnswered = state === 'answered';
  const mark = (as: MessageMark) => void send({ as }).catch(failed);
  return (
    <div className={styles.todo}>
      {isHeld && <p>{t('messages.releaseText')}</p>}
      <Acts>
        {isHeld ? (
          <Button
            busy={release.busy}
            onClick={() => {
              release
                .send()
                .then(({ mailed }) => toast(t(mailed ? 'messages.released' : 'messages.releasedOnly')))
                .catch(failed);
            }}
          >
            {t('messages.release')}
          </Button>
        ) : (
          <ButtonOut
            href={answerTo(message, brand().name, ANSWER_WORDS)}
            onClick={() => !isAnswered && mark('answered')}
          >
            {t('messages.answer')}
          </ButtonOut>
        )}
        {!isHeld && (
          <TextButton busy={busy} onClick={() => mark(isAnswered ? 'unanswered' : 'answered')}>
            {t(isAnswered ? 'messages.markUnanswered' : 'messages.markAnswered')}
          </TextButton>
        )}
        {!isHeld && !isAnswered && (
          <TextButton busy={busy} onClick={() => mark(state === 'unread' ? 'read' : 'unread')}>
            {t(state === 'unread' ? 'messages.markRead' : 'messages.markUnread')}
          </TextButton>
        )}
        <TextButton danger onClick={() => setAsking(true)}>
          {t('messages.delete')}
        </TextButton>
      </Acts>
      {!isHeld && <p className={styles.hint}>{t('messages.answerHint')}</p>}
      {isAsking && <Delete id={id} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Delete({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const list = useListPath();
  const remove = useAct(`/messages/${id}/delete`, { retryAfterSignIn: false, invalidate: false });
  async function press() {
    const next = rowAfter(id);
    await remove.send();
    onClose();
    go(list, { replace: true });
    toast(t('messages.deleted'));
    // All queries except the erased message's own.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== `/messages/${id}` });
    if (next !== null) document.querySelector<HTMLElement>(next)?.focus();
  }
  return (
    <AskDialog
      title={t('messages.deleteTitle')}
      yes={t('messages.delete')}
      danger
      act={remove}
      onYes={press}
      onClose={onClose}
    >
      <p>{t('messages.deleteText')}</p>
    </AskDialog>
  );
}

/** The row that replaces the erased one in the list. */
function rowAfter(id: number): string | null {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>('main [data-row]')];
  const at = rows.findIndex(({ pathname }) => pathname.endsWith(`/messages/${id}`));
  const href = (rows[at + 1] ?? rows[at - 1])?.getAttribute('href');
  return at === -1 || href == null ? null : `main [data-row][href="${CSS.escape(href)}"]`;
}
