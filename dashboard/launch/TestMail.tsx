import { useState } from 'react';
import type { Language } from '#contract/language.ts';
import type { AnnouncementNow, SourceAnswer, TestAnswer } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { sayReply } from '../mails/say-refused.ts';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { Field, TextArea } from '../parts/Field.tsx';
import { FormProblem } from '../parts/states.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import { saveWords } from './use-announcement-words.ts';
import styles from './launch.module.css';

/** Sends the saved mail to one address. `onEnd`: closes the dialog around it, once sent or cancelled. */
export function SendTest({ now, onEnd }: { now: AnnouncementNow; onEnd?: () => void }) {
  const words = useWords();
  const { t, language: own } = words;
  const { written } = now.words;
  const [address, setAddress] = useState(now.ownerEmail ?? '');
  const [language, setLanguage] = useState<Language>(written.includes(own) ? own : (written[0] ?? own));
  const [refused, setRefused] = useState<string | null>(null);
  const test = useAct<TestAnswer>(pathOf(now.purpose, '/test'));
  const isWrong = test.problem?.of('address') !== undefined;
  async function send() {
    setRefused(null);
    if (!(await saveWords(now.purpose))) return setRefused(t('launch.words.unsaved'));
    const answer = await test.send({ address, language }).catch(() => null);
    if (answer === null) return;
    if (answer.is === 'refused') return setRefused(sayReply(words, answer.reply));
    toast(answer.is === 'file' ? t('launch.words.testFile') : t('launch.words.testSent', { address }));
    onEnd?.();
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Tabs
        label={t('editor.language')}
        value={language}
        onChange={setLanguage}
        options={written.map((one) => ({ value: one, word: t(`languages.${one}`) }))}
      />
      <Field
        label={t('launch.words.testTo')}
        type="email"
        value={address}
        error={isWrong ? t('launch.words.testAddress') : refused}
        hint={t('launch.words.testNote')}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <FormProblem problem={isWrong ? null : test.problem} />
      <Acts>
        {onEnd && <SmallButton onClick={onEnd}>{t('common.cancel')}</SmallButton>}
        <SmallButton type="submit" busy={test.busy}>
          {t('launch.words.test')}
        </SmallButton>
      </Acts>
    </form>
  );
}

const SAID = {
  'no-source': 'launch.check.errors.notSource',
  'other-mail': 'launch.check.errors.otherMail',
  'not-rehearsed': 'launch.check.errors.notRehearsed',
} as const;

/** Sends a test mail, and checks the original that its receiver pastes. */
export function TestMail({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [source, setSource] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const read = useAct<SourceAnswer>(pathOf(now.purpose, '/source'));
  async function show() {
    const answer = await read.send({ source }).catch(() => null);
    if (answer === null) return;
    setWrong(answer.is === 'read' ? null : t(SAID[answer.is]));
    if (answer.is !== 'read') return;
    setSource('');
    toast(t('launch.check.testIsRead'));
  }
  return (
    <section className={styles.group}>
      <h2>{t('launch.check.items.testTodo')}</h2>
      <div className={styles.tests}>
        <SendTest now={now} />
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void show();
          }}
        >
          <TextArea
            label={t('launch.check.items.testPaste')}
            hint={t('launch.check.items.testTodoText')}
            value={source}
            error={wrong}
            spellCheck={false}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          <FormProblem problem={read.problem} />
          <div>
            <SmallButton type="submit" busy={read.busy} off={source.trim() === ''}>
              {t('launch.check.items.testRead')}
            </SmallButton>
          </div>
        </form>
      </div>
    </section>
  );
}
