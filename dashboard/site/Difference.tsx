import { Fragment } from 'react';
import type { Language } from '#contract/language.ts';
import hidden from '#ui/hidden.module.css';
import { useWords } from '../words.ts';
import { diffOf, type DiffPiece } from './diff.ts';
import { addressOf } from './pictures/files.ts';
import styles from './Difference.module.css';
import type { DisplayedValue } from './values.ts';

type Props = { before: DisplayedValue; after: DisplayedValue; language: Language | null };

/** Side by side, or one under the other on phones: removed words are struck, added ones underlined. */
export function BeforeAfter({ before, after, language }: Props) {
  const { t } = useWords();
  const pieces = diffOf(before.text, after.text);
  return (
    <div className={styles.both}>
      <div>
        <p className={styles.name}>{t('site.changes.before')}</p>
        <Side shown={before} pieces={pieces.filter(({ is }) => is !== 'added')} language={language} />
      </div>
      <div>
        <p className={styles.name}>{t('site.changes.after')}</p>
        <Side shown={after} pieces={pieces.filter(({ is }) => is !== 'removed')} language={language} />
      </div>
    </div>
  );
}

/** Both in one text. */
export function Inline({ before, after, language }: Props) {
  return (
    <Side
      shown={{ text: before.text + after.text, pictures: after.pictures }}
      // Removed spaces alone cannot be seen, and those of the other side are there already.
      pieces={diffOf(before.text, after.text).filter(
        ({ is, text }) => is !== 'removed' || text.trim() !== '',
      )}
      language={language}
    />
  );
}

function Side({
  shown,
  pieces,
  language,
}: {
  shown: DisplayedValue;
  pieces: readonly DiffPiece[];
  language: Language | null;
}) {
  const { t } = useWords();
  const { text, pictures } = shown;
  if (text === '' && pictures.length === 0) return <p className={styles.empty}>{t('site.changes.empty')}</p>;
  return (
    <>
      {text !== '' && (
        <p className={styles.text} lang={language ?? undefined}>
          {pieces.map((piece, at) => (
            <Part key={at} {...piece} />
          ))}
        </p>
      )}
      <Pictures names={pictures} />
    </>
  );
}

/** `names`: under which they are stored. */
export function Pictures({ names }: { names: readonly string[] }) {
  return names.map((name) => <img key={name} className={styles.picture} src={addressOf(name)} alt="" />);
}

/** The spaces around changed words are not struck or underlined. */
function Part({ is, text }: DiffPiece) {
  const { t, language } = useWords();
  const words = text.trim();
  if (is === 'same' || words === '') return text;
  const Mark = is === 'removed' ? 'del' : 'ins';
  const [before = '', after = ''] = text.split(words, 2);
  return (
    <Fragment>
      {before}
      <Mark>
        <span className={hidden.hidden} lang={language}>
          {t(is === 'removed' ? 'site.changes.was' : 'site.changes.now')}{' '}
        </span>
        {words}
      </Mark>
      {after}
    </Fragment>
  );
}
