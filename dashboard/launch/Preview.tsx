import { useState } from 'react';
import type { AnnouncementWords } from '#contract/announcement.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { site } from '#site.config';
import { Tabs } from '../parts/Tabs.tsx';
import { useWords } from '../words.ts';
import { pathOf } from './truth.ts';
import styles from './WordsPage.module.css';

type Theme = 'light' | 'dark';
type Width = 'phone' | 'wide';
type Props = { purpose: Purpose; words: AnnouncementWords; version: string };

/** The real mail, as it is saved, in a frame that runs and loads nothing. */
export function Preview({ purpose, words, version }: Props) {
  const { t, language: own } = useWords();
  const [language, setLanguage] = useState<Language>(own);
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<Width>('phone');
  const { subject, preheader } = words[language];
  const query = new URLSearchParams({ language, theme, version });
  return (
    <section>
      <div className={styles.bar}>
        <h2>{t('launch.words.preview')}</h2>
        <Tabs
          label={t('launch.words.preview')}
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((one) => ({ value: one, word: t(`languages.${one}Short`) }))}
        />
      </div>
      <div className={styles.mail}>
        <div className={styles.line} lang={language}>
          <p>
            {t('launch.words.from')} <b>{site.brand.name}</b>
          </p>
          <p>
            <b>{subject}</b>
          </p>
          <p>{preheader}</p>
        </div>
        <iframe
          className={styles.frame}
          data-width={width}
          title={`${t('launch.words.preview')}: ${subject}`}
          sandbox=""
          src={`/api/owner${pathOf(purpose, '/preview')}?${query.toString()}`}
        />
      </div>
      <div className={styles.bar}>
        <Tabs
          label={t('launch.words.preview')}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'phone', word: t('launch.words.previewPhone') },
            { value: 'wide', word: t('launch.words.previewWide') },
          ]}
        />
        <Tabs
          label={`${t('launch.words.previewLight')}, ${t('launch.words.previewDark')}`}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', word: t('launch.words.previewLight') },
            { value: 'dark', word: t('launch.words.previewDark') },
          ]}
        />
      </div>
      <p className={styles.fixed}>{t('launch.words.fixed')}</p>
    </section>
  );
}
