import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Button, TextButton } from '../../parts/Button.tsx';
import { Tick } from '../../parts/Choice.tsx';
import { Dialog, DialogActs } from '../../parts/Dialog.tsx';
import { Findings } from '../../parts/FindingLine.tsx';
import { LoadFailed as NotDone } from '../../parts/states.tsx';
import { ErrorNotice } from '../../session/ErrorNotice.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { foundIn, isRed, findingKey, SiteFinding } from '../findings.tsx';
import { useNames } from '../names.ts';
import { PublishedMeanwhile } from './PublishedMeanwhile.tsx';
import styles from './publish.module.css';
import { PublishSteps } from './PublishSteps.tsx';
import { usePublish, type State } from './use-publish.ts';

/** Asks, shows how publishing goes, and what to choose if somebody else was first. */
export function PublishDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const { state, press } = usePublish(site, onClose);
  const content = useRef<HTMLDivElement>(null);
  const [page] = useLocation();
  // A field of the page behind the dialog is in its query.
  const path = `${page}?${useSearch()}`;
  const opened = useRef(path);
  // A finding leads to its field.
  useEffect(() => {
    if (opened.current !== path) onClose();
  }, [path, onClose]);
  const known = useRef(state.is);
  useEffect(() => {
    // The pressed button is gone: the new title takes the focus.
    if (known.current !== state.is) content.current?.closest('dialog')?.querySelector('h2')?.focus();
    known.current = state.is;
  }, [state.is]);
  return (
    <Dialog title={titleOf(state, words)} onClose={onClose}>
      <div ref={content}>
        {state.is === 'saving' && <p>{t('editor.saving')}…</p>}
        {state.is === 'asking' && <Ask site={state.site} onYes={() => press(state.site)} onClose={onClose} />}
        {(state.is === 'publishing' || state.is === 'published') && (
          <PublishSteps isPublished={state.is === 'published'} />
        )}
        {state.is === 'failed' && (
          <Failed why={state.why} onClose={onClose} onAgain={() => press(state.site)} />
        )}
        {state.is === 'late' && (
          <PublishedMeanwhile site={state.site} before={state.before} onYes={press} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function titleOf(state: State, { t }: ReturnType<typeof useWords>): string {
  const { live, changes } = state.site;
  switch (state.is) {
    case 'late':
      return live.by === null
        ? t('site.publish.lateTitleUnnamed')
        : t('site.publish.lateTitle', { name: live.by });
    case 'publishing':
      return t('site.publish.busy');
    case 'published':
      return t('site.publish.live');
    default:
      return t('site.publish.title', { n: changes.length });
  }
}

type AskProps = { site: Site; onYes: () => Promise<void>; onClose: () => void };

function Ask({ site, onYes, onClose }: AskProps) {
  const { t } = useWords();
  const names = useNames(site.fields);
  const [isSeen, setSeen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const tick = useRef<HTMLDivElement>(null);
  const found = foundIn(site).filter(({ is }) => is !== 'check');
  const isAgreed = found.some(({ is }) => is === 'consent');
  const isWrong = found.some(isRed);
  function press() {
    if (!isAgreed || isSeen) return void onYes();
    setAsked(true);
    tick.current?.querySelector('input')?.focus();
  }
  return (
    <>
      <p>{t('site.publish.text')}</p>
      {found.length > 0 && (
        <div className={styles.findings}>
          <Findings>
            {found.map((one) => (
              <SiteFinding key={findingKey(one)} found={one} site={site} names={names} bare />
            ))}
          </Findings>
        </div>
      )}
      {isAgreed && !isWrong && (
        <div ref={tick} className={styles.tick}>
          <Tick bare checked={isSeen} onChange={setSeen} title={t('site.publish.tick')} />
        </div>
      )}
      <ErrorNotice text={isAsked && !isSeen ? t('site.publish.tickFirst') : null} />
      <DialogActs>
        {!isWrong && <Button onClick={press}>{t('site.publish.button', { n: site.changes.length })}</Button>}
        <TextButton onClick={onClose}>{t('site.publish.notYet')}</TextButton>
      </DialogActs>
    </>
  );
}

function Failed({
  why,
  onAgain,
  onClose,
}: {
  why: string;
  onAgain: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useWords();
  return (
    <>
      <NotDone problem={null}>{why}</NotDone>
      <DialogActs>
        <Button onClick={() => void onAgain()}>{t('common.tryAgain')}</Button>
        <TextButton onClick={onClose}>{t('site.publish.notYet')}</TextButton>
      </DialogActs>
    </>
  );
}
