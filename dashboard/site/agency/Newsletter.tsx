import { A_MONTH, OFTEN } from '#contract/newsletter.ts';
import control from '#ui/Field.module.css';
import { Acts, TextLink } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Warn } from '../../parts/Warn.tsx';
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
      <legend className={control.label}>{t('agency.newsletter.legend')}</legend>
      {value === null && <Warn>{t('agency.newsletter.undecided')}</Warn>}
      {A_MONTH.map((one) => (
        <Choice
          key={one}
          name={NAME}
          title={t(`agency.newsletter.often.${OFTEN[one]}`)}
          text={
            one === 0 ? t('agency.newsletter.noneText') : one === 1 ? t('agency.newsletter.usual') : undefined
          }
          checked={value === one}
          onChange={() => {
            set(one);
            save();
          }}
        />
      ))}
      <Acts>
        <TextLink href="/site/pages/links">{t('agency.newsletter.words')}</TextLink>
        <TextLink href="/site/emails/welcome">{t('fields.place.welcome')}</TextLink>
      </Acts>
      <Collision site={site} names={[NAME]} />
    </fieldset>
  );
}
