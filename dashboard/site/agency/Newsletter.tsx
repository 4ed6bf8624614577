import { A_MONTH, OFTEN } from '#contract/newsletter.ts';
import { Choice } from '../../parts/Choice.tsx';
import { useWords } from '../../words.ts';
import { Collision } from '../autosave/Collision.tsx';
import type { Site } from '../draft.ts';
import { useFact } from '../use-fact.ts';

const NAME = 'newsletter.aMonth';

/** How often the newsletter comes at most: people agree to it. */
export function Newsletter({ site }: { site: Site }) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, NAME);
  return (
    <fieldset data-field={NAME}>
      <legend>{t('agency.newsletter.legend')}</legend>
      {value === null && <p>{t('agency.newsletter.undecided')}</p>}
      {A_MONTH.map((one) => (
        <Choice
          key={one}
          name={NAME}
          title={t(`agency.newsletter.often.${OFTEN[one]}`)}
          text={one === 0 ? t('agency.newsletter.noneText') : undefined}
          checked={value === one}
          onChange={() => {
            set(one);
            save();
          }}
        />
      ))}
      <Collision site={site} names={[NAME]} />
    </fieldset>
  );
}
