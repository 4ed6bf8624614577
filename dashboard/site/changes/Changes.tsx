import { useState } from 'react';
import { Link } from 'wouter';
import { PageHead } from '../../frame/PageHead.tsx';
import { Button, TextButton } from '../../parts/Button.tsx';
import { Findings } from '../../parts/FindingLine.tsx';
import { Lead, Part } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import type { Change, Site } from '../draft.ts';
import { foundIn, findingKey, SiteFinding } from '../findings.tsx';
import { useNames, type Names } from '../names.ts';
import { PublishDialog } from '../publish/PublishDialog.tsx';
import { useSite } from '../use-site.ts';
import { AllPublished } from './AllPublished.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import styles from './Changes.module.css';
import { DiscardAll } from './DiscardAll.tsx';
import { useLongTitles } from './use-long-titles.tsx';

/** What is written and not yet published: what to check first, then each change. */
export default function Changes() {
  const { t } = useWords();
  const read = useSite();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  if (read.data === undefined)
    return (
      <>
        <PageHead title={t('site.strip.see')} over={<Link href="/site">{t('nav.site')}</Link>} waits />
        <Loaded read={read} />
      </>
    );
  const site = read.data;
  return (
    <>
      {site.changes.length === 0 ? <AllPublished site={site} /> : <Written site={site} onAsk={setAsked} />}
      {asked === 'publish' && <PublishDialog site={site} onClose={close} />}
      {asked === 'discard' && <DiscardAll site={site} onClose={close} />}
    </>
  );
}

type Asked = 'publish' | 'discard' | null;

function Written({ site, onAsk }: { site: Site; onAsk: (asked: Asked) => void }) {
  const { t } = useWords();
  const names = useNames(site.fields);
  return (
    <>
      <PageHead
        title={t('site.changes.title', { n: site.changes.length })}
        over={<Link href="/site">{t('nav.site')}</Link>}
        stage="changes"
        acts={
          <>
            <TextButton onClick={() => onAsk('discard')}>{t('site.changes.discardAll')}</TextButton>
            <Button onClick={() => onAsk('publish')}>{t('site.strip.publish')}</Button>
          </>
        }
      />
      <Lead>{t('site.changes.lead')}</Lead>
      <Look site={site} names={names} />
      {byPlace(site.changes, names).map(([place, changes]) => (
        <Part key={place} title={place}>
          <ul className={styles.changes}>
            {changes.map((change) => (
              <ChangeRow
                key={change.field.key}
                site={site}
                change={change}
                name={names.within(change.field)}
              />
            ))}
          </ul>
        </Part>
      ))}
    </>
  );
}

function Look({ site, names }: { site: Site; names: Names }) {
  const { t } = useWords();
  const { long, measuring } = useLongTitles(site);
  const found = foundIn(site, long);
  return (
    <>
      {measuring}
      {found.length > 0 && (
        <div className={styles.look}>
          <Part title={t('site.changes.look')}>
            <Findings>
              {found.map((one) => (
                <SiteFinding key={findingKey(one)} found={one} site={site} names={names} />
              ))}
            </Findings>
          </Part>
        </div>
      )}
    </>
  );
}

function byPlace(changes: readonly Change[], names: Names): [place: string, changes: Change[]][] {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const place = names.place(change.field);
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  return [...places];
}
