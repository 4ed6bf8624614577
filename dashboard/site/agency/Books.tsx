import { isSame } from '#contract/content/content.ts';
import type { Facts, PictureFact } from '#contract/content/facts.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { BookNow as Announced } from '#contract/owner/launch.ts';
import type { FileLook } from '#contract/owner/site.ts';
import { OWN_BOOKS, type OwnBook } from '#contract/books.ts';
import { Breve } from '#ui/Breve.tsx';
import { useOwner } from '../../api.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { SmallButton, TextButton, TextLink } from '../../parts/Button.tsx';
import { Lead } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { placeLabel } from '../labels.ts';
import type { Wanted } from '../pictures/check-file.ts';
import { FileButton } from '../pictures/FileButton.tsx';
import { addressOf } from '../pictures/files.ts';
import { UploadLine } from '../pictures/UploadLine.tsx';
import { useUpload } from '../pictures/use-upload.ts';
import { StatusSign } from '../StatusSign.tsx';
import { useAsked } from '../use-asked.ts';
import { useFact } from '../use-fact.ts';
import { useSite } from '../use-site.ts';
import styles from './Books.module.css';
import { SavedNote } from '../parts/SavedNote.tsx';

const WANTED: Wanted = { is: 'book' };

/** The files of each book, and its cover. */
export default function Books() {
  const { t } = useWords();
  const read = useSite();
  useAsked(read.data !== undefined);
  const { data: announced = [] } = useOwner<Announced[]>('/books');
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
      <Loaded read={read}>
        {(site) =>
          OWN_BOOKS.map((book) => (
            <Book
              key={book}
              site={site}
              book={book}
              asked={announced.find((one) => one.book === book)?.asked ?? 0}
            />
          ))
        }
      </Loaded>
    </>
  );
}

function Book({ site, book, asked }: { site: Site; book: OwnBook; asked: number }) {
  const { t, locale, language } = useWords();
  const files = useFact(site, `books.${book}`);
  const cover = useFact(site, `pictures.cover-${book}`);
  const name = String(site.valueOf(`text.products.${book}.name.${language}`));
  const out = LANGUAGES.filter((one) => files.value?.[one] !== undefined);
  const isLive = isSame(files.value, site.shownOf(`books.${book}`));
  function put(value: Facts['books.seo']) {
    files.set(value);
    files.save();
  }
  function remove(gone: Language) {
    const before = files.value;
    const rest = Object.entries(before ?? {}).filter(([one]) => one !== gone);
    put(rest.length === 0 ? null : Object.fromEntries(rest));
    toast(t('agency.books.removed'), {
      act: { word: t('strip.undoButton'), press: async () => put(before) },
    });
  }
  return (
    <article className={styles.book}>
      <Cover book={book} picture={cover.value} />
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
        <ul className={styles.files} data-field={`books.${book}`}>
          {LANGUAGES.map((one) => (
            <BookFile
              key={one}
              book={book}
              name={name}
              language={one}
              file={files.value?.[one]?.file ?? null}
              onFile={(file) => put({ ...files.value, [one]: { file } })}
              onRemove={() => remove(one)}
            />
          ))}
        </ul>
        <TextLink href={`/site/books/pictures/cover-${book}`}>
          {t(cover.value === null ? 'agency.books.coverOwn' : 'agency.books.coverChange')}
        </TextLink>
        <Collision site={site} names={[`books.${book}`]} />
        <Collision site={site} names={[`pictures.cover-${book}`]} />
        {asked > 0 && <p className={styles.wait}>{t('agency.books.wait', { n: asked })}</p>}
      </div>
    </article>
  );
}

function Cover({ book, picture }: { book: OwnBook; picture: PictureFact | null }) {
  if (picture === null) return <span className={styles.cover} data-ours={book} />;
  const { x, y } = picture.focus;
  const style = { objectPosition: `${x * 100}% ${y * 100}%` };
  return <img className={styles.cover} src={addressOf(picture.file)} alt="" style={style} />;
}

type FileProps = {
  book: OwnBook;
  name: string;
  language: Language;
  file: string | null;
  onFile: (file: string) => void;
  onRemove: () => void;
};

/** The file of a book in a language. It counts as out only once the server has looked through it. */
function BookFile({ book, name, language, file, onFile, onRemove }: FileProps) {
  const { t } = useWords();
  const upload = useUpload(WANTED, (taken) => onFile(taken.file));
  const word = t(`languages.${language}`);
  const said = { book: name, language: word };
  const { state } = upload;
  const isUnder = state.is === 'sending' || state.is === 'looking';
  return (
    <li>
      <span>{word}</span>
      <div>
        {state.is === 'looking' ? (
          <p className={styles.scan} role="status">
            <Breve swing="swinging" /> {t('agency.books.scan')}
          </p>
        ) : state.is !== 'idle' ? (
          <UploadLine upload={upload} wanted={WANTED} bare />
        ) : file === null ? (
          <span className={styles.none}>{t('agency.books.none')}</span>
        ) : (
          <Known file={file} name={`${book}.${language}.${kindOf(file)}`} />
        )}
      </div>
      <span className={styles.acts}>
        {isUnder ? (
          <SmallButton onClick={upload.stop}>{t('agency.picture.stop')}</SmallButton>
        ) : (
          <>
            {file !== null && (
              <TextButton aria-label={t('agency.books.removeFrom', said)} onClick={onRemove}>
                {t('agency.books.remove')}
              </TextButton>
            )}
            <FileButton
              wanted={WANTED}
              onFile={upload.choose}
              look="small"
              label={t(file === null ? 'agency.books.addTo' : 'agency.books.replaceIn', said)}
            >
              {t(file === null ? 'agency.books.add' : 'agency.books.replace')}
            </FileButton>
          </>
        )}
      </span>
    </li>
  );
}

/** A stored file by the name that readers get, with what the server found in it. */
function Known({ file, name }: { file: string; name: string }) {
  const { t, size } = useWords();
  const { data: look } = useOwner<FileLook>(`/site/files/${file}/look`);
  const book = look?.is === 'book' ? look : null;
  const facts = [
    kindOf(file).toUpperCase(),
    book && size(book.bytes),
    book !== null && book.pages !== null && t('agency.books.pages', { n: book.pages }),
  ];
  return (
    <>
      {name}
      <small>{facts.filter(Boolean).join(', ')}</small>
    </>
  );
}

function kindOf(file: string): string {
  return file.split('.').at(-1) ?? '';
}
