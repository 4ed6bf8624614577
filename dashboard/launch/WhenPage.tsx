import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { AnnouncementNow, Purpose, TimeAnswer, LaunchTime } from '#contract/owner/launch.ts';
import { DAY } from '#contract/time.ts';
import { useAct } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Acts, Button, TextLink } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { Cell, Grid } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { FormProblem, Loaded } from '../parts/states.tsx';
import { request } from '../request.ts';
import { useWords, type UseWords } from '../words.ts';
import { homeOf, pathOf, useAnnouncement, effectKeysOf, wayFromStep } from './announcement.ts';
import { cityOf, longDayIn, OWN_ZONE, timeBeside, timeIn } from './moments.ts';
import { LaunchPlan } from './LaunchPlan.tsx';
import styles from './launch.module.css';

/** Offered besides the owner's own zone. */
const ZONES = ['Europe/Lisbon', 'Atlantic/Azores', 'America/Sao_Paulo', 'Europe/London', 'UTC'];

export function WhenPage({ purpose }: { purpose: Purpose }) {
  const words = useWords();
  const { t } = words;
  const read = useAnnouncement(purpose);
  return (
    <>
      <PageHead title={t('launch.when.title')} back={wayFromStep(words, purpose)} />
      <Loaded read={read}>{(now) => <Form now={now} />}</Loaded>
    </>
  );
}

type Chosen = { is: LaunchTime['is']; at: string; zone: string; occurrence: 'first' | 'second' | null };

function chosenOf({ when, now }: AnnouncementNow): Chosen {
  if (when?.is === 'at') return { ...when, at: when.at.replace(' ', 'T'), occurrence: null };
  const zone = when?.zone ?? OWN_ZONE;
  const tomorrow = new Intl.DateTimeFormat('sv', { dateStyle: 'short' }).format(now + DAY);
  return { is: 'now', at: `${tomorrow}T09:00`, zone, occurrence: null };
}

