import { useState } from 'react';
import { useLocation } from 'wouter';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { AnnouncementNow, Purpose, WordsNow } from '#contract/owner/launch.ts';
import { useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, SmallButton, TextButton } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Failed, Loaded } from '../parts/states.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { ownerNow } from '../session/session.ts';
import { useWide } from '../wide.ts';
import { useWords } from '../words.ts';
import { homeOf, pathOf, useAnnouncement } from './announcement.ts';
import { Preview } from './Preview.tsx';
import { SendTest } from './TestMail.tsx';
import { useSavedWords, type SavedWords } from './use-saved-words.ts';
import { WordFields } from './WordFields.tsx';
import styles from './WordsPage.module.css';

type Shown = Language | 'preview';

/** The text of the mail in each language, beside a preview. Changes are saved automatically. */
export function WordsPage({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  const words = useOwner<WordsNow>(pathOf(purpose, '/words'));
  const now = useAnnouncement(purpose);
  const head = { title: t('launch.words.title'), back: { href: homeOf(purpose), page: t('nav.launch') } };
  if (words.data === undefined || now.data === undefined) {
    return (
      <>
        <PageHead {...head} waits />
        <Loaded read={words}>{() => <Loaded read={now} />}</Loaded>
      </>
    );
  }
  return <Editor server={words.data} now={now.data} head={head} />;
}

type EditorProps = {
  server: WordsNow;
  now: AnnouncementNow;
  head: { title: string; back: { href: string; page: string } };
};

function Editor({ server, now, head }: EditorProps) {
  const { t } = useWords();
  const [shown, setShown] = useState<Shown>(LANGUAGES[0]);
  const [isTesting, setTesting] = useState(false);
  const saved = useSavedWords(now.purpose, server);
  const isLocked = now.state !== 'draft';
  const isWide = useWide();
  const ends = !isLocked && (
    <Ends saved={saved} purpose={now.purpose} wide={isWide} onTest={() => setTesting(true)} />
  );
  const tabs = [
    ...LANGUAGES.map((one) => ({ value: one as Shown, word: t(`languages.${one}`) })),
    { value: 'preview' as const, word: t('launch.words.preview') },
  ];
  return (
    <>
      <PageHead
        {...head}
        acts={
          <>
            <Saving saved={saved} />
            {isWide && ends}
          </>
        }
      />
      <p className={styles.lead}>{isLocked ? t('launch.words.locked') : t('launch.words.lead')}</p>
      <Conflict saved={saved} />
      {saved.problem !== null && <Failed problem={saved.problem} />}
      <div className={styles.tabs}>
        <Tabs label={t('launch.words.title')} options={tabs} value={shown} onChange={setShown} />
      </div>
      <div className={styles.columns}>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.column} data-shown={shown === language || undefined}>
            <WordFields language={language} now={now} saved={saved} locked={isLocked} />
          </div>
        ))}
        <div className={styles.column} data-shown={shown === 'preview' || undefined}>
          <Preview purpose={now.purpose} words={saved.words} />
        </div>
      </div>
      {!isWide && ends}
      {isTesting && (
        <Dialog title={t('launch.words.test')} onClose={() => setTesting(false)}>
          <SendTest now={now} onEnd={() => setTesting(false)} />
        </Dialog>
      )}
    </>
  );
}

type EndsProps = { saved: SavedWords; purpose: Purpose; wide: boolean; onTest: () => void };

/** The page's final buttons: beside the heading, or under the last field where there is no room. */
function Ends({ saved, purpose, wide, onTest }: EndsProps) {
  const { t } = useWords();
  const [, go] = useLocation();
  const test = <TextButton onClick={onTest}>{t('launch.words.test')}</TextButton>;
  const word = t('launch.words.done');
  async function done() {
    if (await saved.done()) go(homeOf(purpose));
  }
  const press = { busy: saved.busy, onClick: () => void done() };
  return wide ? (
    <>
      {test}
      <SmallButton solid {...press}>
        {word}
      </SmallButton>
    </>
  ) : (
    <div className={styles.end}>
      <Button wide {...press}>
        {word}
      </Button>
      {test}
    </div>
  );
}

function Saving({ saved: { savedAt, saving, failing, isHeld } }: { saved: SavedWords }) {
  const { t, time } = useWords();
  return (
    <span className={styles.saving} role="status">
      {failing
        ? t('editor.notSaved')
        : isHeld
          ? t('launch.words.notSaved')
          : saving
            ? t('launch.words.saving')
            : savedAt !== null && t('launch.words.savedAt', { time: time(savedAt) })}
    </span>
  );
}

/** Another owner has edited the text meanwhile: asks which version stays. */
function Conflict({ saved: { theirs, choose } }: { saved: SavedWords }) {
  const { t } = useWords();
  return (
    <div role="alert">
      {theirs && (
        <div className={styles.conflict}>
          <p>
            {theirs.by === ownerNow()?.name
              ? t('editor.own.both')
              : t('launch.words.errors.changed', { owner: theirs.by ?? '–' })}
          </p>
          <SmallButton onClick={() => choose('mine')}>{t('launch.words.keepMine')}</SmallButton>
          <SmallButton onClick={() => choose('theirs')}>{t('launch.words.takeTheirs')}</SmallButton>
        </div>
      )}
    </div>
  );
}
