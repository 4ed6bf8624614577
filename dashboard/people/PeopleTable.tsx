import type { PersonRow } from '#contract/owner/people.ts';
import layout from '../parts/layout.module.css';
import { StateDot } from '../parts/StateDot.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { sourceName } from '../source-name.ts';
import { useWords, type UseWords } from '../words.ts';
import styles from './PeopleList.module.css';

export function PeopleTable({ people }: { people: readonly PersonRow[] }) {
  const words = useWords();
  return (
    <Table
      label={words.t('nav.people')}
      columns={columnsIn(words)}
      rows={people}
      keyOf={({ id }) => id}
      href={({ id }) => `/people/${id}`}
    />
  );
}

function columnsIn(words: UseWords): Column<PersonRow>[] {
  const { t, moment, relative, relativeShort } = words;
  return [
    { head: t('people.by.address'), cell: ({ address }) => <span translate="no">{address}</span> },
    {
      head: t('people.by.state'),
      cell: ({ kind }) => <StateDot state={kind}>{t(`people.state.${kind}`)}</StateDot>,
    },
    { head: t('people.by.language'), cell: ({ language }) => language.toUpperCase() },
    {
      head: t('people.by.source'),
      cell: ({ source }) => <span className={styles.source}>{sourceName(words, source)}</span>,
    },
    {
      head: t('people.by.since'),
      right: true,
      fold: 'push',
      cell: ({ since }) => (
        <time dateTime={new Date(since).toISOString()} title={moment(since)}>
          <span className={layout.wide}>{relative(since)}</span>
          <span className={layout.phone}>{relativeShort(since)}</span>
        </time>
      ),
    },
  ];
}
