import { type Language, LANGUAGES } from '#contract/language.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { Collision } from '../autosave/Collision.tsx';
import { columnsOf, type Translations } from './pairs.ts';
import { WordBox } from './WordBox.tsx';
import styles from './TranslationPair.module.css';

type Props = { pair: Translations; site: Site; languages?: readonly Language[] | undefined };

/** One thing to say, in both languages, or in some of them. */
export function TranslationPair({ pair, site, languages = LANGUAGES }: Props) {
  const words = useWords();
  const label = labelOf(words, pair[words.language]);
  return (
    <div className={styles.pair} style={columnsOf(languages)} role="group" aria-label={label}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {languages.map((language) => {
        const field = pair[language];
        return (
          <WordBox
            key={language}
            field={field}
            language={language}
            label={label}
            saved={site.valueOf(field.key)}
            revision={site.row(field.key)?.revision ?? 0}
            check={site.checks.includes(field)}
            peer={site.others.find((other) => other.field === field.key)?.name}
            locked={site.isLocked}
          />
        );
      })}
      <Agreed pair={pair} site={site} />
      {languages.map((language) => (
        <Collision key={language} site={site} names={[pair[language].key]} />
      ))}
    </div>
  );
}

/** Says under both languages that people agree to these words. */
export function Agreed({ pair, site }: { pair: Translations; site: Site }) {
  const { t } = useWords();
  const all = LANGUAGES.map((language) => pair[language]);
  const isChanged = all.some(
    (field) => field.agreed && site.changes.some((change) => change.field === field),
  );
  return isChanged && <p className={styles.consent}>{t('editor.consent')}</p>;
}
