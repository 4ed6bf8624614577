import { site } from '#site.config';
import { Breve } from '#ui/Breve.tsx';
import { Instagram, LinkedIn } from '#ui/icons.tsx';
import { ConsentControl } from '../consent/ConsentControl.tsx';
import { useLanguage } from '../language/use-language.ts';
import styles from './SoonFooter.module.css';

/** `onPause` stops and resumes the title: what moves longer than five seconds can be stopped (WCAG 2.2.2). */
export function SoonFooter({ paused, onPause }: { paused: boolean; onPause: () => void }) {
  const { text } = useLanguage();
  return (
    <footer className={styles.footer}>
      <p className={styles.follow}>{text.soon.socialText}</p>
      <a
        className={styles.icon}
        href={site.social.instagram}
        target="_blank"
        rel="noopener"
        aria-label={text.socials.instagram}
      >
        <Instagram />
      </a>
      <a
        className={styles.icon}
        href={site.social.linkedin}
        target="_blank"
        rel="noopener"
        aria-label={text.socials.linkedin}
      >
        <LinkedIn />
      </a>
      <button
        className={`${styles.icon} ${styles.pause}`}
        type="button"
        aria-label={paused ? text.soon.resumeSwing : text.soon.pauseSwing}
        onClick={onPause}
        data-live
      >
        <Breve swing={paused ? 'left' : 'rest'} className={styles.glyph} />
      </button>
      <ConsentControl className={styles.consent} />
    </footer>
  );
}
