import type { ReactNode } from 'react';
import type { BookNow } from '#contract/owner/launch.ts';
import { useOwner } from '../api.ts';
import { useBooks } from '../books.ts';
import { SmallLink, TextLink } from '../parts/Button.tsx';
import { Muted, Part, Row, Rows } from '../parts/layout.tsx';
import { useWords } from '../words.ts';
import { homeOf } from './announcement.ts';
import styles from './launch.module.css';

type Props = {
  /** Only those that are not announced yet. */
  waiting?: boolean;
  /** More rows. */
  children?: ReactNode;
};

/** The books that are announced to those who asked for them, before the launch and after. */
export function Books({ waiting = false, children }: Props) {
  const { t } = useWords();
  const { data: all = [] } = useOwner<BookNow[]>('/books');
  const books = waiting ? all.filter(({ state }) => state === 'draft') : all;
  if (books.length === 0 && children === undefined) return null;
  return (
    <Part title={t('launch.before.also')}>
      <p className={styles.note}>{t('launch.before.alsoText')}</p>
      <Rows>
        {books.map((book) => (
          <BookRow key={book.purpose} book={book} />
        ))}
        {children}
      </Rows>
    </Part>
  );
}

function BookRow({ book: { purpose, book, asked, isOut, state } }: { book: BookNow }) {
  const { t } = useWords();
  const { titleOf } = useBooks();
  const href = homeOf(purpose);
  return (
    <Row
      title={titleOf(book)}
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
