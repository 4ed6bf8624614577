import { useState } from 'react';
import { useLocation } from 'wouter';
import { isSame, type Json } from '#contract/content/content.ts';
import type { Restored, VersionContent } from '#contract/owner/site.ts';
import { useAct, useOwner } from '../../api.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { AskDialog } from '../../parts/AskDialog.tsx';
import { Button, TextButton } from '../../parts/Button.tsx';
import { Part } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords, type UseWords } from '../../words.ts';
import { Inline } from '../Difference.tsx';
import type { Field, Site } from '../draft.ts';
import { useNames } from '../names.ts';
import { useSite } from '../use-site.ts';
import { shownAs } from '../values.ts';
import styles from './History.module.css';
import { isLive, nameOf } from './version.ts';

/** What one version says otherwise than the live one, and the way back to it. */
export function OneVersion({ id }: { id: number }) {
  const words = useWords();
  const { t } = words;
  const site = useSite();
  const read = useOwner<VersionContent>(`/site/history/${id}`);
  const back = { href: '/site/history', page: t('site.history.title') };
  if (site.data === undefined || read.data === undefined)
    return (
      <>
        <PageHead title={t('site.history.one', { n: id })} back={back} waits />
        {site.data === undefined ? <Loaded read={site} /> : <Loaded read={read} />}
      </>
    );
  return (
    <>
      <PageHead title={nameOf(words, read.data)} back={back} />
      <Version site={site.data} version={read.data} />
    </>
  );
}

type Props = { site: Site; version: VersionContent };

function Version({ site, version }: Props) {
  const words = useWords();
  const { t } = words;
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.panel}>
      <p className={styles.at}>{saidAt(words, version)}</p>
      {isLive(site, version) ? (
        <p>{t('site.history.isLive')}</p>
      ) : (
        <>
          <div className={styles.restore}>
            <Button onClick={() => setAsking(true)}>{t('site.history.restore')}</Button>
          </div>
          <p className={styles.hint}>{t('site.history.restoreText')}</p>
          <Differences site={site} version={version} />
        </>
      )}
      {isAsking && <Restore site={site} version={version} onClose={() => setAsking(false)} />}
    </div>
  );
}

function saidAt({ t, short, time }: UseWords, { kind, at, by }: VersionContent): string {
  const when = `${short(at)}, ${time(at)}`;
  if (kind === 'draft') return t('site.history.draftAt', { when });
  return by === null ? t('site.history.atAlone', { when }) : t('site.history.at', { when, who: by });
}

const STEP = 10;

function Differences({ site, version }: Props) {
  const { t } = useWords();
  const names = useNames(site.fields);
  const [shown, setShown] = useState(STEP);
  const all = differencesOf(site, version);
  const n = all.length;
  if (n === 0) return <p className={styles.same}>{t('site.history.same')}</p>;
  return (
    <Part title={t('site.history.differs', { n })}>
      <ul className={styles.differences}>
        {all.slice(0, shown).map(({ field, live, here }) => (
          <li key={field.key}>
            <h3>
              {names.whole(field)}
              {field.language !== null && <span> · {t(`languages.${field.language}`)}</span>}
            </h3>
            <Inline before={shownAs(live)} after={shownAs(here)} language={field.language} />
          </li>
        ))}
      </ul>
      {n > shown && <TextButton onClick={() => setShown(shown + STEP)}>{t('common.more')}</TextButton>}
    </Part>
  );
}

function differencesOf(site: Site, { content }: VersionContent): { field: Field; live: Json; here: Json }[] {
  return site.fields.flatMap((field) => {
    const live = site.shownOf(field.key);
    const here = Object.hasOwn(content, field.key) ? (content[field.key] ?? null) : field.own;
    return isSame(live, here) ? [] : [{ field, live, here }];
  });
}

/** The version becomes the draft. The draft that it replaces is kept. */
function Restore({ site, version, onClose }: Props & { onClose: () => void }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const restore = useAct<Restored>(`/site/history/${version.number}/restore`, { retryAfterSignIn: false });
  const n = site.changes.length;
  return (
    <AskDialog
      title={
        version.kind === 'draft'
          ? t('site.history.restoreDraftTitle')
          : t('site.history.restoreTitle', { n: version.number })
      }
      yes={t('site.history.restore')}
      act={restore}
      onYes={async () => {
        await restore.send();
        go('/site/changes');
      }}
      onClose={onClose}
    >
      <p>{t('site.history.restoreText')}</p>
      {n > 0 && <p className={styles.second}>{t('site.history.restoreDraft', { n })}</p>}
    </AskDialog>
  );
}
