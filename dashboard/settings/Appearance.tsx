import { LANGUAGES, ownName } from '#contract/language.ts';
import { chooseTheme, theme } from '../chosen-theme.ts';
import { Tabs } from '../parts/Tabs.tsx';
import { chooseLanguage } from '../session/acts.ts';
import { useStore } from '../store.ts';
import type { ThemeChoice } from '../theme.ts';
import { useWords } from '../words.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const THEMES: readonly ThemeChoice[] = ['dark', 'light', 'device'];

/** The theme belongs to this browser; the language is the owner's. */
export function Appearance() {
  const { t, language } = useWords();
  const { choice } = useStore(theme);
  return (
    <Section title={t('settings.look')}>
      <div className={styles.looks}>
        <div>
          <p>{t('settings.theme')}</p>
          <Tabs
            label={t('settings.theme')}
            value={choice}
            options={THEMES.map((value) => ({ value, word: t(`settings.themes.${value}`) }))}
            onChange={chooseTheme}
          />
        </div>
        <div>
          <p>{t('people.by.language')}</p>
          <Tabs
            label={t('people.by.language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, word: ownName(value), lang: value }))}
            onChange={(chosen) => void chooseLanguage(chosen)}
          />
        </div>
      </div>
    </Section>
  );
}
