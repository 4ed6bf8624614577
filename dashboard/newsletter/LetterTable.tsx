import { letterOf } from '#contract/announcement.ts';
import { bookOf } from '#contract/books.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { AnnouncementState, LetterRow } from '#contract/owner/launch.ts';
import { homeOf } from '../launch/announcement.ts';
import button from '../parts/Button.module.css';
import { StateDot } from '../parts/StateDot.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useWords, type UseWords } from '../words.ts';
import styles from './Newsletter.module.css';

const SHAPES = {
  draft: 'pending',
  scheduled: 'scheduled',
  undo: 'sending',
  sending: 'sending',
  paused: 'paused',
  done: 'confirmed',
  stopped: 'suppressed',
} as const satisfies Record<AnnouncementState, string>;

/** All newsletters and books, and the launch that people were emailed about. */
export function LetterTable({ letters }: { letters: readonly LetterRow[] }) {
  const words = useWords();
  return (
    <Table
      label={words.t('nav.newsletter')}
      columns={columnsIn(words)}
      rows={letters}
      keyOf={({ purpose }) => purpose}
      href={({ purpose, book, written }) =>
        homeOf(purpose, book === null && written.length === 0 ? '/words' : '')
      }
    />
  );
}

function columnsIn({ t, short, time }: UseWords): Column<LetterRow>[] {
  return [
    {
      head: t('letters.heads.state'),
      cell: ({ purpose, state }) => (
        <StateDot state={SHAPES[state]}>
          {t(`letters.${letterOf(purpose) === null ? 'otherStates' : 'states'}.${state}`)}
        </StateDot>
      ),
    },
    {
      head: t('letters.heads.title'),
      name: true,
      cell: ({ purpose, title }) => (
        <>
          {title || t('letters.untitled')}
          {letterOf(purpose) === null && (
            <span className={styles.kind}>
              {' · '}
              {t(`letters.kinds.${bookOf(purpose) === null ? 'ofLaunch' : 'ofBook'}`)}
            </span>
          )}
        </>
      ),
    },
    {
      head: t('letters.heads.detail'),
      cell: (row) => {
        const { state, at, sent, loads, book } = row;
        if (state === 'draft') return book === null ? <Languages row={row} /> : <Asked book={book} />;
        if (state === 'undo') return null;
        if (state === 'scheduled') return at === null ? null : `${short(at)}, ${time(at)}`;
        const isOver = state === 'done' || state === 'stopped';
        const said = [t('letters.sent', { n: sent })];
        if (loads > 0) said.push(t('letters.loads', { n: loads }));
        if (isOver && at !== null) said.push(short(at));
        return said.join(' · ');
      },
    },
    {
      head: t('letters.heads.act'),
      silent: true,
      right: true,
      // The whole row is the link.
      cell: ({ state, book }) => (
        <span className={`${button.text} ${styles.act}`} aria-hidden="true">
          <span>{t(state === 'draft' && book === null ? 'letters.edit' : 'common.look')}</span>
        </span>
      ),
    },
  ];
}

/** How many wait for a book, and whether it can be announced. */
function Asked({ book: { asked, isOut } }: { book: NonNullable<LetterRow['book']> }) {
  const { t } = useWords();
  return (
    <>
      {t('launch.before.bookAsked', { n: asked })}
      {!isOut && ` · ${t('launch.before.bookNotOut')}`}
    </>
  );
}

/** How far it is written in each language. */
function Languages({ row: { written, lacking, behind } }: { row: LetterRow }) {
  const { t } = useWords();
  return LANGUAGES.map((one, n) => {
    const is = !written.includes(one)
      ? 'missing'
      : lacking.includes(one)
        ? 'unfinished'
        : behind.includes(one)
          ? 'behind'
          : 'ready';
    return (
      <span key={one}>
        {n > 0 && ' · '}
        <span className={is === 'ready' ? '' : styles.lack}>
          {t(`letters.${is}`, { language: t(`languages.${one}`) })}
        </span>
      </span>
    );
  });
}
