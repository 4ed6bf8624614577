import { useState } from 'react';
import {
  type AnnouncementNow,
  type BookNow,
  levelOf,
  findingName,
  type Purpose,
  type Rehearsal,
} from '#contract/owner/launch.ts';
import { useOwner } from '../api.ts';
import { useBooks } from '../books.ts';
import { Button, SmallLink, TextLink } from '../parts/Button.tsx';
import { Cell, Grid, Muted, Part, Row, Rows } from '../parts/layout.tsx';
import { Step, Steps } from '../parts/Steps.tsx';
import { useWords, type UseWords } from '../words.ts';
import { homeOf, textKeysOf } from './announcement.ts';
import { cityOf, timeIn } from './moments.ts';
import { OpenDialog } from './OpenDialog.tsx';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

type Name = 'words' | 'check' | 'when' | 'open';

/** Before the launch: four steps. The next step has the one solid button. */
export function Before({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [isOpening, setOpening] = useState(false);
  const { purpose } = now;
  return (
    <>
      <Part title={t('launch.before.steps')}>
        <p className={styles.note}>{t(`${textKeysOf(purpose)}.nothing`)}</p>
        <FourSteps now={now} onOpen={() => setOpening(true)} />
      </Part>
      <Below purpose={purpose} />
      {isOpening && <OpenDialog now={now} onClose={() => setOpening(false)} />}
      {purpose !== 'launch' && <p className={styles.note}>{t('launch.before.bookWho')}</p>}
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
  return (
    <Steps>
      <Step
        place={0}
        state={state('words')}
        title={t('launch.words.title')}
        text={sayWords(words, now.words)}
        end={link('words', t('launch.before.wordsButton'), t('launch.before.change'))}
      />
      <Step
        place={1}
        state={state('check')}
        title={t('launch.check.title')}
        text={sayRehearsal(words, now.rehearsal)}
        end={link('check', t('launch.before.checkButton'), t('launch.check.again'))}
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
        state={state('open')}
        title={t(`${of}.step`)}
        text={next === 'open' ? t(`${of}.todo`) : t('launch.before.openWaits')}
        end={
          next === 'open' ? (
            <Button onClick={onOpen}>{t(`${of}.review`)}</Button>
          ) : (
            <Muted>{t('launch.before.later')}</Muted>
          )
        }
      />
    </Steps>
  );
}

function sayWords({ t, dayOfYear }: UseWords, { at, lacking, behind }: AnnouncementNow['words']): string {
  if (at === null) return t('launch.before.wordsTodo');
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

function sayRehearsal({ t, dayOfYear }: UseWords, rehearsal: Rehearsal | null): string {
  if (rehearsal === null) return t('launch.before.checkTodo');
  if (rehearsal.state === 'running') return t('launch.before.checkRunning');
  if (rehearsal.isOld) return t('launch.before.checkOld');
  if (rehearsal.state === 'stopped') return t('launch.before.checkStopped');
  const n = (level: string) =>
    new Set(rehearsal.findings.filter((one) => levelOf(one) === level).map(findingName)).size;
  if (n('problem') > 0) return t('launch.before.checkRed', { n: n('problem') });
  if (n('warning') > 0) return t('launch.before.checkYellow', { n: n('warning') });
  return t('launch.before.checkDone', { when: dayOfYear(rehearsal.endedAt ?? rehearsal.startedAt) });
}

function Below({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  if (purpose !== 'launch') return null;
  return (
    <div className={layout.part}>
      <Grid>
        <Cell span={6}>
          <Part title={t('launch.before.who')}>
            <p className={styles.note}>{t('launch.before.whoText')}</p>
            <TextLink href="/settings">{t('launch.before.showButton')}</TextLink>
          </Part>
        </Cell>
        <Cell span={6}>
          <Books />
        </Cell>
      </Grid>
    </div>
  );
}

/** The books that are announced to those who asked for them, before the launch and after. */
export function Books() {
  const { t } = useWords();
  const { data: books = [] } = useOwner<BookNow[]>('/books');
  return (
    <Part title={t('launch.before.also')}>
      <p className={styles.note}>{t('launch.before.alsoText')}</p>
      <Rows>
        {books.map((book) => (
          <BookRow key={book.purpose} book={book} />
        ))}
      </Rows>
    </Part>
  );
}

function BookRow({ book: { purpose, book, asked, isOut, state } }: { book: BookNow }) {
  const { t } = useWords();
  const { titleOf } = useBooks();
  const href = homeOf(purpose);
  return (
    <Row
      title={titleOf(book)}
      text={t('launch.before.bookAsked', { n: asked })}
      end={
        state !== 'draft' ? (
          <TextLink href={href}>{t('common.look')}</TextLink>
        ) : isOut ? (
          <SmallLink href={href}>{t('launch.before.bookButton')}</SmallLink>
        ) : (
          <Muted>{t('launch.before.bookNotOut')}</Muted>
        )
      }
    />
  );
}
