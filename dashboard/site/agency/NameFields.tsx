import { isLetterOf, lettersOf } from '#contract/content/kinds.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { useFact } from '../use-fact.ts';
import styles from './Brand.module.css';
import { FactField } from './FactField.tsx';
import { Letters } from './Letters.tsx';

/** The name, and the letter that carries the breve. */
export function NameFields({ site }: { site: Site }) {
  const name = useFact(site, 'brand.name');
  const markAt = useFact(site, 'brand.markAt');
  function put(at: number | null) {
    markAt.set(at);
    markAt.save();
  }
  return (
    <div className={styles.stack}>
      <FactField site={site} name="brand.name" onWritten={(text) => put(vowelOf(text))} />
      <Letters name={name.value} at={markAt.value} onChange={put} />
      <Collision site={site} names={['brand.markAt']} />
    </div>
  );
}

/** A proposal for a new name: the last vowel but one, which mostly carries the stress. */
function vowelOf(name: string): number | null {
  const vowels = lettersOf(name).filter(({ letter, at }) => /[aeou]/i.test(letter) && isLetterOf(name, at));
  return (vowels.at(-2) ?? vowels.at(-1))?.at ?? null;
}
