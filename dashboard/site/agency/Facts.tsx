import { PageHead } from '../../frame/PageHead.tsx';
import { Lead } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { placeLabel, sectionLabel } from '../labels.ts';
import { useAsked } from '../use-asked.ts';
import { useSite } from '../use-site.ts';
import { CasesForm } from './CasesForm.tsx';
import { FactFields } from './FactField.tsx';
import styles from './Facts.module.css';
import { Newsletter } from './Newsletter.tsx';
import { PeopleForm } from './PeopleForm.tsx';
import { SavedNote } from '../parts/SavedNote.tsx';
import { Topic } from '../../parts/Topic.tsx';

/** What a visitor may check: people, contact details, work for clients, and who holds their data. */
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
        <FactFields site={site} section="contact" />
      </Topic>
      <Topic title={section('cases')} text={t('agency.facts.casesText')}>
        <CasesForm site={site} />
        <Collision site={site} names={['cases']} />
      </Topic>
      <Topic title={section('newsletter')} text={t('agency.newsletter.text')}>
        <Newsletter site={site} />
      </Topic>
      <Topic title={section('privacy')} text={t('agency.facts.privacyText')}>
        <FactFields site={site} section="privacy" />
      </Topic>
    </>
  );
}
