import { useState } from 'react';
import { Link } from 'wouter';
import hidden from '#ui/hidden.module.css';
import type { MessageLine, MessageList, MessageListName } from '#contract/owner/messages.ts';
import { useOwner } from '../api.ts';
import { More } from '../parts/More.tsx';
import { Loaded } from '../parts/states.tsx';
import { When } from '../parts/When.tsx';
import { useWords } from '../words.ts';
import styles from './Messages.module.css';

/** When there are no messages at all, the page says more. */
const EMPTY = {
  all: 'messages.emptyTitle',
  unread: 'messages.emptyUnread',
  unanswered: 'messages.emptyUnanswered',
  held: 'messages.emptyHeld',
} as const satisfies Record<MessageListName, string>;

type Where = { list: MessageListName; open: number | null };

/** `first`: the newest messages; older ones are loaded on request. */
export function MessageRows({ first, list, open }: Where & { first: MessageList }) {
  const { t } = useWords();
  if (first.messages.length === 0) return <p className={styles.none}>{t(EMPTY[list])}</p>;
  return (
    // Safari treats a list without markers as no list unless it has the role.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles.list} role="list">
      <Some page={first} list={list} open={open} />
    </ul>
  );
}

function Some({ page, list, open }: Where & { page: MessageList }) {
  const [isMore, setMore] = useState(false);
  const { next } = page;
  return (
    <>
      {page.messages.map((line) => (
        <Line key={line.id} line={line} list={list} isOpen={line.id === open} />
      ))}
      {next !== null && !isMore && (
        <li className={styles.more}>
          <More onPress={() => setMore(true)} />
        </li>
      )}
      {next !== null && isMore && <Older before={next} list={list} open={open} />}
    </>
  );
}

function Older({ before, list, open }: Where & { before: number }) {
  const read = useOwner<MessageList>(`/messages?list=${list}&before=${before}`);
  if (read.data === undefined)
    return (
      <li className={styles.more}>
        <Loaded read={read} />
      </li>
    );
  return <Some page={read.data} list={list} open={open} />;
}

function Line({ line, list, isOpen }: { line: MessageLine; list: MessageListName; isOpen: boolean }) {
  const { t } = useWords();
  const { id, name, begins, at, state } = line;
  const query = list === 'all' ? '' : `?list=${list}`;
  return (
    <li>
      <Link
        href={`/messages/${id}${query}`}
        className={styles[state]}
        aria-current={isOpen || undefined}
        data-row=""
      >
        <i />
        <span className={styles.name}>
          <span translate="no">{name}</span>
          {state === 'unread' && <span className={hidden.hidden}>, {t('messages.tabs.unread')}</span>}
          {state === 'answered' && <span className={styles.word}> {t('messages.answered')}</span>}
          {state === 'held' && <span className={styles.word}> {t('messages.held')}</span>}
        </span>
        <When at={at} />
        <p translate="no">{begins}</p>
      </Link>
    </li>
  );
}
