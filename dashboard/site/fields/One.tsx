import { memo, useMemo } from 'react';
import { FALLBACK_LANGUAGE, type Language } from '#contract/language.ts';
import { Collision } from '../autosave/Collision.tsx';
import { isSameIn, pathOfPlace, type EditorPlace, type Site } from '../draft.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { isPicture } from '../pictures/places.ts';
import { pairOf } from './pairs.ts';
import { PartSwitch } from './PartSwitch.tsx';
import { isSwitch } from './switches.ts';
import { PointList } from './PointList.tsx';
import { TranslationPair } from './TranslationPair.tsx';

type Props = { name: string; site: Site; place: EditorPlace; languages?: readonly Language[] };

/** One thing to say, to list or to show. `name`: its key without language. What is saved elsewhere does not render it. */
export const One = memo(
  OneOf,
  (before, now) =>
    before.name === now.name &&
    before.place === now.place &&
    before.languages === now.languages &&
    isSameIn(before.site, now.site, now.name),
);

function OneOf({ name, site, place, languages }: Props) {
  const pair = useMemo(() => pairOf(site.fields, name), [site.fields, name]);
  if (pair === null) {
    if (isSwitch(name)) return <PartSwitch name={name} site={site} />;
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
  return <TranslationPair pair={pair} site={site} languages={languages} />;
}
