import type { ReactNode } from 'react';
import { bookOf } from '#contract/books.ts';
import type { LetterRow } from '#contract/owner/launch.ts';
import { useBooks } from '../books.ts';
import { useLetters } from '../newsletter/use-letters.ts';
import { SmallLink, TextLink } from '../parts/Button.tsx';
import { Muted, Part, Row, Rows } from '../parts/layout.tsx';
import { useWords } from '../words.ts';
import { homeOf } from './announcement.ts';
import styles from './launch.module.css';

/** The books that are announced to those who asked for them, before the launch and after. `children`: more rows. */
export function Books({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const { data } = useLetters();
  return (
    <Part title={t('launch.before.also')}>
      <p className={styles.note}>{t('launch.before.alsoText')}</p>
      <Rows>
        {data?.letters.map(
          (row) => row.book !== null && <BookRow key={row.purpose} row={row} book={row.book} />,
        )}
        {children}
      </Rows>
    </Part>
  );
}

function BookRow({
  row: { purpose, state },
  book: { asked, isOut },
}: {
  row: LetterRow;
  book: NonNullable<LetterRow['book']>;
}) {
  const { t } = useWords();
  const { titleOf } = useBooks();
  const href = homeOf(purpose);
  return (
    <Row
      title={titleOf(bookOf(purpose) ?? '')}
      text={t('launch.before.bookAsked', { n: asked })}
      end={
        state !== 'draft' ? (
          <TextLink href={href}>{t('common.look')}</TextLink>
        ) : isOut ? (
          <SmallLink href={href}>{t('launch.before.bookButton')}</SmallLink>
        ) : (
          <Muted>{t('launch.before.bookNotOut')}</Muted>
        )
      }
    />
  );
}
