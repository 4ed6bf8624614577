import { memo, useMemo } from 'react';
import { fieldsOfSection, type FieldPlace } from '#contract/content/editor.ts';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { useWords } from '../../words.ts';
import { isSameIn, pathOfPlace, type EditorPlace, type DraftField, type Site } from '../draft.ts';
import { sectionLabel } from '../labels.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { isPicture } from '../pictures/places.ts';
import { Collision } from '../autosave/Collision.tsx';
import { TranslationPair } from './TranslationPair.tsx';
import { pairOf } from './pairs.ts';
import { isHiddenKey, PartSwitch } from './PartSwitch.tsx';
import { PointList } from './PointList.tsx';
import styles from './Fields.module.css';

type Sections = Readonly<Record<string, readonly string[]>>;
type Props = { site: Site; place: Pick<FieldPlace, 'room' | 'name'>; sections: Sections };

/** All fields of a page, in its order. */
export const Fields = memo(function Fields({ site, place, sections }: Props) {
  const { t } = useWords();
  const rows = useMemo(() => rowsOf(site.fields, sections), [site.fields, sections]);
  return (
    <>
      {rows.map(({ section, names }) => (
        <section
          key={section}
          className={styles.section}
          aria-label={sectionLabel(t, { name: place.name, section })}
        >
          <h2>{sectionLabel(t, { name: place.name, section })}</h2>
          {names.map((name) => (
            <One key={name} name={name} site={site} place={place} />
          ))}
        </section>
      ))}
    </>
  );
});

/** One thing to say, to list or to show. `name`: its key without language. What is saved elsewhere does not render it. */
export const One = memo(
  OneOf,
  (before, now) =>
    before.name === now.name && before.place === now.place && isSameIn(before.site, now.site, now.name),
);

function OneOf({ name, site, place }: { name: string; site: Site; place: EditorPlace }) {
  const pair = useMemo(() => pairOf(site.fields, name), [site.fields, name]);
  if (pair === null) {
    if (isHiddenKey(name)) return <PartSwitch name={name} site={site} />;
    const picture = name.replace('pictures.', '');
    if (!isPicture(picture)) return null;
    return (
      <>
        <PictureField name={picture} value={site.valueOf(name)} page={pathOfPlace(place)} />
        <Collision site={site} names={[name]} />
      </>
    );
  }
  if (Array.isArray(pair[FALLBACK_LANGUAGE].own)) return <PointList pair={pair} site={site} />;
  return <TranslationPair pair={pair} site={site} />;
}

function rowsOf(fields: readonly DraftField[], sections: Sections) {
  const names = [...new Set(fields.map(({ name }) => name))];
  return Object.entries(sections).map(([section, keys]) => ({
    section,
    names: fieldsOfSection(keys, names),
  }));
}
