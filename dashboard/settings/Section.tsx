import { useEffect, useRef, type ReactNode } from 'react';
import { Row, Rows } from '../parts/layout.tsx';
import { Topic } from '../parts/Topic.tsx';
import styles from './Settings.module.css';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

type SectionProps = {
  /** The fragment of a link to it: `/settings#backup`. */
  id?: string;
  title: string;
  text?: string | undefined;
  children: ReactNode;
};

/** A section of the settings: its topic at the left, its actions at the right. */
export function Section({ id, title, text, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const place = heading.current;
    if (id === undefined || place === null || location.hash !== `#${id}`) return;
    // The section is rendered after the browser looked for it, and later lists above it push it down.
    place.focus();
    const grown = new ResizeObserver(() => place.scrollIntoView());
    grown.observe(document.body);
    const stop = () => grown.disconnect();
    for (const touch of TOUCHES) addEventListener(touch, stop, { once: true });
    return () => {
      stop();
      for (const touch of TOUCHES) removeEventListener(touch, stop);
    };
  }, [id]);
  return (
    <Topic title={title} text={text} heading={id === undefined ? {} : { ref: heading, id, tabIndex: -1 }}>
      {children}
    </Topic>
  );
}

/** A list of things that can be removed. */
export function Things({ children }: { children: ReactNode }) {
  return (
    <div className={styles.things}>
      <Rows>{children}</Rows>
    </div>
  );
}

type ThingProps = { name: ReactNode; note?: string | undefined; text: string; end?: ReactNode };

/** `note`: in brackets after the name. */
export function Thing({ name, note, text, end }: ThingProps) {
  return (
    <Row
      title={
        <>
          {name} {note !== undefined && <span className={styles.note}>({note})</span>}
        </>
      }
      text={text}
      end={end && <div className={styles.ends}>{end}</div>}
    />
  );
}
