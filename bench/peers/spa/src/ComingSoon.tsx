import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Page, type Status } from './shared/Page';
import { send } from './shared/send';
import { dictionaries, type Strings } from './shared/words';

const KEYS = Object.keys(dictionaries.en) as (keyof Strings)[];

export default function ComingSoon() {
  const { t, i18n } = useTranslation();
  const lang = i18n.language;
  const [status, setStatus] = useState<Status>('idle');
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    performance.mark('interactive');
  }, []);
  useEffect(() => {
    document.title = t('documentTitle');
    document.documentElement.lang = lang;
  }, [lang, t]);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status === 'sending') return;
    const email = new FormData(event.currentTarget).get('email');
    setStatus('sending');
    setStatus((await send(email)) ? 'done' : 'failed');
  }
  function onToggle() {
    const next = lang === 'en' ? 'pt' : 'en';
    void i18n.changeLanguage(next);
    try {
      localStorage.setItem('language', next);
    } catch {
      /* storage blocked */
    }
  }
  const words = Object.fromEntries(KEYS.map((key) => [key, t(key)])) as Strings;
  return (
    <Page
      t={words}
      status={status}
      paused={paused}
      onToggle={onToggle}
      onSubmit={onSubmit}
      onPause={() => setPaused(!paused)}
    />
  );
}
