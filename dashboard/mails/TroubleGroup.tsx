import { useState } from 'react';
import type { MailLine, MailPage, MailTrouble } from '#contract/owner/mails.ts';
import { useOwner } from '../api.ts';
import { More } from '../parts/More.tsx';
import { Loaded } from '../parts/states.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { useWords, type UseWords } from '../words.ts';
import { SendAgain } from './SendAgain.tsx';
import { Why } from './Why.tsx';
import styles from './Mails.module.css';

/** The newest mails of a group; older ones are loaded on request, into a table of their own. */
export function TroubleGroup({ group, first }: { group: MailTrouble; first: MailPage }) {
  const words = useWords();
  const { t } = words;
  const [isMore, setMore] = useState(false);
  const { next } = first;
  return (
    <div className={styles.table}>
      <Table
        label={t(`mails.groups.${group}`)}
        rows={first.mails}
        keyOf={({ id }) => id}
        columns={columnsOf(words, group)}
      />
      {next !== null && !isMore && <More onPress={() => setMore(true)} />}
      {next !== null && isMore && <Older group={group} before={next} />}
    </div>
  );
}

function columnsOf(words: UseWords, group: MailTrouble): Column<MailLine>[] {
  const { t } = words;
  return [
    {
      head: t('mails.columns.who'),
      cell: ({ address }) => (address === null ? t('mails.toYou') : <span translate="no">{address}</span>),
    },
    {
      head: t('mails.columns.what'),
      cell: ({ kind }) => t(kind === null ? 'mails.columns.what' : `mails.kinds.${kind}`),
    },
    { head: t('mails.columns.when'), cell: ({ at }) => <When at={at} />, fold: 'push' },
    {
      head: t('mails.columns.why'),
      cell: ({ words: said, ...mail }) => <Why {...mail} said={said} />,
      fold: 'full',
    },
    {
      head: t('person.actions'),
      silent: true,
      right: true,
      fold: 'full',
      cell: (mail) => <SendAgain group={group} mail={mail} />,
    },
  ];
}

function Older({ group, before }: { group: MailTrouble; before: number }) {
  const read = useOwner<MailPage>(`/mails/${group}?before=${before}`);
  return <Loaded read={read}>{(page) => <TroubleGroup group={group} first={page} />}</Loaded>;
}
