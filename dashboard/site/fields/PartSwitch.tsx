import { isSame } from '#contract/content/content.ts';
import type { FactKey } from '#contract/content/facts.ts';
import { Switch } from '../../parts/Choice.tsx';
import { useWords } from '../../words.ts';
import { Collision } from '../autosave/Collision.tsx';
import type { Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { useFact } from '../use-fact.ts';
import { switchOf, type SwitchKey } from './switches.ts';
import styles from './PartSwitch.module.css';

/** Parts that are not there until the facts of this key are. */
const NEEDS: Partial<Record<SwitchKey, FactKey>> = {
  'hidden.home.case': 'cases',
  'hidden.about.people': 'people',
};

/** Whether visitors get a page, a part of one, or an email. */
export function PartSwitch({ site, name }: { site: Site; name: SwitchKey }) {
  const words = useWords();
  const { t } = words;
  const { value, set, save } = useFact(site, name);
  const { on, word } = switchOf(name, value);
  const label = labelOf(words, { name });
  const needed = NEEDS[name];
  if (needed !== undefined && isSame(site.valueOf(needed), site.field(needed)?.own ?? null)) return null;
  return (
    <>
      <div className={styles.row} data-field={name} data-hidden={!on || undefined}>
        <span>{label}</span>
        <Switch
          label={label}
          word={t(word)}
          on={on}
          onChange={() => {
            set(!value);
            save();
          }}
        />
      </div>
      <Collision site={site} names={[name]} />
    </>
  );
}
