import { Fragment, useState } from 'react';
import { letterOf, partsOf, writtenIn } from '#contract/announcement.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import type { EditorPlace, Site } from '../site/draft.ts';
import { One } from '../site/fields/One.tsx';
import { COLUMNS } from '../site/fields/pairs.ts';
import { useWords } from '../words.ts';
import { LanguageOff } from './LanguageOff.tsx';
import { PictureChoice } from './PictureChoice.tsx';
import { usePicture, wordsIn } from './use-announcement-words.ts';
import styles from './WordsPage.module.css';

type Props = {
  purpose: Purpose;
  site: Site;
  place: EditorPlace;
  /** How many people read each language. */
  readers: Record<Language, number> | undefined;
};

/** Each by itself. */
const ALONE = inEach((language) => [language]);

/** The fields of an announcement. A newsletter may leave out a language: its column says so. */
export function WordsFields({ purpose, site, place, readers }: Props) {
  const { language: own } = useWords();
  const { on, turnOn } = useLanguagesOn(purpose, site);
  // `instead` is chosen where the words of its language would be.
  const parts = partsOf(purpose, {}).filter((part) => part !== 'instead');
  const picture = usePicture(site);
  const [first = own] = on;
  const fields = (languages: readonly Language[]) =>
    parts.map((part) => (
      <Fragment key={part}>
        <One name={part} site={site} place={place} languages={languages} />
        {part === 'heading' && (
          <>
            {languages.includes(first) && <PictureChoice purpose={purpose} picture={picture} site={site} />}
            {picture && <One name="alt" site={site} place={place} languages={languages} />}
          </>
        )}
      </Fragment>
    ));
  if (on.length === LANGUAGES.length) return fields(LANGUAGES);
  const [other] = on;
  return (
    <div className={styles.both} style={COLUMNS}>
      {LANGUAGES.map((language) =>
        on.includes(language) || other === undefined ? (
          <div key={language}>{fields(ALONE[language])}</div>
        ) : (
          <LanguageOff
            key={language}
            language={language}
            other={other}
            site={site}
            readers={readers?.[language] ?? 0}
            onWrite={() => turnOn(language)}
          />
        ),
      )}
    </div>
  );
}

/** The languages in which there are fields: those of a newsletter in which it is written, or was while this is open. */
function useLanguagesOn(purpose: Purpose, site: Site) {
  const { language: own } = useWords();
  const written = letterOf(purpose) === null ? LANGUAGES : writtenIn(wordsIn(site));
  const [opened, setOpened] = useState<readonly Language[]>(written.length > 0 ? written : [own]);
  const on = LANGUAGES.filter((one) => opened.includes(one) || written.includes(one));
  // What is deleted again stays open.
  if (on.length !== opened.length) setOpened(on);
  return { on, turnOn: (language: Language) => setOpened([...on, language]) };
}
