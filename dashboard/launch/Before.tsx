import { useState } from 'react';
import { letterOf } from '#contract/announcement.ts';
import { type AnnouncementNow, levelOf, findingName, type Rehearsal } from '#contract/owner/launch.ts';
import { Button, SmallLink, TextLink } from '../parts/Button.tsx';
import { Muted, Part } from '../parts/layout.tsx';
import { Step, Steps } from '../parts/Steps.tsx';
import { useWords, type UseWords } from '../words.ts';
import { homeOf, textKeysOf } from './announcement.ts';
import { cityOf, timeIn } from './moments.ts';
import { OpenDialog } from './OpenDialog.tsx';
import { sayLetter } from './say-letter.ts';
import styles from './launch.module.css';

type Name = 'words' | 'check' | 'when' | 'open';

/** Before it starts: four steps. The next step has the one solid button. */
export function Before({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [isOpening, setOpening] = useState(false);
  const of = textKeysOf(now.purpose);
  return (
    <>
      <Part title={t(`${of}.steps`)}>
        <p className={styles.note}>{t(`${of}.nothing`)}</p>
        <FourSteps now={now} onOpen={() => setOpening(true)} />
      </Part>
      {isOpening && <OpenDialog now={now} onClose={() => setOpening(false)} />}
    </>
  );
}

export function isRehearsed(rehearsal: Rehearsal | null): boolean {
  return (
    rehearsal?.state === 'ended' &&
    !rehearsal.isOld &&
    !rehearsal.findings.some((one) => levelOf(one) === 'problem')
  );
}

/** The next step is the first one that is not done. */
function stepsOf({ words, rehearsal, when, now }: AnnouncementNow) {
  const done: Record<Name, boolean> = {
    words: words.lacking.length === 0 && words.behind.length === 0,
    check: isRehearsed(rehearsal),
    when: when !== null && (when.is === 'now' || when.opensAt > now),
    open: false,
  };
  const next = (['words', 'check', 'when', 'open'] as const).find((name) => !done[name]);
  const state = (name: Name) => (done[name] ? 'done' : name === next ? 'next' : 'later');
  return { done, next, state };
}

function FourSteps({ now, onOpen }: { now: AnnouncementNow; onOpen: () => void }) {
  const words = useWords();
  const { t } = words;
  const { done, next, state } = stepsOf(now);
  const of = textKeysOf(now.purpose);
  const link = (name: Exclude<Name, 'open'>, word: string, again: string) => {
    const href = homeOf(now.purpose, `/${name === 'check' ? 'rehearsal' : name}`);
    return done[name] ? (
      <TextLink href={href}>{again}</TextLink>
    ) : (
      <SmallLink href={href} solid={name === next}>
        {word}
      </SmallLink>
    );
  };
  const waits = sayWaits(words, now);
  const isNext = next === 'open' && waits === null;
  return (
    <Steps>
      <Step
        place={0}
        state={state('words')}
        title={t('launch.words.title')}
        text={sayWords(words, now)}
        end={link('words', t('launch.before.wordsButton'), t('launch.before.change'))}
      />
      <Step
        place={1}
        state={state('check')}
        title={t(`${of}.check`)}
        text={sayRehearsal(words, now)}
        end={link('check', t(`${of}.runCheck`), t('launch.check.again'))}
      />
      <Step
        place={2}
        state={state('when')}
        title={t('launch.when.title')}
        text={sayWhen(words, now)}
        end={link('when', t('launch.before.whenButton'), t('launch.before.change'))}
      />
      <Step
        place={3}
        state={isNext || next !== 'open' ? state('open') : 'later'}
        title={t(`${of}.step`)}
        text={waits ?? (isNext ? t(`${of}.todo`) : t('launch.before.openWaits'))}
        end={
          isNext ? (
            <Button onClick={onOpen}>{t(`${of}.review`)}</Button>
          ) : (
            <Muted>{t('launch.before.later')}</Muted>
          )
        }
      />
    </Steps>
  );
}

/** What forbids to start it now, once it is ready. */
function sayWaits({ t }: UseWords, { waitsFor }: AnnouncementNow): string | null {
  if (waitsFor === null) return null;
  if (waitsFor.is === 'site') return t('letters.notLive');
  return t('letters.underWay', { title: waitsFor.title || t('letters.untitled') });
}

function sayWords(words: UseWords, now: AnnouncementNow): string {
  const { t, dayOfYear } = words;
  if (letterOf(now.purpose) !== null) return sayLetter(words, now);
  const { at, lacking, behind } = now.words;
  if (at === null) return t(`${textKeysOf(now.purpose)}.write`);
  if (lacking[0]) return t('launch.before.wordsHalf', { language: t(`spoken.${lacking[0]}`) });
  if (behind[0]) return t('launch.before.wordsBehind', { language: t(`languages.${behind[0]}`) });
  return t('launch.before.wordsDone', { when: dayOfYear(at) });
}

function sayWhen(words: UseWords, { when, now }: AnnouncementNow): string {
  const { t, dayOfYear } = words;
  if (when === null) return t('launch.before.whenTodo');
  if (when.is === 'now') return t('launch.before.whenNow');
  const { opensAt, zone } = when;
  if (opensAt <= now) return t('launch.before.whenPast');
  return t('launch.before.whenDone', {
    when: `${dayOfYear(opensAt)}, ${timeIn(words, opensAt, zone)}`,
    zone: cityOf(words, zone),
  });
}

function sayRehearsal({ t, dayOfYear }: UseWords, { purpose, rehearsal }: AnnouncementNow): string {
  const of = textKeysOf(purpose);
  if (rehearsal === null) return t(`${of}.toCheck`);
  if (rehearsal.state === 'running') return t('launch.before.checkRunning');
  if (rehearsal.isOld) return t('launch.before.checkOld');
  if (rehearsal.state === 'stopped') return t('launch.before.checkStopped');
  const n = (level: string) =>
    new Set(rehearsal.findings.filter((one) => levelOf(one) === level).map(findingName)).size;
  if (n('problem') > 0) return t(`${of}.toFix`, { n: n('problem') });
  if (n('warning') > 0) return t('launch.before.checkYellow', { n: n('warning') });
  return t('launch.before.checkDone', { when: dayOfYear(rehearsal.endedAt ?? rehearsal.startedAt) });
}
