import { useEffect, useRef, useState } from 'react';
import {
  type AnnouncementNow,
  type LaunchFinding as Found,
  type FindingGroup,
  groupOf,
  levelOf,
  findingName,
  type Purpose,
  type Rehearsal,
} from '#contract/owner/launch.ts';
import hidden from '#ui/hidden.module.css';
import { useAct } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, SmallButton } from '../parts/Button.tsx';
import { FindingLine, Findings } from '../parts/FindingLine.tsx';
import { Cell, Grid, Lead } from '../parts/layout.tsx';
import { FormProblem, Loaded } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { pathOf, textKeysOf, useAnnouncement, wayFromStep } from './announcement.ts';
import { FindingRow } from './Findings.tsx';
import { namedMoment } from './moments.ts';
import { TestMail } from './TestMail.tsx';
import { saveWords } from './use-announcement-words.ts';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

const LEFT: FindingGroup[] = ['mails', 'site', 'backup'];
const RIGHT: FindingGroup[] = ['domain', 'test'];

export function RehearsalPage({ purpose }: { purpose: Purpose }) {
  const words = useWords();
  const { t } = words;
  const of = textKeysOf(purpose);
  const read = useAnnouncement(purpose);
  const start = useAct(pathOf(purpose, '/rehearse'));
  const stop = useAct(pathOf(purpose, '/rehearse/stop'));
  const rehearsal = read.data?.rehearsal ?? null;
  const isRunning = rehearsal?.state === 'running';
  const [isUnsaved, setUnsaved] = useState(false);
  const press = (act: typeof start) => void act.send().catch(() => {});
  /** With what is typed. */
  async function check() {
    const isSaved = await saveWords(purpose);
    setUnsaved(!isSaved);
    if (isSaved) press(start);
  }
  return (
    <>
      <PageHead
        title={t(`${of}.check`)}
        stage={rehearsal?.state ?? 'none'}
        back={wayFromStep(words, purpose)}
        acts={
          isRunning ? (
            <SmallButton busy={stop.busy} onClick={() => press(stop)}>
              {t('launch.check.stop')}
            </SmallButton>
          ) : (
            rehearsal !== null && (
              <SmallButton busy={start.busy} onClick={() => void check()}>
                {t('launch.check.again')}
              </SmallButton>
            )
          )
        }
      />
      <FormProblem problem={start.problem ?? stop.problem} />
      <div role="alert">{isUnsaved && <p className={styles.said}>{t('launch.words.unsaved')}</p>}</div>
      <Loaded read={read}>
        {(now) =>
          now.rehearsal === null ? (
            <>
              <Lead>{t(`${of}.toCheck`)}</Lead>
              <p className={styles.note}>{t('launch.check.lead')}</p>
              <Button busy={start.busy} onClick={() => void check()}>
                {t(`${of}.runCheck`)}
              </Button>
            </>
          ) : (
            <Rehearsed now={now} rehearsal={now.rehearsal} />
          )
        }
      </Loaded>
    </>
  );
}

/** The findings, one per name. */
function once(findings: readonly Found[]): Found[] {
  const seen = new Map<string, Found>();
  for (const one of findings) {
    const name = one.code === 'test-ok' ? `${findingName(one)}${one.values['about']}` : findingName(one);
    seen.set(name, seen.get(name) ?? one);
  }
  return [...seen.values()];
}

function Rehearsed({ now, rehearsal }: { now: AnnouncementNow; rehearsal: Rehearsal }) {
  const words = useWords();
  const { t } = words;
  const findings = once(rehearsal.findings);
  const sum = sumOf(words, findings);
  const of = (level: string) => findings.filter((one) => levelOf(one) === level);
  const unwell = [...of('problem'), ...of('warning')];
  const isRunning = rehearsal.state === 'running';
  return (
    <>
      {isRunning ? <Running rehearsal={rehearsal} /> : <Sum rehearsal={rehearsal} sum={sum} now={now} />}
      <Spoken sum={sum} at={isRunning ? null : rehearsal.endedAt} />
      {unwell.length > 0 && (
        <Findings>
          {unwell.map((one) => (
            <FindingRow key={findingName(one)} found={one} />
          ))}
        </Findings>
      )}
      <div className={layout.part}>
        <Grid>
          {[LEFT, RIGHT].map((groups) => (
            <Cell key={groups.join('-')} span={6}>
              {groups.map((group) => (
                <Group
                  key={group}
                  group={group}
                  title={t(`launch.check.groups.${group}`, { domain: now.domain })}
                  findings={of('ok').filter((one) => groupOf(one) === group)}
                  rehearsal={rehearsal}
                />
              ))}
              {groups === RIGHT && !isRunning && <TestMail now={now} />}
            </Cell>
          ))}
        </Grid>
      </div>
    </>
  );
}

