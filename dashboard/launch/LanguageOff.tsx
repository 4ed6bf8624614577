import { useId } from 'react';
import { wordsField } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Collision } from '../site/autosave/Collision.tsx';
import { useAutosave, usePendingEditSync } from '../site/autosave/use-autosave.ts';
import type { Site } from '../site/draft.ts';
import { useWords } from '../words.ts';
import styles from './WordsPage.module.css';

type Props = {
  language: Language;
  /** In which it is written. */
  other: Language;
  site: Site;
  readers: number;
  onWrite: () => void;
};

/** A language in which a newsletter is not written, and what its readers get. */
export function LanguageOff({ language, other, site, readers, onWrite }: Props) {
  const { t } = useWords();
  const autosave = useAutosave();
  const name = useId();
  const key = wordsField('instead', language);
  const saved = site.valueOf(key);
  const value = usePendingEditSync(key)?.value ?? saved;
  function choose(next: string) {
    autosave.write(key, next, { revision: site.row(key)?.revision ?? 0, value: saved });
    autosave.save(key);
  }
  return (
    <div className={styles.off}>
      <h2>{t(`languages.${language}`)}</h2>
      <p>{t('letters.not')}</p>
      {!site.isLocked && <SmallButton onClick={onWrite}>{t('letters.write')}</SmallButton>}
      <fieldset data-field={key} disabled={site.isLocked}>
        <legend>{t('letters.who', { n: readers, language: t(`spoken.${language}`) })}</legend>
        <Choice
          name={name}
          checked={value === ''}
          onChange={() => choose('')}
          title={t('letters.getNothing')}
        />
        <Choice
          name={name}
          checked={value !== ''}
          onChange={() => choose('yes')}
          title={t('letters.getOther', { language: t(`spoken.${other}`) })}
          text={t('letters.withLine', { language: t(`spoken.${other}`) })}
        />
      </fieldset>
      <Collision site={site} names={[key]} />
    </div>
  );
}
