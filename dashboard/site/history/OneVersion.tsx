import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { Restored, VersionContent } from '#contract/owner/site.ts';
import { useAct, useOwner } from '../../api.ts';
import { theme } from '../../chosen-theme.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { AskDialog } from '../../parts/AskDialog.tsx';
import { Button, TextButton } from '../../parts/Button.tsx';
import { Part } from '../../parts/layout.tsx';
import { Loaded } from '../../parts/states.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWide } from '../../wide.ts';
import { useWords, type UseWords } from '../../words.ts';
import { Inline } from '../Difference.tsx';
import type { DraftField, Site } from '../draft.ts';
import editor from '../editor/Editor.module.css';
import { focused } from '../focus.ts';
import head from '../editor/Head.module.css';
import { usePreviewOptions, type PreviewOptions } from '../preview/preview-options.ts';
import { useNames } from '../names.ts';
import { standsOf } from '../stands.ts';
import { useSite } from '../use-site.ts';
import { shownAs } from '../values.ts';
import { differencesOf, type Difference } from './differences.ts';
import styles from './History.module.css';
import { isLive, versionName } from './version.ts';
import { VersionPage } from './VersionPage.tsx';

/** What one version says otherwise than the live one, beside its pages; and the way back to it. */
export function OneVersion({ id }: { id: number }) {
  const { t } = useWords();
  const site = useSite();
  const read = useOwner<VersionContent>(`/site/history/${id}`);
  if (site.data === undefined || read.data === undefined)
    return (
      <div className={editor.panel}>
        <PageHead title={t('site.history.one', { n: id })} back={backIn(t)} waits />
        {site.data === undefined ? <Loaded read={site} /> : <Loaded read={read} />}
      </div>
    );
  return <Opened site={site.data} version={read.data} />;
}

function backIn(t: UseWords['t']) {
  return { href: '/site/history', page: t('site.history.title') };
}

type Props = { site: Site; version: VersionContent };

function Opened({ site, version }: Props) {
  const words = useWords();
  const { t } = words;
  const isWide = useWide();
  const [isAsking, setAsking] = useState(false);
  const { content } = version;
  const all = useMemo(() => differencesOf(site, content), [site, content]);
  const [chosen, setChosen] = useState(all[0]?.field ?? null);
  const { look, change, showIn } = useLanguageOf(chosen);
  const stands = standsOf(chosen);
  useEffect(() => {
    focused.set(chosen?.key ?? null);
    return () => focused.set(null);
  }, [chosen]);
  function choose(field: DraftField) {
    setChosen(field);
    showIn(field);
  }
  return (
    <div className={editor.edit}>
      <div className={editor.panel}>
        <div className={head.head}>
          <PageHead title={versionName(words, version)} back={backIn(t)} />
        </div>
        <p className={styles.at}>{saidAt(words, version)}</p>
        {isLive(site, version) ? (
          <p>{t('site.history.isLive')}</p>
        ) : (
          <>
            <div className={styles.restore}>
              <Button onClick={() => setAsking(true)}>{t('site.history.restore')}</Button>
            </div>
            <p className={styles.hint}>{t('site.history.restoreText')}</p>
            <Differences site={site} all={all} chosen={chosen} onChoose={isWide ? choose : null} />
          </>
        )}
        {isAsking && <Restore site={site} version={version} onClose={() => setAsking(false)} />}
      </div>
      {isWide && (
        <VersionPage
          key={stands.name}
          site={site}
          version={version}
          stands={stands}
          differences={all}
          look={look}
          onLook={change}
          onPress={(key) => {
            const field = site.field(key);
            if (field) flushSync(() => choose(field));
            focusDifference(key);
          }}
          onLeave={() => focusDifference(chosen?.key ?? '')}
        />
      )}
    </div>
  );
}

/** How the owner last looked at a page, but in the language of a field. */
function useLanguageOf(first: DraftField | null) {
  const { language: own } = useWords();
  const [look, keep] = usePreviewOptions({ width: 'desktop', theme: theme.get().shown, language: own });
  const [language, setLanguage] = useState(first?.language ?? look.language);
  return {
    look: { ...look, language },
    change(next: Partial<PreviewOptions>) {
      keep(next);
      if (next.language) setLanguage(next.language);
    },
    showIn: (field: DraftField) => field.language !== null && setLanguage(field.language),
  };
}

function focusDifference(key: string): void {
  document.querySelector<HTMLElement>(`[data-difference="${CSS.escape(key)}"]`)?.focus();
}

function saidAt({ t, short, time }: UseWords, { kind, at, by }: VersionContent): string {
  const when = `${short(at)}, ${time(at)}`;
  if (kind === 'draft') return t('site.history.draftAt', { when });
  return by === null ? t('site.history.atAlone', { when }) : t('site.history.at', { when, who: by });
}

const STEP = 10;

type DifferencesProps = {
  site: Site;
  all: readonly Difference[];
  chosen: DraftField | null;
  /** Null: no page is beside them. */
  onChoose: ((field: DraftField) => void) | null;
};

function Differences({ site, all, chosen, onChoose }: DifferencesProps) {
  const { t } = useWords();
  const names = useNames(site.fields);
  const [most, setMost] = useState(STEP);
  const n = all.length;
  if (n === 0) return <p className={styles.same}>{t('site.history.same')}</p>;
  // One may be chosen in the page.
  const shown = Math.max(most, all.findIndex(({ field }) => field === chosen) + 1);
  return (
    <Part title={t('site.history.differs', { n })}>
      <ul className={styles.differences}>
        {all.slice(0, shown).map(({ field, live, here }) => {
          const name = (
            <>
              {names.whole(field)}
              {field.language !== null && <span>{`\u00a0· ${t(`languages.${field.language}`)}`}</span>}
            </>
          );
          return (
            <li key={field.key}>
              <h3>
                {onChoose === null ? (
                  name
                ) : (
                  <button
                    type="button"
                    data-difference={field.key}
                    aria-current={field === chosen || undefined}
                    onClick={() => onChoose(field)}
                  >
                    {name}
                  </button>
                )}
              </h3>
              <Inline
                before={shownAs(t, field.key, live)}
                after={shownAs(t, field.key, here)}
                language={field.language}
              />
            </li>
          );
        })}
      </ul>
      {n > shown && <TextButton onClick={() => setMost(shown + STEP)}>{t('common.more')}</TextButton>}
    </Part>
  );
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
        const isDraft = version.kind === 'draft';
        toast(isDraft ? t('site.history.restoredDraft') : t('site.history.restored', { n: version.number }));
      }}
      onClose={onClose}
    >
      <p>{t('site.history.restoreText')}</p>
      {n > 0 && <p className={styles.second}>{t('site.history.restoreDraft', { n })}</p>}
    </AskDialog>
  );
}
