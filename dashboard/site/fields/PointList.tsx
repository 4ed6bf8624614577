import { useState } from 'react';
import { MAX_POINTS } from '#contract/content/limits.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { TextButton } from '../../parts/Button.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { List } from '../parts/List.tsx';
import { focused, toNext } from '../focus.ts';
import { Collision } from '../autosave/Collision.tsx';
import { Agreed } from './TranslationPair.tsx';
import { COLUMNS, type Translations } from './pairs.ts';
import { PlacedText } from './PlacedText.tsx';
import { isSamePoints, listOf, NO_POINT, pointsOf, type TranslatedPoint, type Points } from './points.ts';
import { siteAutosave, usePendingInEach } from '../autosave/use-autosave.ts';
import styles from './PointList.module.css';

type Props = { pair: Translations; site: Site };

/** Points that an owner adds, moves and removes, in both languages at once. */
export function PointList({ pair, site }: Props) {
  const words = useWords();
  const { t, language: own } = words;
  const label = labelOf(words, pair[own]);
  const [points, put] = usePoints(pair, site);
  return (
    <div className={styles.points} role="group" aria-label={label}>
      <List
        label={label}
        items={points}
        onChange={put}
        nameOf={(point) => [own, ...LANGUAGES].map((language) => point[language]).find(Boolean) ?? ''}
        blank={() => NO_POINT}
        add={t('editor.list.add')}
        most={MAX_POINTS}
      >
        {(point, change, at) => (
          <div className={styles.pair} style={COLUMNS}>
            {LANGUAGES.map((language) => (
              <PointBox
                key={language}
                {...{ language, point, at, label, pair }}
                onWrite={(text) => change({ ...point, [language]: text })}
              />
            ))}
          </div>
        )}
      </List>
      <Notes pair={pair} site={site} />
    </div>
  );
}

type BoxProps = {
  language: Language;
  point: TranslatedPoint;
  at: number;
  /** Of the list. */
  label: string;
  pair: Translations;
  onWrite: (words: string) => void;
};

function PointBox({ language, point, at, label, pair, onWrite }: BoxProps) {
  const { t } = useWords();
  const { key, longest } = pair[language];
  const value = point[language];
  const isMissing = value.trim() === '' && LANGUAGES.some((other) => point[other].trim() !== '');
  const isLong = longest !== null && value.length > longest;
  const values = { field: label, n: at + 1, language: t(`languages.${language}`) };
  return (
    <div>
      <PlacedText
        value={value}
        labels={{}}
        lang={language}
        data-field={key}
        data-at={`[${at}]`}
        placeholder={t(`languages.${language}`)}
        aria-label={t('editor.list.point', values)}
        aria-invalid={isLong}
        onChange={onWrite}
        onFocus={() => focused.set(key)}
        onBlur={() => siteAutosave().save(key)}
        onKeyDownCapture={toNext}
      />
      {isMissing && <Warn>{t('editor.missing', { language: t(`spoken.${language}`) })}</Warn>}
      {isLong && <p className={`${mark.mark} ${errors.error}`}>{t('editor.over', { max: longest })}</p>}
    </div>
  );
}

/** The points as they are typed; those without words are only here. */
function usePoints(pair: Translations, site: Site): [points: Points, put: (next: Points) => void] {
  const typed = usePendingInEach(inEach((language) => pair[language].key));
  const baseOf = (language: Language) => {
    const { key } = pair[language];
    return { revision: site.row(key)?.revision ?? 0, value: site.valueOf(key) };
  };
  const listNow = (language: Language) => (typed[language] ?? baseOf(language).value) as string[];
  const lists = inEach(listNow);
  const [points, setPoints] = useState(() => pointsOf(lists));
  const now = pointsOf(lists);
  if (!isSamePoints(points, now)) setPoints(now);
  function put(next: Points) {
    setPoints(next);
    for (const language of LANGUAGES) {
      const list = listOf(next, language);
      if (JSON.stringify(list) !== JSON.stringify(lists[language]))
        siteAutosave().write(pair[language].key, list, baseOf(language));
    }
  }
  return [points, put];
}

/** What to check in the whole list. */
function Notes({ pair, site }: Omit<Props, 'name'>) {
  const { t } = useWords();
  return (
    <>
      {LANGUAGES.map((language) => {
        const field = pair[language];
        const base = { revision: site.row(field.key)?.revision ?? 0, value: site.valueOf(field.key) };
        return (
          site.checks.includes(field) && (
            <div key={language} className={styles.check}>
              <Warn>{t('editor.check', { language: t(`spoken.${language}`) })}</Warn>
              <TextButton onClick={() => siteAutosave().confirm(field.key, base)}>
                {t('editor.fits')}
              </TextButton>
            </div>
          )
        );
      })}
      <Agreed pair={pair} site={site} />
      <Collision site={site} names={LANGUAGES.map((language) => pair[language].key)} />
    </>
  );
}
