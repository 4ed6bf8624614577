import { useEffect, useState } from 'react';
import type { FactKey, PictureFact } from '#contract/content/facts.ts';
import { UNDER_WORDS } from '#contract/content/pictures.ts';
import type { FileLook } from '#contract/owner/site.ts';
import { useOwner } from '../../api.ts';
import { useWords } from '../../words.ts';
import type { Chosen } from './places.ts';

type Props = { field: FactKey; chosen: Chosen; className: string | undefined };

/** A ring that is dragged is measured where it rests: each measure draws the picture. */
const REST_MS = 700;

/** By how much the page darkens and lightens a picture behind its words; nothing where no words are on it. */
export function ExposedHint({ field, chosen, className }: Props) {
  const { t, percent } = useWords();
  const { dark, light } = useRested(chosen);
  const hasWords = UNDER_WORDS.some((one) => one === field);
  const inDark = useExposed(field, hasWords ? (dark ?? light) : null)?.dark;
  const inLight = useExposed(field, hasWords ? (light ?? dark) : null)?.light;
  if (!hasWords || (dark ?? light) === null) return null;
  const isKnown = inDark !== undefined && inLight !== undefined;
  return (
    <p className={className}>
      {isKnown &&
        (inDark + inLight === 0
          ? t('agency.picture.readable')
          : t('agency.picture.exposed', { dark: percent(inDark), light: percent(inLight) }))}
    </p>
  );
}

function useRested(chosen: Chosen): Chosen {
  const [rested, setRested] = useState(chosen);
  useEffect(() => {
    const timer = setTimeout(() => setRested(chosen), REST_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  return rested;
}

function useExposed(field: FactKey, picture: PictureFact | null) {
  const { data } = useOwner<FileLook>(
    picture && `/site/files/${picture.file}/look?field=${field}&x=${picture.focus.x}&y=${picture.focus.y}`,
  );
  return data?.is === 'picture' ? data.exposed : undefined;
}
