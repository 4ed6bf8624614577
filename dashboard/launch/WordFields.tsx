import { ANNOUNCEMENT_PARTS, ANNOUNCEMENT_WORDS } from '#contract/announcement.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { TextButton } from '../parts/Button.tsx';
import { Field, TextArea } from '../parts/Field.tsx';
import { useWords } from '../words.ts';
import type { SavedWords } from './use-saved-words.ts';
import styles from './WordsPage.module.css';

type Props = { language: Language; now: AnnouncementNow; saved: SavedWords; locked: boolean };

/** The words of one language. */
export function WordFields({ language, now, saved, locked }: Props) {
  const { t } = useWords();
  const texts = saved.words[language];
  const isBehind = saved.behind.includes(language);
  return (
    <section className={styles.fields}>
      <div className={styles.bar}>
        <h2>{t(`languages.${language}`)}</h2>
        <span>{t('people.count', { n: now.byLanguage[language] })}</span>
      </div>
      {ANNOUNCEMENT_PARTS.map((part) => {
        const max = ANNOUNCEMENT_WORDS[part];
        const n = texts[part].length;
        const isCounted = part !== 'body' && n > 0;
        const props = {
          label: t(`launch.words.${part}`),
          lang: language,
          value: texts[part],
          readOnly: locked,
          error:
            texts[part].trim() === ''
              ? t('launch.words.errors.empty')
              : n > max
                ? t('launch.words.tooLong', { max })
                : null,
          ...(isCounted && { side: t('launch.words.count', { n, max }) }),
          ...(part === 'body' &&
            isBehind &&
            !locked && { warn: <Behind language={language} saved={saved} /> }),
          onBlur: saved.save,
          onChange: (event: { currentTarget: { value: string } }) =>
            saved.write(language, part, event.currentTarget.value),
        };
        return part === 'body' ? <TextArea key={part} {...props} /> : <Field key={part} {...props} />;
      })}
      {!locked && JSON.stringify(texts) !== JSON.stringify(saved.suggested[language]) && (
        <TextButton onClick={() => saved.suggest(language)}>{t('launch.words.defaults')}</TextButton>
      )}
    </section>
  );
}

/** Asks whether this language still matches another one that has changed. Never blocks saving. */
function Behind({ language, saved }: Pick<Props, 'language' | 'saved'>) {
  const { t } = useWords();
  const changed = LANGUAGES.find((one) => !saved.behind.includes(one)) ?? language;
  return (
    <>
      {t('launch.words.both', { language: t(`languages.${changed}`) })}{' '}
      <button
        className={styles.same}
        type="button"
        onClick={({ currentTarget }) => {
          // The button goes with the question: the text in question takes the focus.
          const text = currentTarget.closest('section')?.querySelector('textarea');
          saved
            .saysTheSame(language)
            .then(() => text?.focus())
            .catch(() => {});
        }}
      >
        {t('launch.words.bothYes')}
      </button>
    </>
  );
}
