import { Breve } from '#ui/Breve.tsx';
import hidden from '#ui/hidden.module.css';
import { codeShown, nextLanguage, ownName } from '#contract/language.ts';
import { useNow } from '../now.ts';
import { OutIcon } from '../parts/icons.tsx';
import { chooseLanguage, signOut } from '../session/acts.ts';
import { chooseTheme, theme } from '../chosen-theme.ts';
import { useWords } from '../words.ts';
import { useStore } from '../store.ts';
import styles from './Foot.module.css';

/** The state of the site, and links that belong to no page. */
export function Foot({ className = '', two = false }: { className?: string | undefined; two?: boolean }) {
  const { t } = useWords();
  const now = useNow();
  const isOpen = now?.stage === 'live';
  return (
    <div className={`${styles.foot} ${two ? styles.two : ''} ${className}`}>
      {!two && now?.sample === true && <Sample />}
      {!two && now && (
        <p className={styles.state}>
          <Breve swing={isOpen ? 'right' : 'left'} />
          <span>{isOpen ? t('stage.open') : t('stage.closed')}</span>
        </p>
      )}
      <a href="/" target="_blank" rel="noopener">
        {t('nav.seeSite')} <OutIcon />
        <span className={hidden.hidden}>, {t('common.newTab')}</span>
      </a>
      <DashboardLanguage />
      <ThemeSwitch />
      <button type="button" onClick={() => void signOut()}>
        {t('nav.signOut')}
      </button>
    </div>
  );
}

/** Says that the data shown is sample data. */
export function Sample() {
  const { t } = useWords();
  return <span className={styles.sample}>{t('common.sampleData')}</span>;
}

export function DashboardLanguage() {
  const { language } = useWords();
  const next = nextLanguage(language);
  return (
    <button type="button" onClick={() => void chooseLanguage(next)}>
      <span aria-hidden="true">{codeShown(language).toUpperCase()}</span>
      <Breve swing={nextLanguage(next) === language && language < next ? 'right' : 'left'} />
      <span className={hidden.hidden} lang={next}>
        {ownName(next)}
      </span>
    </button>
  );
}

function ThemeSwitch() {
  const { t } = useWords();
  const other = useStore(theme).shown === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" onClick={() => chooseTheme(other)}>
      {other === 'light' ? t('nav.toLight') : t('nav.toDark')}
    </button>
  );
}
