import type { ReactNode } from 'react';
import styles from './Settings.module.css';

/** What it is about at the left, what can be done at the right. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div>
        <h2>{title}</h2>
        {text !== undefined && <p className={styles.about}>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** Things that can be taken away, one under the other. */
export function Things({ children }: { children: ReactNode }) {
  return <ul className={styles.things}>{children}</ul>;
}

type ThingProps = { name: ReactNode; note?: string | undefined; text: string; end?: ReactNode };

/** `note`: in brackets behind its name. */
export function Thing({ name, note, text, end }: ThingProps) {
  return (
    <li>
      <div>
        <h3>
          {name} {note !== undefined && <span className={styles.note}>({note})</span>}
        </h3>
        <p>{text}</p>
      </div>
      {end !== undefined && <div className={styles.ends}>{end}</div>}
    </li>
  );
}
