import type { BookPlace } from '#contract/content/limits.ts';
import { TextLink } from '../../parts/Button.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { One } from './One.tsx';
import styles from './Fields.module.css';

/** What stands for the words of all books. */
export const BOOKS = 'text.products.items';
const PLACE = { room: 'pages', name: 'products' } as const;

/** Whether a field is edited with its book. */
export function isOfBook(name: string): boolean {
  return name.startsWith(`${BOOKS}.`);
}

/** What is said about one book. */
export function BookWords({ site, place }: { site: Site; place: BookPlace }) {
  return ['name', 'subtitle', 'text'].map((member) => (
    <One key={member} name={`${BOOKS}.${place}.${member}`} site={site} place={PLACE} />
  ));
}

/** The words of the books that are shown, in their order: for where the list itself is not edited. */
export function ShownBooks({ site }: { site: Site }) {
  const { t } = useWords();
  const books = site.valueOf('books') as { place: BookPlace }[];
  return (
    <>
      {books.map(({ place }) => (
        <div key={place} className={styles.book}>
          <BookWords site={site} place={place} />
        </div>
      ))}
      <TextLink href="/site/books">{t('editor.books')}</TextLink>
    </>
  );
}