/** Shows one group of findings. During a check its bob swings, and later groups wait. */
function Group({
  group,
  title,
  findings,
  rehearsal,
}: {
  group: FindingGroup;
  title: string;
  findings: readonly Found[];
  rehearsal: Rehearsal;
}) {
  const { t } = useWords();
  const { state, doing } = rehearsal;
  const isNow = state === 'running' && doing === group;
  const has = rehearsal.findings.some((one) => groupOf(one) === group);
  const isWaiting = state === 'running' && !isNow && !has && group !== 'test';
  if (findings.length === 0 && !isNow && !isWaiting) return null;
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul>
        {findings.map((one) => (
          <FindingRow key={`${findingName(one)}${one.values['about'] ?? ''}`} found={one} />
        ))}
        {isNow && (
          <FindingLine
            level="now"
            title={sayMade(t, rehearsal, group) ?? title}
            end={t('launch.check.now')}
          />
        )}
        {isWaiting && <FindingLine level="waiting" title={title} end={t('launch.check.waiting')} />}
      </ul>
    </section>
  );
}

function sayMade(t: UseWords['t'], { made }: Rehearsal, group: FindingGroup): string | null {
  return group === 'mails' && made.total > 0
    ? t('launch.check.runningOf', { n: made.n, total: made.total })
    : null;
}

function Running({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useWords();
  const { doing } = rehearsal;
  const what = doing === null ? '' : t(`launch.check.groups.${doing}`, { domain: '' }).replace(/, $/, '');
  return (
    <>
      <Lead>{t('launch.check.running', { what: sayMade(t, rehearsal, doing ?? 'site') ?? what })}</Lead>
      <p className={styles.note}>{t('launch.check.lead')}</p>
    </>
  );
}

function sumOf({ t }: UseWords, findings: readonly Found[]): string {
  const n = (level: string) => findings.filter((one) => levelOf(one) === level).length;
  return t('launch.check.sum', {
    red: t('launch.check.sumRed', { n: n('problem') }),
    yellow: t('launch.check.sumYellow', { n: n('warning') }),
    green: t('launch.check.sumGreen', { n: n('ok') }),
  });
}

function Sum({ rehearsal, sum, now }: { rehearsal: Rehearsal; sum: string; now: AnnouncementNow }) {
  const words = useWords();
  const { t } = words;
  const { startedAt, endedAt, isOld, state } = rehearsal;
  const seconds = Math.max(1, Math.round(((endedAt ?? startedAt) - startedAt) / 1000));
  const last = t('launch.check.last', {
    when: namedMoment(words, endedAt ?? startedAt, now.now),
    time: t('common.seconds', { n: seconds }),
  });
  return (
    <>
      <Lead>{sum}</Lead>
      <p className={styles.note}>
        {state === 'stopped' ? t('launch.check.errors.stopped') : last}{' '}
        {isOld ? t('launch.before.checkOld') : t('launch.check.lead')}
      </p>
    </>
  );
}

/** Announces the result to screen readers when a check ends. `at`: when the check ended; null during a check. */
function Spoken({ sum, at }: { sum: string; at: number | null }) {
  const { t } = useWords();
  const known = useRef(at);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (at === known.current) return;
    known.current = at;
    setSaid(at === null ? '' : t('launch.check.announce', { sum }));
  }, [at, sum, t]);
  return (
    <p className={hidden.hidden} role="status">
      {said}
    </p>
  );
}
