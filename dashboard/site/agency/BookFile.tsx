import type { BookId } from '#contract/books.ts';
import type { Language } from '#contract/language.ts';
import type { FileLook } from '#contract/owner/site.ts';
import { Breve } from '#ui/Breve.tsx';
import { useOwner } from '../../api.ts';
import { SmallButton, TextButton } from '../../parts/Button.tsx';
import { useWords } from '../../words.ts';
import type { Wanted } from '../pictures/check-file.ts';
import { FileButton } from '../pictures/FileButton.tsx';
import { UploadLine } from '../pictures/UploadLine.tsx';
import { useUpload } from '../pictures/use-upload.ts';
import styles from './Books.module.css';

const WANTED: Wanted = { is: 'book' };

type FileProps = {
  /** Its id, in the name that readers get. */
  book: BookId;
  name: string;
  language: Language;
  file: string | null;
  onFile: (file: string) => void;
  onRemove: () => void;
};

/** The file of a book in a language. It counts as out only once the server has looked through it. */
export function BookFile({ book, name, language, file, onFile, onRemove }: FileProps) {
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
