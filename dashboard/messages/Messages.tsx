import { useLocation, useSearchParams } from 'wouter';
import { MESSAGE_LISTS, type MessageList, type MessageListName } from '#contract/owner/messages.ts';
import { USUAL_MS, useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Missing } from '../frame/Missing.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useWide } from '../wide.ts';
import { useWords } from '../words.ts';
import { Lines } from './Lines.tsx';
import styles from './Messages.module.css';
import { Message, MessagePage } from './Message.tsx';

/** The list, and beside it, or on phones instead of it, the message that is open. */
export default function Messages() {
  const [path] = useLocation();
  const [, , id] = path.split('/');
  const isWide = useWide();
  const open = id === undefined ? null : Number(id);
  if (open !== null && !(Number.isSafeInteger(open) && open > 0)) return <Missing />;
  if (open !== null && !isWide) return <MessagePage key={open} id={open} />;
  return <Inbox open={open} isWide={isWide} />;
}

function Inbox({ open, isWide }: { open: number | null; isWide: boolean }) {
  const { t } = useWords();
  const [query, setQuery] = useSearchParams();
  const list = MESSAGE_LISTS.find((one) => one === query.get('list')) ?? 'all';
  const read = useOwner<MessageList>(`/messages?list=${list}`, { every: USUAL_MS });
  const unread = read.data?.unread ?? 0;
  const tallies: Record<MessageListName, number> = { all: 0, unread, held: read.data?.held ?? 0 };
  return (
    <>
      <PageHead title={t('messages.title')} over={unread > 0 ? t('nav.unread', { n: unread }) : ''} />
      <Loaded read={read}>
        {(data) =>
          list === 'all' && data.messages.length === 0 ? (
            <Empty title={t('messages.emptyTitle')} text={t('messages.emptyText')} />
          ) : (
            <div className={styles.inbox}>
              <div>
                <Tabs
                  label={t('messages.title')}
                  value={list}
                  onChange={(chosen) => setQuery(chosen === 'all' ? {} : { list: chosen })}
                  options={MESSAGE_LISTS.map((value) => {
                    return { value, word: t(`messages.tabs.${value}`), tally: tallies[value] };
                  })}
                />
                <Lines first={data} list={list} open={open} />
              </div>
              {isWide && open !== null && <Message key={open} id={open} />}
              {isWide && open === null && data.messages.length > 0 && (
                <p className={styles.pick}>{t('messages.pick')}</p>
              )}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
