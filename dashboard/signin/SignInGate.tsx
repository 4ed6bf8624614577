import { useEffect, type ReactNode } from 'react';
import { Logo } from '#ui/Logo.tsx';
import { brand } from '../brand.ts';
import { useArrival } from '../frame/arrival.ts';
import { DashboardLanguage } from '../frame/Foot.tsx';
import styles from './SignInGate.module.css';

/** The public site's picture, with the words on its dark side. `below`: at the foot, beside the language. */
export function SignInGate({ below, children }: { below?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.gate}>
      <div className={styles.sky} />
      <main className={styles.column}>
        <p className={styles.logo}>
          <Logo {...brand()} />
        </p>
        <div className={styles.middle}>{children}</div>
        <div className={styles.below}>
          <DashboardLanguage />
          {below}
        </div>
      </main>
    </div>
  );
}

type HeadProps = { title: string; waits?: boolean | undefined; children?: ReactNode };

/** A screen's heading. It takes the focus when one screen replaces another. `waits`: as in PageHead. */
export function GateHead({ title, waits, children }: HeadProps) {
  const heading = useArrival(waits);
  useEffect(() => {
    document.title = `${title} · ${brand().name}`;
  }, [title]);
  return (
    <>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <p className={styles.lead}>{children}</p>}
    </>
  );
}

/** The available actions, one below the other. */
export function Ways({ children }: { children: ReactNode }) {
  return <div className={styles.ways}>{children}</div>;
}

/** A note below a button or a paragraph. */
export function GateNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
