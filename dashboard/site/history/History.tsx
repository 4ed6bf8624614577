import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Version } from '#contract/owner/site.ts';
import { useOwner, USUAL_MS } from '../../api.ts';
import { Missing } from '../../frame/Missing.tsx';
import { PageHead } from '../../frame/PageHead.tsx';
import { Lead } from '../../parts/layout.tsx';
import { More } from '../../parts/More.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table, type Column } from '../../parts/Table.tsx';
import { useWords, type UseWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { useNames, type Names } from '../names.ts';
import { StatusSign } from '../StatusSign.tsx';
import { useSite } from '../use-site.ts';
import styles from './History.module.css';
import { OneVersion } from './OneVersion.tsx';
import { isLive, versionName } from './version.ts';

/** `/site/history`, and one version below it. */
export default function History() {
  const [path] = useLocation();
  const [id, more] = path.split('/').slice(3);
  if (more !== undefined || (id !== undefined && !/^\d{1,9}$/.test(id))) return <Missing />;
  return id === undefined ? <AllVersions /> : <OneVersion key={id} id={Number(id)} />;
}

function AllVersions() {
  const { t } = useWords();
  const read = useSite();
  return (
    <>
      <PageHead title={t('site.history.title')} over={<Link href="/site">{t('nav.site')}</Link>} />
      <Loaded read={read}>
        {(site) =>
          site.live.number === 0 ? (
            <Empty title={t('site.history.none')} text={t('site.history.noneText')} />
          ) : (
            <>
              <div className={styles.lead}>
                <Lead>{t('site.history.lead')}</Lead>
              </div>
              <Versions site={site} before={null} />
              <p className={styles.kept}>{t('site.history.kept')}</p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** As many as the server lists at once, and on request those before them. */
function Versions({ site, before }: { site: Site; before: number | null }) {
  const words = useWords();
  const names = useNames(site.fields);
  const [isMore, setMore] = useState(false);
  const path = before === null ? '/site/history' : `/site/history?before=${before}`;
  const read = useOwner<Version[]>(path, { every: USUAL_MS });
  return (
    <Loaded read={read}>
      {(versions) => {
        // The first version is always kept.
        const last = versions.at(-1)?.number ?? 1;
        return (
          <>
            <Table
              label={words.t('site.history.title')}
              rows={versions}
              keyOf={({ number }) => number}
              href={({ number }) => `/site/history/${number}`}
              columns={columnsOf(words, site, names)}
            />
            {isMore && <Versions site={site} before={last} />}
            {!isMore && last > 1 && <More onPress={() => setMore(true)} />}
          </>
        );
      }}
    </Loaded>
  );
}

function columnsOf(words: UseWords, site: Site, names: Names): Column<Version>[] {
  const { t, short, time } = words;
  return [
    {
      head: t('site.history.version'),
      cell: (version) => <Name site={site} version={version} />,
    },
    { head: t('site.history.when'), cell: ({ at }) => `${short(at)}, ${time(at)}` },
    { head: t('site.history.who'), cell: ({ by }) => by ?? t('site.commandLine') },
    {
      head: t('site.history.what'),
      fold: 'full',
      cell: (version) => whatChanged(words, site, names, version),
    },
  ];
}

function Name({ site, version }: { site: Site; version: Version }) {
  const words = useWords();
  return (
    <span className={styles.version}>
      {versionName(words, version)}
      {isLive(site, version) && <StatusSign is="live">{words.t('site.history.live')}</StatusSign>}
    </span>
  );
}

/** The places that are named; the others are counted. */
const MOST_PLACES = 3;

/** `About, Contact: 9 changes` */
function whatChanged({ t, locale }: UseWords, site: Site, names: Names, { fields, undid }: Version): string {
  if (undid !== null) return t('site.history.undid', { n: undid });
  if (fields.length === 0) return t('site.history.first');
  const found = fields.flatMap((key) => site.field(key) ?? []);
  const places = [...new Set(found.map(names.place))];
  const more = places.length - MOST_PLACES;
  const named =
    more > 1 ? [...places.slice(0, MOST_PLACES), t('site.history.morePlaces', { n: more })] : places;
  const changes = t('site.changes.title', { n: fields.length });
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  return named.length === 0 ? changes : t('site.history.changed', { places: and.format(named), changes });
}
