import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { letterOf } from '#contract/announcement.ts';
import type { AnnouncementNow, Purpose } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { Button, SmallButton, TextButton } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/states.tsx';
import { AutosaveContext } from '../site/autosave/use-autosave.ts';
import { EditorPage } from '../site/editor/EditorPage.tsx';
import { useWide } from '../wide.ts';
import { useWords } from '../words.ts';
import { homeOf, pathOf, textKeysOf, useAnnouncement, useTitle, wayFromStep } from './announcement.ts';
import { TakeDown } from './LetterPage.tsx';
import { PageChoice } from './PageChoice.tsx';
import { SendTest } from './TestMail.tsx';
import { saveWords, useAnnouncementWords, wordsAutosave } from './use-announcement-words.ts';
import { WordsFields } from './WordsFields.tsx';
import styles from './WordsPage.module.css';

/** The words of an announcement, as the editor of the site shows those of a page; they are never published. */
export function WordsPage({ purpose }: { purpose: Purpose }) {
  const words = useWords();
  const { t } = words;
  const now = useAnnouncement(purpose);
  const read = useAnnouncementWords(purpose, now);
  const [isTesting, setTesting] = useState(false);
  const isWide = useWide();
  const [autosave, place, shows] = useMemo(() => {
    const at = { room: 'launch', path: homeOf(purpose, '/words') } as const;
    const mail = { announcement: purpose };
    const both = letterOf(purpose) === null ? [mail] : [mail, { ...mail, as: 'page' as const }];
    return [() => wordsAutosave(purpose), at, both] as const;
  }, [purpose]);
  const title = useTitle({ purpose, title: now.data?.title ?? '' });
  const readers = now.data?.readers;
  const done = useDone(purpose);
  const isDraft = now.data?.state === 'draft';
  const acts = isDraft && <Acts done={done} isWide={isWide} onTest={() => setTesting(true)} />;
  return (
    <AutosaveContext value={autosave}>
      <EditorPage
        place={place}
        title={t(`${textKeysOf(purpose)}.words`, { title })}
        back={wayFromStep(words, purpose)}
        acts={isWide && acts}
        lead={now.data && <About now={now.data} problem={done.problem} />}
        beside={readers && ((language) => t('letters.readers', { n: readers[language] }))}
        read={read}
        shows={shows}
      >
        {(site) => (
          <div className={styles.fields}>
            <WordsFields purpose={purpose} site={site} place={place} readers={readers} />
            {isDraft && now.data && <PageChoice now={now.data} />}
            {!isWide && acts}
          </div>
        )}
      </EditorPage>
      {isTesting && now.data && (
        <Dialog title={t('launch.words.test')} onClose={() => setTesting(false)}>
          <SendTest now={now.data} onEnd={() => setTesting(false)} />
        </Dialog>
      )}
    </AutosaveContext>
  );
}

function About({ now, problem }: { now: AnnouncementNow; problem: unknown }) {
  const { t } = useWords();
  return (
    <div className={styles.about}>
      {now.page !== null && now.progress !== null ? (
        <p className={styles.locked}>
          {t('letters.page.locked')} <TakeDown now={now} />
        </p>
      ) : (
        <p>{now.state === 'draft' ? t(`${textKeysOf(now.purpose)}.each`) : t('launch.words.locked')}</p>
      )}
      <p>{t('launch.words.fixed')}</p>
      <FormProblem problem={problem} />
    </div>
  );
}

/** Says that the words are ready, once all of them are saved. */
function useDone(purpose: Purpose) {
  const [, go] = useLocation();
  const [isSaving, setSaving] = useState(false);
  const { send, busy, problem } = useAct(pathOf(purpose, '/words/done'));
  async function press() {
    setSaving(true);
    const isSaved = await saveWords(purpose);
    setSaving(false);
    if (
      isSaved &&
      (await send().then(
        () => true,
        () => false,
      ))
    )
      go(homeOf(purpose));
  }
  return { press: () => void press(), busy: busy || isSaving, problem };
}

type ActsProps = { done: ReturnType<typeof useDone>; isWide: boolean; onTest: () => void };

/** The page's final buttons: beside the heading, or under the last field where there is no room. */
function Acts({ done: { press, busy }, isWide, onTest }: ActsProps) {
  const { t } = useWords();
  const test = <TextButton onClick={onTest}>{t('launch.words.test')}</TextButton>;
  const word = t('launch.words.done');
  return isWide ? (
    <>
      {test}
      <SmallButton solid busy={busy} onClick={press}>
        {word}
      </SmallButton>
    </>
  ) : (
    <div className={styles.end}>
      <Button wide busy={busy} onClick={press}>
        {word}
      </Button>
      {test}
    </div>
  );
}
