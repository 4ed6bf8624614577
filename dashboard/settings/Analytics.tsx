import type { Settings } from '#contract/owner/settings.ts';
import { Loaded } from '../parts/states.tsx';
import { FactField } from '../site/agency/FactField.tsx';
import type { Site } from '../site/draft.ts';
import { useFact } from '../site/use-fact.ts';
import { useSite } from '../site/use-site.ts';
import { useWords } from '../words.ts';
import fields from './DeliveryFields.module.css';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';

const IDS = { ga: 'analytics.gaId', gtm: 'analytics.gtmId' } as const;

/** Google's IDs: part of the draft, so visitors meet them only after a publish. */
export function Analytics({ analytics }: Pick<Settings, 'analytics'>) {
  const { t } = useWords();
  const site = useSite();
  return (
    <Section id="analytics" title={t('analytics.title')} text={t('analytics.text')}>
      <Loaded read={site}>
        {(data) => (
          <div className={fields.fields}>
            {(['ga', 'gtm'] as const).map((id) => {
              const ofServer = analytics[id];
              return ofServer === null ? (
                <Id key={id} site={data} id={id} />
              ) : (
                <Locked key={id} label={t(`analytics.${id}`)} value={ofServer} />
              );
            })}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Id({ site, id }: { site: Site; id: keyof typeof IDS }) {
  const { t } = useWords();
  const { value } = useFact(site, IDS[id]);
  return (
    <FactField
      site={site}
      name={IDS[id]}
      label={t(`analytics.${id}`)}
      hint={t(value === null ? `analytics.${id}Hint` : 'analytics.asks')}
    />
  );
}
