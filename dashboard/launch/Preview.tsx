import { useEffect, useState } from 'react';
import type { AnnouncementWords } from '#contract/announcement.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { Purpose, TypedPreview } from '#contract/owner/launch.ts';
import { brand } from '../brand.ts';
import { Tabs } from '../parts/Tabs.tsx';
import { isPassing } from '../problem.ts';
import { request } from '../request.ts';
import { useFrameDocument } from '../site/frame/use-frame-document.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './WordsPage.module.css';

type Theme = 'light' | 'dark';
type Width = 'phone' | 'wide';
type Look = { words: AnnouncementWords; language: Language; theme: Theme };

/** Shows the mail as it is typed, in a frame that runs no script and loads nothing. */
export function Preview({ purpose, words }: { purpose: Purpose; words: AnnouncementWords }) {
  const { t, language: own } = useWords();
  const [language, setLanguage] = useState<Language>(own);
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<Width>('phone');
  const { subject, preheader } = words[language];
  const path = pathOf(purpose, '/preview');
  const frame = useFrame(path, { words, language, theme });
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
            {t('launch.words.from')} <b>{brand().name}</b>
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
          sandbox="allow-same-origin"
          {...frame}
        />
      </div>
      <Looks theme={theme} onTheme={setTheme} width={width} onWidth={setWidth} />
      <p className={styles.fixed}>{t('launch.words.fixed')}</p>
    </section>
  );
}

type LooksProps = {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  width: Width;
  onWidth: (width: Width) => void;
};

function Looks({ theme, onTheme, width, onWidth }: LooksProps) {
  const { t } = useWords();
  return (
    <div className={styles.bar}>
      <Tabs
        label={t('launch.words.preview')}
        value={width}
        onChange={onWidth}
        options={[
          { value: 'phone', word: t('launch.words.previewPhone') },
          { value: 'wide', word: t('launch.words.previewWide') },
        ]}
      />
      <Tabs
        label={`${t('launch.words.previewLight')}, ${t('launch.words.previewDark')}`}
        value={theme}
        onChange={onTheme}
        options={[
          { value: 'light', word: t('launch.words.previewLight') },
          { value: 'dark', word: t('launch.words.previewDark') },
        ]}
      />
    </div>
  );
}

/** Debounce, in milliseconds. */
const REST_MS = 250;
const RETRY_MS = 2000;

/** Loads the server's rendering of the words into the frame, and keeps its scroll position. */
function useFrame(path: string, look: Look) {
  const { doc, frame } = useFrameDocument();
  const [html, setHtml] = useState<string | null>(null);
  const asked = JSON.stringify(look);
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      request<TypedPreview>(path, { body: JSON.parse(asked) as unknown, signal: left.signal })
        .then((made) => setHtml(made.html))
        // The strip reports a lost connection.
        .catch((error: unknown) => {
          if (isPassing(error)) timer = setTimeout(() => void ask(), RETRY_MS);
        });
    timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [path, asked]);
  useEffect(() => {
    if (doc !== null && html !== null) put(doc, html);
  }, [doc, html]);
  return frame;
}

/** No script can run in the frame: its policy and its sandbox allow none. */
function put({ documentElement: mail }: Document, html: string): void {
  mail.innerHTML = html;
}
