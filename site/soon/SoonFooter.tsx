import hidden from '#ui/hidden.module.css';
import { Icon } from '#ui/icons.tsx';
import { ConsentControl } from '../consent/ConsentControl.tsx';
import { useLanguage } from '../language/use-language.ts';
import { values } from '../values.ts';
import { hasProfiles, Profiles } from '../shell/Profiles.tsx';
import { togglePause } from './pause.ts';
import styles from './SoonFooter.module.css';

/** The button has both labels; the styles show the right one. */
export function SoonFooter() {
  const { text } = useLanguage();
  return (
    <footer className={styles.footer}>
      {hasProfiles() && (
        <p className={values.profiles.length > 3 ? styles.many : styles.follow}>{text.soon.socialText}</p>
      )}
      <Profiles className={styles.icon} />
      <button
        className={`${styles.icon} ${styles.pause}`}
        type="button"
        onClick={togglePause}
        data-live="pause"
      >
        <Icon>
          <path className={styles.toPause} d="M9 6v12M15 6v12" />
          <path className={styles.toResume} d="M8 6l9 6l-9 6z" />
        </Icon>
        <span className={`${hidden.hidden} ${styles.toPause}`}>{text.soon.pauseSwing}</span>{' '}
        <span className={`${hidden.hidden} ${styles.toResume}`}>{text.soon.resumeSwing}</span>
      </button>
      <ConsentControl className={styles.consent} />
    </footer>
  );
}
