import type { CSSProperties, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { SwingGlyph } from '../parts/SwingGlyph.tsx';
import { DashboardLanguage } from '../frame/Foot.tsx';
import { Acts, Button, TextButton, TextLink } from '../parts/Button.tsx';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { useAutosaveStatus } from '../site/autosave/use-autosave.ts';
import { GateHead } from '../signin/SignInGate.tsx';
import gate from '../signin/SignInGate.module.css';
import { useWords } from '../words.ts';
import styles from './WelcomeStep.module.css';

/** The first is signing in; the others are at `/welcome/2` to `/welcome/5`. */
export const STEPS = 5;

export function useNext(n: number): () => void {
  const [, go] = useLocation();
  return () => go(n < STEPS ? `/welcome/${n + 1}` : '/', { replace: n === 1 });
}

type ScreenProps = {
  n: number;
  title: string;
  lead?: string | undefined;
  logo?: ReactNode;
  /** Of the whole page, e.g. an accent that was just chosen. */
  style?: CSSProperties | undefined;
  /** Its data is still loading. */
  waits?: boolean;
  foot?: ReactNode;
  children: ReactNode;
};

/** What surrounds a step: its place among the others, and its heading. */
export function WelcomeScreen({ n, title, lead, logo, style, waits, foot, children }: ScreenProps) {
  const { t } = useWords();
  return (
    <div className={gate.gate} style={style}>
      <div className={`${gate.sky} ${styles.sky}`} />
      <main className={`${gate.column} ${styles.column}`}>
        <p className={styles.top}>
          <span className={gate.logo}>{logo}</span>
          <DashboardLanguage />
        </p>
        <div className={styles.middle}>
          <p className={styles.over}>
            <SwingGlyph at={(n - 1) * 25} className={styles.place} />
            {t('start.step', { n, total: STEPS })}
          </p>
          <GateHead title={title} waits={waits}>
            {lead}
          </GateHead>
          {children}
        </div>
        {foot}
      </main>
    </div>
  );
}

type Props = Omit<ScreenProps, 'waits' | 'foot'> & {
  /** Saves what was entered and goes on. */
  send: () => void;
  skip: () => void;
  busy?: boolean;
  /** On its button, instead of "Continue". */
  sendText?: string | undefined;
  /** Why it was not saved. */
  said?: string | null;
  /** A sentence at the foot, instead of "You can change all of this later". */
  below?: string;
};

/** One of the five steps of the first start: a few fields, one button, and a way past it. */
export function WelcomeStep(props: Props) {
  const { n, send, skip, busy = false, sendText, said = null, below, children, ...screen } = props;
  const { t } = useWords();
  const { failing } = useAutosaveStatus();
  return (
    <WelcomeScreen
      {...screen}
      n={n}
      foot={
        <p className={gate.below}>
          {n > 2 && <TextLink href={`/welcome/${n - 1}`}>{t('start.back')}</TextLink>}
          <span>{below ?? t('start.later')}</span>
        </p>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <div>
          <Acts>
            <Button type="submit" busy={busy}>
              {sendText ?? t(n === STEPS ? 'start.finish' : 'start.next')}
            </Button>
            <TextButton onClick={skip}>{t('start.skip')}</TextButton>
          </Acts>
          {/* Of this step, or of one before. */}
          <ErrorNotice text={said ?? (failing ? t('editor.notSaved') : null)} />
        </div>
      </form>
    </WelcomeScreen>
  );
}