function Form({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const [chosen, setChosen] = useState(() => chosenOf(now));
  const path = pathOf(now.purpose, '/time');
  const keep = useAct<TimeAnswer>(path);
  const { answer, isOld } = useAnswer(path, chosen);
  const set = (part: Partial<Chosen>) => setChosen({ ...chosen, occurrence: null, ...part });
  const isAt = chosen.is === 'at';
  const fine = answer?.is === 'fine' ? answer : null;
  async function take() {
    const kept = await keep.send({ ...bodyOf(chosen), keep: true }).catch(() => null);
    if (kept?.is === 'kept') go(homeOf(now.purpose));
  }
  return (
    <Grid>
      <Cell span={6}>
        <p className={styles.note}>{t(`${effectKeysOf(now)}.lead`)}</p>
        <Choice
          name="when"
          checked={!isAt}
          onChange={() => set({ is: 'now' })}
          title={t('launch.when.now')}
          text={t('launch.when.nowText')}
        />
        <Choice
          name="when"
          checked={isAt}
          onChange={() => set({ is: 'at' })}
          title={t('launch.when.at')}
          text={t('launch.when.atText')}
        />
        {isAt && <Hour answer={answer} isOld={isOld} chosen={chosen} now={now.now} set={set} />}
        <FormProblem problem={keep.problem} />
        <div className={styles.foot}>
          <Acts>
            <Button busy={keep.busy} off={fine === null} onClick={() => void take()}>
              {t('launch.when.button')}
            </Button>
            <TextLink href={homeOf(now.purpose)}>{t('common.cancel')}</TextLink>
          </Acts>
        </div>
      </Cell>
      <Cell span={6}>
        {fine && <LaunchPlan steps={fine.plan} zone={isAt ? chosen.zone : undefined} now={now} />}
      </Cell>
    </Grid>
  );
}

type HourProps = {
  answer: TimeAnswer | null;
  isOld: boolean;
  chosen: Chosen;
  now: number;
  set: (part: Partial<Chosen>) => void;
};

/** Fields for date, time and zone, with their problem or the resulting moment. */
function Hour({ answer, isOld, chosen, now, set }: HourProps) {
  const words = useWords();
  const when = answer?.is === 'fine' && answer.when.is === 'at' ? answer.when : null;
  return (
    <>
      <div className={styles.chosen}>
        <Field
          label={words.t('launch.when.date')}
          type="datetime-local"
          value={chosen.at}
          error={sayWrong(words, answer, chosen)}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
        <ZoneSelect value={chosen.zone} onChange={(zone) => set({ zone })} />
      </div>
      <Twice answer={isOld ? null : answer} chosen={chosen} onChange={(occurrence) => set({ occurrence })} />
      {when !== null && <Moment at={when.opensAt} zone={when.zone} now={now} />}
    </>
  );
}

function bodyOf({ is, at, zone, occurrence }: Chosen) {
  return { at: is === 'at' ? at : null, zone, ...(occurrence && { occurrence }) };
}

/** The server's answer to the chosen time. Until it arrives, the earlier answer stays (`isOld`). */
function useAnswer(path: string, chosen: Chosen): { answer: TimeAnswer | null; isOld: boolean } {
  const [last, setLast] = useState<{ asked: string; answer: TimeAnswer } | null>(null);
  const asked = JSON.stringify(bodyOf(chosen));
  useEffect(() => {
    const left = new AbortController();
    request<TimeAnswer>(path, { body: JSON.parse(asked) as unknown, signal: left.signal })
      .then((answer) => !left.signal.aborted && setLast({ asked, answer }))
      .catch(() => {});
    return () => left.abort();
  }, [path, asked]);
  return { answer: last?.answer ?? null, isOld: last?.asked !== asked };
}

function sayWrong(words: UseWords, answer: TimeAnswer | null, { zone, at }: Chosen): string | null {
  const { t, dayOfYear } = words;
  const date = () => dayOfYear(new Date(at).getTime());
  switch (answer?.is) {
    case 'skipped':
      return t('launch.when.gap', {
        city: cityOf(words, zone),
        date: date(),
        from: answer.from,
        to: answer.to,
      });
    case 'doubled':
      return t('launch.when.twice', { city: cityOf(words, zone), date: date() });
    case 'past':
      return t('launch.when.past');
    case 'far':
      return t('launch.when.far');
    case 'unreadable':
      return t('launch.when.unreadable');
    case 'zone':
      return t('launch.when.unknownZone');
    default:
      return null;
  }
}

/** Asks which one is meant, for a time that occurs twice. */
function Twice({
  answer,
  chosen,
  onChange,
}: {
  answer: TimeAnswer | null;
  chosen: Chosen;
  onChange: (occurrence: 'first' | 'second') => void;
}) {
  const words = useWords();
  const [choices, setChoices] = useState<{ at: string; zone: string; of: [number, number] } | null>(null);
  const { at, zone } = chosen;
  if (answer?.is === 'doubled' && (choices?.at !== at || choices.zone !== zone))
    setChoices({ at, zone, of: answer.choices });
  if (choices === null || choices.at !== at || choices.zone !== zone) return null;
  return (['first', 'second'] as const).map((one, i) => (
    <Choice
      key={one}
      name="twice"
      bare
      checked={chosen.occurrence === one}
      onChange={() => onChange(one)}
      title={words.t(one === 'first' ? 'launch.when.twiceFirst' : 'launch.when.twiceSecond', {
        utc: timeIn(words, choices.of[i] ?? 0, 'UTC'),
      })}
    />
  ));
}

function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const words = useWords();
  const { t } = words;
  const first = [...new Set([OWN_ZONE, value, ...ZONES])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone));
  const option = (zone: string) => (
    <option key={zone} value={zone}>
      {zone.includes('/') ? `${cityOf(words, zone)} (${zone.split('/')[0]})` : zone}
    </option>
  );
  return (
    <Select
      label={t('launch.when.zone')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {first.map(option)}
      <hr />
      {others.map(option)}
    </Select>
  );
}

/** The chosen moment, and the same moment in other zones. */
function Moment({ at, zone, now }: { at: number; zone: string; now: number }) {
  const words = useWords();
  const { t, capital } = words;
  const elsewhere = [...new Set([zone, OWN_ZONE, ...ZONES])].slice(0, 5);
  const days = Math.floor((at - now) / DAY);
  const time = timeIn(words, at, zone);
  const hour = Number(time.slice(0, 2));
  return (
    <>
      <p className={styles.dateLarge}>
        {capital(longDayIn(words, at, zone))}
        <br />
        {time}
      </p>
      {hour < 6 && (
        <p className={styles.night}>{t('launch.when.night', { city: cityOf(words, zone), time })}</p>
      )}
      <Pairs>
        {elsewhere.map((one) => (
          <Pair key={one} term={cityOf(words, one)}>
            {timeBeside(words, at, one, zone)}
            {one === zone && days > 0 && (
              <span className={styles.in}>
                {' '}
                {t('launch.when.inTime', { time: t('common.days', { n: days }) })}
              </span>
            )}
          </Pair>
        ))}
      </Pairs>
    </>
  );
}
