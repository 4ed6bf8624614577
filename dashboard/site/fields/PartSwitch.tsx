import { isSame } from '#contract/content/content.ts';
import type { FactKey } from '#contract/content/facts.ts';
import { Switch } from '../../parts/Choice.tsx';
import { useWords } from '../../words.ts';
import { Collision } from '../autosave/Collision.tsx';
import type { Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { useFact } from '../use-fact.ts';
import styles from './PartSwitch.module.css';

export type HiddenKey = Extract<FactKey, `hidden.${string}`>;

export function isHiddenKey(name: string): name is HiddenKey {
  return name.startsWith('hidden.');
}

/** Parts that are not there until the facts of this key are. */
const NEEDS: Partial<Record<HiddenKey, FactKey>> = {
  'hidden.home.case': 'cases',
  'hidden.about.people': 'people',
};

/** Whether visitors get a page, or a part of one. */
export function PartSwitch({ site, name }: { site: Site; name: HiddenKey }) {
  const words = useWords();
  const { t } = words;
  const { value: isHidden, set, save } = useFact(site, name);
  const label = labelOf(words, { name });
  const needed = NEEDS[name];
  if (needed !== undefined && isSame(site.valueOf(needed), site.field(needed)?.own ?? null)) return null;
  return (
    <>
      <div className={styles.row} data-field={name} data-hidden={isHidden || undefined}>
        <span>{label}</span>
        <Switch
          label={label}
          word={t(isHidden ? 'editor.hidden' : 'editor.shown')}
          on={!isHidden}
          onChange={(isShown) => {
            set(!isShown);
            save();
          }}
        />
      </div>
      <Collision site={site} names={[name]} />
    </>
  );
}
