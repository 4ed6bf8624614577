import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  MESSAGE_LISTS,
  type MessageList,
  type MessageListName,
  type WholeMessage,
} from '#contract/owner/messages.ts';
import { USUAL_MS, useOwner, type Read } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Missing } from '../frame/Missing.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useWide } from '../wide.ts';
import { useWords } from '../words.ts';
import { MessageRows } from './MessageRows.tsx';
import styles from './Messages.module.css';
import { MessagePage, useListPath } from './MessagePage.tsx';

/** The list, and the open message: beside the list, or on phones instead of it. */
export default function Messages() {
  const [path] = useLocation();
  const [, , id] = path.split('/');
  const open = id === undefined ? null : Number(id);
  if (open !== null && !(Number.isSafeInteger(open) && open > 0)) return <Missing />;
  return <Inbox open={open} />;
}

function Inbox({ open }: { open: number | null }) {
  const isWide = useWide();
  const [query] = useSearchParams();
  const list = MESSAGE_LISTS.find((one) => one === query.get('list')) ?? 'all';
  const isAlone = open !== null && !isWide;
  const read = useOwner<MessageList>(isAlone ? null : `/messages?list=${list}`, { every: USUAL_MS });
  // On phones a message is another page, whose heading takes the focus. Turning the phone keeps the focus.
  const [page, setPage] = useState({ open, heading: 0 });
  if (page.open !== open) setPage({ open, heading: page.heading + (isWide ? 0 : 1) });
  return (
    <>
      <Head key={page.heading} alone={isAlone ? open : null} unread={read.data?.unread ?? 0} />
      <div className={styles.inbox}>
        {!isAlone && <Lists read={read} list={list} open={open} />}
        {open !== null && <MessagePage key={open} id={open} isAlone={isAlone} />}
      </div>
    </>
  );
}

/** `alone`: the message that has the page to itself. */
function Head({ alone, unread }: { alone: number | null; unread: number }) {
  const { t } = useWords();
  const href = useListPath();
  const { data } = useOwner<WholeMessage>(alone === null ? null : `/messages/${alone}`);
  const title = t('nav.messages');
  if (alone === null)
    return <PageHead title={title} over={unread > 0 ? t('nav.unread', { n: unread }) : ''} />;
  const name = data && <span translate="no">{data.name}</span>;
  return (
    <PageHead title={name ?? title} tab={data?.name ?? title} back={{ href, page: t('nav.messages') }} />
  );
}

type ListsProps = { read: Read<MessageList>; list: MessageListName; open: number | null };

function Lists({ read, list, open }: ListsProps) {
  const { t } = useWords();
  const [, setQuery] = useSearchParams();
  const { unread = 0, held = 0 } = read.data ?? {};
  const tallies: Partial<Record<MessageListName, number>> = { unread, held };
  return (
    <Loaded read={read}>
      {(data) =>
        list === 'all' && data.messages.length === 0 ? (
          <Empty title={t('messages.emptyTitle')} text={t('messages.emptyText')} />
        ) : (
          <>
            <div>
              <Tabs
                label={t('nav.messages')}
                value={list}
                onChange={(chosen) => setQuery(chosen === 'all' ? {} : { list: chosen })}
                options={MESSAGE_LISTS.map((value) => {
                  return { value, word: t(`messages.tabs.${value}`), tally: tallies[value] ?? 0 };
                })}
              />
              <MessageRows first={data} list={list} open={open} />
            </div>
            {open === null && data.messages.length > 0 && <p className={styles.pick}>{t('messages.pick')}</p>}
          </>
        )
      }
    </Loaded>
  );
}
