import { MAX_REPLY } from '#contract/content/limits.ts';
import { inEach, LANGUAGES } from '#contract/language.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Lead } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { labelOf, placeLabel, sectionLabel } from '../labels.ts';
import { useAsked } from '../use-asked.ts';
import { useFact } from '../use-fact.ts';
import { useSite } from '../use-site.ts';
import { CaseStudyForm } from './CaseStudyForm.tsx';
import { BothField, FactField, LinesField, NumberField } from './FactField.tsx';
import styles from './Facts.module.css';
import { PeopleForm } from './PeopleForm.tsx';
import { SavedNote } from '../parts/SavedNote.tsx';
import { Columns, Topic, Whole } from '../../parts/Topic.tsx';

/** What a visitor may check: people, contact details, a case study, and who holds their data. */
export default function Facts() {
  const { t } = useWords();
  const read = useSite();
  useAsked(read.data !== undefined);
  return (
    <>
      <PageHead
        title={placeLabel(t, 'facts')}
        back={{ href: '/site', page: t('nav.site') }}
        acts={<SavedNote />}
      />
      <div className={styles.lead}>
        <Lead>{t('agency.facts.lead')}</Lead>
      </div>
      <Loaded read={read}>{(site) => <Topics site={site} />}</Loaded>
    </>
  );
}

function Topics({ site }: { site: Site }) {
  const { t } = useWords();
  const section = (name: string) => sectionLabel(t, { name: 'facts', section: name });
  return (
    <>
      <Topic title={section('people')} text={t('agency.facts.peopleText')}>
        <PeopleForm site={site} />
        <Collision site={site} names={['people']} />
      </Topic>
      <Topic title={section('contact')}>
        <Columns>
          <FactField site={site} name="contact.email" type="email" />
          <FactField site={site} name="contact.phone" type="tel" />
          <FactField site={site} name="contact.whatsapp" type="tel" />
          <FactField site={site} name="contact.booking" type="url" />
          <Whole>
            <LinesField site={site} name="contact.address" />
          </Whole>
          <Whole>
            <Reply site={site} />
            <Collision site={site} names={['contact.reply']} />
          </Whole>
        </Columns>
      </Topic>
      <Topic title={section('case')} text={t('agency.facts.caseText')}>
        <CaseStudyForm site={site} />
        <Collision site={site} names={['caseStudy']} />
      </Topic>
      <Topic title={section('privacy')} text={t('agency.facts.privacyText')}>
        <Columns>
          <FactField site={site} name="legal.entity" />
          <FactField site={site} name="legal.email" type="email" />
          <NumberField site={site} name="legal.retentionMonths" />
          <FactField site={site} name="legal.complaintsBook" type="url" />
          <FactField site={site} name="legal.formService" />
        </Columns>
      </Topic>
    </>
  );
}

function Reply({ site }: { site: Site }) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, 'contact.reply');
  return (
    <BothField
      label={labelOf(t, 'contact.reply')}
      field="contact.reply"
      value={value ?? inEach(() => '')}
      longest={MAX_REPLY}
      onChange={(next) => set(LANGUAGES.every((language) => next[language] === '') ? null : next)}
      onLeave={save}
    />
  );
}
