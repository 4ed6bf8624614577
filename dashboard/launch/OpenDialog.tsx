import { useState } from 'react';
import { type AnnouncementNow, levelOf, findingName, type OpenOrder } from '#contract/owner/launch.ts';
import { queries } from '../api.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Tick } from '../parts/Choice.tsx';
import { Dialog, DialogActs, DialogNote } from '../parts/Dialog.tsx';
import { RequestError, problemSentence } from '../problem.ts';
import { newKey, request } from '../request.ts';
import { useWords, type UseWords } from '../words.ts';
import { FINDING_WORDS } from '../text/findings.ts';
import { pathOf, sayLanguages, useServerTime, effectKeysOf, textKeysOf } from './announcement.ts';
import { timeIn } from './moments.ts';
import { saveWords } from './use-announcement-words.ts';
import { readable } from './Findings.tsx';
import styles from './launch.module.css';

type Props = { now: AnnouncementNow; isNow?: boolean; onClose: () => void };

/** Asks for confirmation, with the number of recipients. The dialog has one idempotency key: a repeated post launches once. */
export function OpenDialog({ now, isNow = false, onClose }: Props) {
  const words = useWords();
  const { t, fill, dayOfYear } = words;
  const [people, setPeople] = useState(now.people);
  const open = useOpen(now, { people, isNow, onPeople: setPeople });
  const [seen, setSeen] = useState<string[]>([]);
  const yellow = yellowOf(now);
  const of = textKeysOf(now.purpose);
  const when = !isNow && now.when?.is === 'at' ? now.when : null;
  const name = when && `${dayOfYear(when.opensAt)}, ${timeIn(words, when.opensAt, when.zone)}`;
  return (
    <Dialog
      title={name === null ? t(`${of}.ask`, { n: people }) : t(`${of}.askAt`, { when: name, n: people })}
      onClose={onClose}
    >
      <What now={now} isNow={isNow} />
      {yellow.map((one) => (
        <Tick
          key={findingName(one)}
          bare
          checked={seen.includes(findingName(one))}
          onChange={(on) => {
            setSeen(on ? [...seen, findingName(one)] : seen.filter((other) => other !== findingName(one)));
            open.forget();
          }}
          title={t('launch.confirm.yellow', {
            finding: lower(fill(FINDING_WORDS[words.language][one.code].title, readable(words, one))),
          })}
          // From when on it would keep the promise.
          text={
            one.code === 'too-soon'
              ? fill(FINDING_WORDS[words.language][one.code].text, readable(words, one))
              : undefined
          }
        />
      ))}
      <div role="alert">{open.said !== null && <p className={styles.said}>{open.said}</p>}</div>
      <DialogActs>
        <Button
          busy={open.busy}
          onClick={({ currentTarget }) => {
            void open.press(seen, yellow.length);
            currentTarget.closest('dialog')?.querySelector<HTMLElement>('input:not(:checked)')?.focus();
          }}
        >
          {when ? t('launch.confirm.buttonAt', { when: name ?? '' }) : t(`${of}.confirm`, { n: people })}
        </Button>
        <TextButton onClick={onClose}>{t('launch.confirm.notYet')}</TextButton>
      </DialogActs>
      <DialogNote>{t('launch.confirm.passkey')}</DialogNote>
    </Dialog>
  );
}

/** The warnings, one per name. */
function yellowOf({ rehearsal }: AnnouncementNow) {
  const all = rehearsal?.findings.filter((one) => levelOf(one) === 'warning') ?? [];
  return [...new Map(all.map((one) => [findingName(one), one])).values()];
}

function lower(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

/** Three lines: what happens at once, what for ten minutes, what after that. */
function What({ now, isNow }: { now: AnnouncementNow; isNow: boolean }) {
  const words = useWords();
  const { t } = words;
  const time = useServerTime(now);
  const { when, undoMs } = now;
  const hour = !isNow && when?.is === 'at' ? when : null;
  const opensAt = hour?.opensAt ?? time;
  const languages = sayLanguages(words, now);
  const of = effectKeysOf(now);
  return (
    <dl className={styles.lines}>
      <div>
        <dt>
          {hour
            ? t('launch.confirm.at', { time: timeIn(words, opensAt, hour.zone) })
            : t('launch.confirm.atOnce')}
        </dt>
        <dd>{t(`${of}.atOnce`)}</dd>
      </div>
      <div>
        <dt>{t('launch.confirm.ten')}</dt>
        <dd>{t(`${of}.ten`)}</dd>
      </div>
      <div>
        <dt>{t('launch.confirm.from', { time: timeIn(words, opensAt + undoMs, hour?.zone) })}</dt>
        <dd>
          {t('launch.confirm.fromText', { languages })} {sayDays(words, now)}
        </dd>
      </div>
    </dl>
  );
}

function sayDays({ t, dayOfYear, number }: UseWords, { plan }: AnnouncementNow): string {
  const first = plan.find((step) => step.is === 'enough');
  const rest = plan.find((step) => step.is === 'rest');
  if (first?.is !== 'enough' || rest?.is !== 'rest') return '';
  const isTwoDays = !plan.some((step) => step.is === 'next');
  return isTwoDays
    ? t('launch.confirm.days', { first: number(first.n), second: number(rest.n) })
    : t('launch.confirm.daysMany', { first: number(first.n), day: dayOfYear(rest.until) });
}

type Opening = { people: number; isNow: boolean; onPeople: (people: number) => void };

function useOpen(now: AnnouncementNow, { people, isNow, onPeople }: Opening) {
  const words = useWords();
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const path = pathOf(now.purpose);
  const of = textKeysOf(now.purpose);

  async function press(seen: string[], needed: number) {
    if (seen.length < needed) return setSaid(words.t('launch.confirm.yellowNeeded'));
    setBusy(true);
    setSaid(null);
    if (!(await saveWords(now.purpose))) {
      setBusy(false);
      return setSaid(words.t('launch.words.unsaved'));
    }
    const opensAt = now.when?.is === 'at' ? now.when.opensAt : null;
    const body: OpenOrder = { people, opensAt, version: now.wordsVersion, seen, isNow };
    try {
      await request(`${path}/open`, { body, key, retryAfterSignIn: false });
    } catch (error) {
      setSaid(await explain(error));
    } finally {
      // The server has the state: after the launch the page shows it, and this dialog is gone.
      await queries.invalidateQueries();
      setBusy(false);
    }
  }

  async function explain(error: unknown): Promise<string> {
    const { t } = words;
    if (!(error instanceof RequestError)) return problemSentence(words, error);
    if (error.code === 'offline') return t(`${of}.unsure`);
    if (error.code === 'not-now') return t(`${of}.already`);
    if (error.of('people')) {
      const n = (await request<AnnouncementNow>(path).catch(() => now)).people;
      onPeople(n);
      return t('launch.confirm.errors.number', { n });
    }
    if (error.of('time') === 'changed') return t('launch.confirm.errors.time');
    if (error.of('time')) return t(`${of}.past`);
    if (error.of('seen')) return t('launch.confirm.yellowNeeded');
    if (error.of('rehearsal') === 'red') return t(`${of}.red`);
    if (error.of('words') ?? error.of('rehearsal')) return t(`${of}.changed`);
    return problemSentence(words, error);
  }

  return { press, busy, said, forget: () => setSaid(null) };
}
