import { useState } from 'react';
import { CASE_NEEDS, clientOf, lacksIn, languagesOf } from '#contract/content/cases.ts';
import type { Case } from '#contract/content/facts.ts';
import { CASE_LIMITS } from '#contract/content/limits.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import { caseAddress } from '#contract/pages.ts';
import { Tick } from '../../parts/Choice.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { List } from '../parts/List.tsx';
import { CasePictures } from '../pictures/CasePictures.tsx';
import { useFact } from '../use-fact.ts';
import styles from './CasesForm.module.css';
import { BothField } from './FactField.tsx';
import { mustOf } from './must.ts';
import { withSlugs } from './slugs.ts';

const PARTS = ['client', 'line', 'asked', 'done', 'since', 'quote', 'by'] as const;
const EMPTY = inEach(() => '');
const BLANK: Case = {
  slug: '',
  client: EMPTY,
  line: EMPTY,
  services: [],
  asked: EMPTY,
  done: EMPTY,
  since: EMPTY,
  quote: EMPTY,
  by: EMPTY,
  pictures: [],
};

/** Work for clients, in its order. */
export function CasesForm({ site }: { site: Site }) {
  const { t, language } = useWords();
  const { value, set, save, problems } = useFact(site, 'cases');
  const published = (site.shownOf('cases') as Case[]).map(({ slug }) => slug);
  return (
    <List
      items={value}
      onChange={(cases) => set(withSlugs(cases, published))}
      nameOf={(one) => clientOf(one, language)}
      blank={() => BLANK}
      add={t('agency.facts.addCase')}
      most={CASE_LIMITS.cases}
    >
      {(one, change, at) => (
        <CaseFields
          one={one}
          at={`[${at}]`}
          site={site}
          problems={problems}
          onChange={change}
          onLeave={save}
        />
      )}
    </List>
  );
}

type Props = {
  one: Case;
  /** Where in the cases. */
  at: string;
  site: Site;
  problems: readonly ContentProblem[];
  onChange: (one: Case) => void;
  onLeave: () => void;
};

/** Folded, but for one that was just added: six would be a long way. */
function CaseFields({ one, at, site, problems, onChange, onLeave }: Props) {
  const words = useWords();
  const { t, language } = words;
  const name = clientOf(one, language);
  const [isOpen, setOpen] = useState(name === '');
  const wrong = (place: string) =>
    problems.some((problem) => problem.at === place && problem.code !== 'line')
      ? mustOf(words, problems, place)
      : null;
  const put = (changed: Partial<Case>) => {
    onChange({ ...one, ...changed });
    onLeave();
  };
  return (
    <details className={styles.case} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{name || t('agency.facts.caseUnnamed')}</span>
        <span>{languagesOf(one).join(' · ').toUpperCase()}</span>
      </summary>
      <div className={styles.fields}>
        {PARTS.map((part) => (
          <BothField
            key={part}
            label={t(`agency.facts.${part}`)}
            field="cases"
            at={`${at}.${part}`}
            value={one[part]}
            longest={CASE_LIMITS[part]}
            isOptional
            errorOf={(spoken) => wrong(`${at}.${part}.${spoken}`)}
            onChange={(texts) => onChange({ ...one, [part]: texts })}
            onLeave={onLeave}
          />
        ))}
        <Lacking one={one} />
        <ServiceTicks site={site} value={one.services} onChange={(services) => put({ services })} />
        <CasePictures
          name={name}
          at={`${at}.pictures`}
          value={one.pictures}
          told={languagesOf(one)}
          onChange={(pictures) => put({ pictures })}
        />
        {name !== '' && (
          <p className={styles.note} data-wrong={wrong(`${at}.slug`) !== null || undefined}>
            {t('agency.facts.slug', { path: caseAddress(one.slug) })}
          </p>
        )}
      </div>
    </details>
  );
}

/** What is still needed where a case is begun: until then it is not shown there. */
function Lacking({ one }: { one: Case }) {
  const { t } = useWords();
  const isBegun = (language: Language) => PARTS.some((part) => one[part][language] !== '');
  return LANGUAGES.filter(isBegun).map((language) => {
    const lacks = lacksIn(one, language);
    if (lacks.length === 0) return null;
    const fields = CASE_NEEDS.filter((part) => lacks.includes(part)).map((part) => t(`agency.facts.${part}`));
    const said = { language: t(`spoken.${language}`), fields: fields.join(', ') };
    return <Warn key={language}>{t('agency.facts.notIn', said)}</Warn>;
  });
}

type TicksProps = { site: Site; value: readonly number[]; onChange: (places: number[]) => void };

/** Which services it took. */
function ServiceTicks({ site, value, onChange }: TicksProps) {
  const { t, language } = useWords();
  const shown = site.valueOf('services') as number[];
  const nameOf = (place: number) =>
    [language, ...LANGUAGES]
      .map((one) => String(site.valueOf(`text.services.items.${place}.name.${one}`)))
      .find(Boolean);
  return (
    <fieldset className={styles.services}>
      <legend>{t('agency.facts.services')}</legend>
      {shown.map((place) => (
        <Tick
          key={place}
          bare
          title={nameOf(place)}
          checked={value.includes(place)}
          onChange={(isOn) => onChange(isOn ? [...value, place] : value.filter((other) => other !== place))}
        />
      ))}
    </fieldset>
  );
}
