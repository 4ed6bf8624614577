import type { ReactNode } from 'react';
import { type Language, LANGUAGES } from '#contract/language.ts';
import hidden from '#ui/hidden.module.css';
import mark from '#ui/ErrorMark.module.css';
import { PageHead } from '../../frame/PageHead.tsx';
import { useWords } from '../../words.ts';
import { isAt, pathOfPlace, type EditorPlace, type Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { COLUMNS } from '../fields/pairs.ts';
import { useAutosaveStatus } from '../autosave/use-autosave.ts';
import styles from './Head.module.css';

type Props = {
  title: string;
  back: { href: string; page: string };
  acts?: ReactNode;
  lead?: ReactNode;
  site: Site;
  place: EditorPlace;
  /** Beside the name of a language. */
  beside?: ((language: Language) => string) | undefined;
};

/** Of the page: its name, whether all is saved, who else is here; then the languages, which stay in view. */
export function Head({ title, back, acts, lead, site, place, beside }: Props) {
  const { t } = useWords();
  const { failing } = useAutosaveStatus();
  return (
    <>
      <div className={styles.head}>
        <PageHead
          title={title}
          back={back}
          acts={
            <>
              {acts}
              <span className={styles.wide}>
                <LastSaved />
              </span>
            </>
          }
        />
      </div>
      {lead}
      <div role="alert">
        {failing && <p className={`${mark.mark} ${styles.failing}`}>{t('editor.notSaved')}</p>}
      </div>
      <Others site={site} place={place} />
      <div className={styles.languages} style={COLUMNS}>
        {LANGUAGES.map((language) => {
          const n = site.checks.filter((field) => field.language === language && isAt(field, place)).length;
          return (
            <p key={language}>
              {t(`languages.${language}`)}
              {beside && <span className={styles.beside}>{beside(language)}</span>}
              {n > 0 && <small>{t('editor.toCheck', { n })}</small>}
            </p>
          );
        })}
      </div>
    </>
  );
}

/** When the last words were saved. Read aloud once a minute at most. */
export function LastSaved() {
  const { t, time } = useWords();
  const { savedAt, saving, failing } = useAutosaveStatus();
  const said = savedAt === null ? '' : t('editor.saved', { time: time(savedAt) });
  return (
    <>
      <span className={styles.saved} aria-hidden="true">
        {saving && !failing ? t('editor.saving') : said}
      </span>
      <span className={hidden.hidden} role="status">
        {said}
      </span>
    </>
  );
}

/** Who edits this page, too. */
function Others({ site, place }: { site: Site; place: EditorPlace }) {
  const words = useWords();
  const { t } = words;
  const here = site.others.filter(({ page }) => page === pathOfPlace(place));
  return (
    <div role="status">
      {here.map(({ name, field }) => {
        const known = field === null ? undefined : site.field(field);
        return (
          <p key={name} className={styles.presence}>
            <i />
            {known === undefined
              ? t('editor.other.here', { name })
              : t('editor.other.hereAt', { name, field: labelOf(words, known) })}
          </p>
        );
      })}
    </div>
  );
}
