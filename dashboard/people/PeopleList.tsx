import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type PeopleFilter, readFilter, writeFilter } from '#contract/owner/people.ts';
import hidden from '#ui/hidden.module.css';
import { PageHead } from '../frame/PageHead.tsx';
import { TextButton, TextLink } from '../parts/Button.tsx';
import { drawn } from '../parts/icons.tsx';
import { Empty, LoadFailed, Loaded } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { useChoices } from './choices.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { Filters } from './Filters.tsx';
import styles from './PeopleList.module.css';
import { PeopleTable } from './PeopleTable.tsx';
import { SearchBox } from './SearchBox.tsx';
import { PAGE, searchFor, useCount, usePeople, useSearched } from './use-people.ts';

const RightIcon = drawn(18, <path d="m9.5 6 5 6-5 6" />);

/** The list, with search and filters. Filters and page are in the URL, the search text is not. */
export function PeopleList() {
  const { t } = useWords();
  const [, go] = useLocation();
  const [query] = useSearchParams();
  const [isExport, setExport] = useState(false);
  const filter = { ...readFilter(query), text: useSearched() };
  const before = Number(query.get('before')) || null;
  const from = Number(query.get('from')) || 1;
  const { read, isOld } = usePeople(filter, before);
  const counted = useCount(filter);
  const isAll = writeFilter(filter) === '';
  const show = (next: PeopleFilter) => {
    const asked = writeFilter({ ...next, text: '' });
    go(asked === '' ? '/people' : `/people?${asked}`);
  };
  const reset = () => {
    searchFor('');
    go('/people');
  };
  const isEmpty = isAll && counted?.n === 0;
  // Taking the search box away before this is known would lose what was typed meanwhile.
  const held = useChoices()?.counted.suspect;
  return (
    <>
      <PageHead
        title={t('nav.people')}
        over={<Count filter={filter} />}
        acts={<HeadActs onExport={isEmpty ? null : () => setExport(true)} />}
      />
      {(!isEmpty || held !== 0) && (
        <div className={styles.tools}>
          <SearchBox />
          <Filters
            key={writeFilter({ ...filter, text: '' })}
            filter={filter}
            onChange={show}
            onReset={reset}
          />
        </div>
      )}
      <p className={hidden.hidden} role="status">
        {isOld && filter.text !== '' ? t('people.looking') : ''}
      </p>
      <Found read={read} isOld={isOld} isEmpty={isEmpty} onReset={reset} />
      {read.data && read.data.people.length > 0 && (
        <Pager
          filter={filter}
          from={from}
          shown={read.data.people.length}
          next={read.data.next}
          isFirst={before === null}
        />
      )}
      {isExport && <ExportDialog filter={filter} onClose={() => setExport(false)} />}
    </>
  );
}

function HeadActs({ onExport }: { onExport: (() => void) | null }) {
  const { t } = useWords();
  return (
    <>
      <TextLink href="/people/add">{t('people.add')}</TextLink>
      <TextLink href="/people/import">{t('people.import')}</TextLink>
      {onExport && <TextButton onClick={onExport}>{t('people.export')}</TextButton>}
    </>
  );
}

/** Also announced to screen readers, after the last key. */
function Count({ filter }: { filter: PeopleFilter }) {
  const { t } = useWords();
  const counted = useCount(filter);
  if (counted === undefined) return null;
  const { n, isExact, isOld } = counted;
  const key = !isExact ? 'people.countMore' : writeFilter(filter) === '' ? 'people.count' : 'people.shown';
  return <span aria-live={isOld ? 'off' : 'polite'}>{t(key, { n })}</span>;
}

type FoundProps = ReturnType<typeof usePeople> & { isEmpty: boolean; onReset: () => void };

function Found({ read, isOld, isEmpty, onReset }: FoundProps) {
  const { t } = useWords();
  const { data, problem, again } = read;
  if (data === undefined) return <Loaded read={read} />;
  const { people } = data;
  const url = `${location.origin}/soon`;
  if (isEmpty && people.length === 0)
    return (
      <Empty title={t('emptyToday.title')} text={t('people.emptyText')}>
        <a className={styles.share} href={url}>
          {url}
        </a>
      </Empty>
    );
  if (people.length === 0 && !isOld)
    return (
      <Empty title={t('people.noneTitle')} text={t('people.noneText')}>
        <p className={styles.muted}>{t('people.noneErased')}</p>
        <TextButton onClick={onReset}>{t('people.filterReset')}</TextButton>
      </Empty>
    );
  return (
    <div data-old={isOld || undefined} className={styles.found}>
      {problem !== null && <LoadFailed problem={problem} again={again} />}
      <PeopleTable people={people} />
    </div>
  );
}

type PagerProps = {
  filter: PeopleFilter;
  from: number;
  shown: number;
  next: number | null;
  isFirst: boolean;
};

function Pager({ filter, from, shown, next, isFirst }: PagerProps) {
  const { t } = useWords();
  const counted = useCount(filter);
  const place = { from, to: from + shown - 1 };
  const asked = writeFilter({ ...filter, text: '' });
  const at = (more: string) => `/people?${[asked, more].filter(Boolean).join('&')}`;
  return (
    <nav className={styles.pager} aria-label={t('nav.people')}>
      <span>
        {counted === undefined
          ? t('people.range', place)
          : t(counted.isExact ? 'people.rangeOf' : 'people.rangeMore', {
              ...place,
              total: Math.max(counted.n, place.to),
            })}
      </span>
      <span className={styles.ways}>
        {!isFirst && <TextLink href={at('')}>{t('people.newest')}</TextLink>}
        {next !== null && shown === PAGE && (
          <TextLink href={at(`before=${next}&from=${from + shown}`)} icon={<RightIcon />}>
            {t('people.older')}
          </TextLink>
        )}
      </span>
    </nav>
  );
}
