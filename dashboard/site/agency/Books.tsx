import type { BookId, ShownBook } from '#contract/books.ts';
import { isSame } from '#contract/content/content.ts';
import type { Facts, PictureFact } from '#contract/content/facts.ts';
import { BOOK_PLACES, type BookPlace } from '#contract/content/limits.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { BookTitle } from '#contract/owner/launch.ts';
import { useOwner } from '../../api.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { useLetters } from '../../newsletter/use-letters.ts';
import { TextLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import { usePendingEditSync } from '../autosave/use-autosave.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { BookWords } from '../fields/BookWords.tsx';
import { placeLabel } from '../labels.ts';
import { List } from '../parts/List.tsx';
import { addressOf } from '../pictures/files.ts';
import { StatusSign } from '../StatusSign.tsx';
import { useAsked } from '../use-asked.ts';
import { useFact } from '../use-fact.ts';
import { useSite } from '../use-site.ts';
import { nameIn } from '../values.ts';
import { BookFile } from './BookFile.tsx';
import { idFor } from './book-id.ts';
import styles from './Books.module.css';
import { SavedNote } from '../parts/SavedNote.tsx';

const ITEMS = 'text.products.items';

/** The books in their order: words, files and cover of each. */
export default function Books() {
  const { t } = useWords();
  const read = useSite();
  useAsked(read.data !== undefined);
  return (
    <>
      <PageHead
        title={placeLabel(t, 'books')}
        back={{ href: '/site', page: t('nav.site') }}
        acts={<SavedNote />}
      />
      <div className={styles.lead}>
        <Lead>{t('agency.books.lead')}</Lead>
      </div>
      <Loaded read={read}>{(site) => <BookList site={site} />}</Loaded>
    </>
  );
}

/** One that is removed keeps its words, files and cover, and its id is given to no other. */
function BookList({ site }: { site: Site }) {
  const { t, language } = useWords();
  const { value, set, save } = useFact(site, 'books');
  const { data: sent } = useLetters();
  const { data: titles } = useOwner<BookTitle[]>('/books/titles');
  const nameOf = ({ place }: ShownBook) => nameIn(site, ITEMS, place, language);
  const isTaken = (id: BookId) => titles?.some(({ book }) => book === id) === true;
  const free = BOOK_PLACES.filter((place) => value.every((one) => one.place !== place));
  function blank(): ShownBook {
    const place = free.find((one) => nameOf({ id: '', place: one }) === '') ?? free[0] ?? 0;
    return { id: idFor(nameOf({ id: '', place }), (id) => isTaken(id) || isIn(value, id)), place };
  }
  return (
    <>
      <List
        items={value}
        onChange={(books) => {
          set([...books]);
          save();
        }}
        nameOf={nameOf}
        blank={blank}
        add={t('agency.books.addBook')}
        most={BOOK_PLACES.length}
      >
        {(book, change) => (
          <Book
            site={site}
            book={book}
            asked={sent?.letters.find(({ purpose }) => purpose === `book:${book.id}`)?.book?.asked ?? 0}
            onNamed={(name) => {
              // Nobody has seen it yet: it is called by its name.
              if (titles === undefined || isTaken(book.id)) return;
              const id = idFor(name, (one) => isTaken(one) || isIn(value, one, book));
              if (id !== book.id) change({ ...book, id });
            }}
          />
        )}
      </List>
      <Collision site={site} names={['books']} />
    </>
  );
}

function isIn(books: readonly ShownBook[], id: BookId, but?: ShownBook): boolean {
  return books.some((one) => one !== but && one.id === id);
}

type Props = { site: Site; book: ShownBook; asked: number; onNamed: (name: string) => void };

function Book({ site, book: { id, place }, asked, onNamed }: Props) {
  const { t, locale, language } = useWords();
  const files = useFact(site, `books.${place}`);
  const cover = useFact(site, `pictures.cover.${place}`);
  const typed = usePendingEditSync(`${ITEMS}.${place}.name.${language}`);
  const name = String(typed?.value ?? nameIn(site, ITEMS, place, language));
  const out = LANGUAGES.filter((one) => files.value?.[one] !== undefined);
  const isLive = isSame(files.value, site.shownOf(`books.${place}`));
  return (
    <article className={styles.book}>
      <Cover place={place} picture={cover.value} />
      <div>
        <h2>{name}</h2>
        {out.length === 0 ? (
          <p className={styles.soon}>{t('agency.books.soon')}</p>
        ) : (
          <StatusSign {...(isLive && { is: 'live' as const })}>
            {t('agency.books.out', {
              languages: new Intl.ListFormat(locale).format(out.map((one) => t(`spoken.${one}`))),
            })}
          </StatusSign>
        )}
      </div>
      <div className={styles.rest}>
        <div onBlur={() => onNamed(name)}>
          <BookWords site={site} place={place} />
        </div>
        <BookFiles site={site} id={id} place={place} name={name} />
        <TextLink href={`/site/books/pictures/cover-${place}`}>
          {t(cover.value === null ? 'agency.books.coverOwn' : 'agency.books.coverChange')}
        </TextLink>
        <Collision site={site} names={[`books.${place}`]} />
        <Collision site={site} names={[`pictures.cover.${place}`]} />
        {asked > 0 && <p className={styles.wait}>{t('agency.books.wait', { n: asked })}</p>}
      </div>
    </article>
  );
}

function BookFiles({ site, id, place, name }: { site: Site; name: string } & ShownBook) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, `books.${place}`);
  function put(files: Facts['books.0']) {
    set(files);
    save();
  }
  function remove(gone: Language) {
    const rest = Object.entries(value ?? {}).filter(([one]) => one !== gone);
    put(rest.length === 0 ? null : Object.fromEntries(rest));
    toast(t('agency.books.removed'), {
      act: { word: t('launch.underWay.undoButton'), press: async () => put(value) },
    });
  }
  return (
    <ul className={styles.files} data-field={`books.${place}`}>
      {LANGUAGES.map((one) => (
        <BookFile
          key={one}
          book={id}
          name={name}
          language={one}
          file={value?.[one]?.file ?? null}
          onFile={(file) => put({ ...value, [one]: { file } })}
          onRemove={() => remove(one)}
        />
      ))}
    </ul>
  );
}

function Cover({ place, picture }: { place: BookPlace; picture: PictureFact | null }) {
  if (picture === null) return <span className={styles.cover} data-ours={place} />;
  const { x, y } = picture.focus;
  const style = { objectPosition: `${x * 100}% ${y * 100}%` };
  return <img className={styles.cover} src={addressOf(picture.file)} alt="" style={style} />;
}
