import type { DoctorFound, LookedAt, Unwell } from '#contract/owner/doctor.ts';
import { useAct, useOwner } from '../api.ts';
import { SmallButton, TextButton } from '../parts/Button.tsx';
import { FindingLine, Findings, Quote } from '../parts/FindingLine.tsx';
import { FormProblem, Loaded } from '../parts/states.tsx';
import { useCopy } from '../parts/toasts.ts';
import { DOCTOR_WORDS } from '../text/doctor.ts';
import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

/** The health check: each finding for the owner, and a sentence for the server administrator. */
export function Doctor({ version }: { version: string }) {
  const { t } = useWords();
  const read = useOwner<DoctorFound | null>('/doctor');
  const look = useAct<DoctorFound>('/doctor');
  return (
    <Section id="doctor" title={t('settings.doctor')} text={t('settings.doctorText')}>
      <p className={`${styles.hint} ${styles.gap}`}>{t('settings.version', { version })}</p>
      <Loaded read={read}>{(found) => (found === null ? null : <Found found={found} />)}</Loaded>
      <div className={look.problem ? styles.gap : ''}>
        <FormProblem problem={look.problem} />
      </div>
      <SmallButton busy={look.busy} onClick={() => void look.send().catch(() => {})}>
        {t(look.busy ? 'settings.doctorRunning' : 'settings.doctorRun')}
      </SmallButton>
    </Section>
  );
}

const LEVELS = { problem: 0, warning: 1 } as const;

function Found({ found: { at, findings } }: { found: DoctorFound }) {
  const words = useWords();
  const { t } = words;
  const when = whenOf(words, at);
  const unwell = findings
    .filter((one) => one.level !== 'ok')
    .toSorted((a, b) => LEVELS[a.level] - LEVELS[b.level]);
  return (
    <div role="status">
      <p>
        {unwell.length === 0
          ? t('settings.doctorWell', { n: findings.length, when })
          : t('settings.doctorSome', { n: unwell.length, when })}
      </p>
      <div className={styles.findings}>
        <Findings>
          {unwell.map((one) => (
            <One key={one.about + one.text} finding={one} />
          ))}
        </Findings>
      </div>
    </div>
  );
}

function One({ finding: { about, level, code, values } }: { finding: Unwell & { about: LookedAt } }) {
  const { t, fill, language } = useWords();
  const text = fill(DOCTOR_WORDS[language][code], values);
  const isRed = level === 'problem';
  const copy = useCopy();
  return (
    <FindingLine
      level={isRed ? 'red' : 'yellow'}
      title={t(`settings.doctorAbout.${about}`)}
      end={t(isRed ? 'launch.check.red' : 'launch.check.yellow')}
    >
      <Quote>{text}</Quote>
      <TextButton onClick={() => copy(text)}>{t('launch.check.copyTech')}</TextButton>
    </FindingLine>
  );
}
