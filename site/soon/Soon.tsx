import { useEffect } from 'react';
import type { HydratedState } from '#contract/pages.ts';
import { Logo } from '#ui/Logo.tsx';
import { LanguageToggle } from '../language/LanguageToggle.tsx';
import { handOver } from '../inline/hand-over.ts';
import { useLanguage } from '../language/use-language.ts';
import { SubscribeForm } from '../subscribe/SubscribeForm.tsx';
import { values } from '../values.ts';
import { SoonFooter } from './SoonFooter.tsx';
import { fitOf, inLines } from '../shell/fit.ts';
import styles from './Soon.module.css';

const FORM_STATUS = { idle: 'idle', subscribed: 'done', failed: 'failed' } as const;

/** Loaded once somebody starts to type: the bob swings with the thanks. The page is complete without it. */
function armSwing(): void {
  void import('./swing/swing.ts').catch(() => {});
}

/** The Coming Soon page: its elements in the reading order of screen readers. */
export function Soon({ state, consent }: { state: HydratedState; consent: string }) {
  const { text } = useLanguage();
  const title = inLines(text.soon.title);
  useEffect(() => {
    document.querySelector('main')?.addEventListener('focusin', armSwing);
    // Typing may have started before this ran.
    if (document.activeElement !== document.body) armSwing();
  }, []);
  return (
    <div className={styles.page}>
      <div className={styles.sky} aria-hidden="true" data-sky />
      <header className={styles.top}>
        <LanguageToggle name="state" value={state} />
        <p className={styles.logo}>
          <Logo {...values.brand} />
        </p>
      </header>
      <main className={styles.body}>
        <h1 className={styles.title} data-fit={fitOf(title)}>
          {title}
        </h1>
        <p className={styles.working}>{text.soon.workingMessage}</p>
        <p className={styles.subtle}>{text.soon.subtleMessage}</p>
        <SubscribeForm initial={handOver.status ?? FORM_STATUS[state]} consent={consent} />
      </main>
      <SoonFooter />
    </div>
  );
}
