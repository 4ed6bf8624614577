import { useEffect, useState, type FormEvent } from 'react';
import { setLang, useLang } from './lang';
import { Page, type Status } from './Page';
import { send } from './send';

export default function ComingSoon() {
  const [lang, t] = useLang();
  const [status, setStatus] = useState<Status>('idle');
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    performance.mark('interactive');
  }, []);
  useEffect(() => {
    document.title = t.documentTitle;
    document.documentElement.lang = lang;
  }, [lang, t]);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status === 'sending') return;
    const email = new FormData(event.currentTarget).get('email');
    setStatus('sending');
    setStatus((await send(email)) ? 'done' : 'failed');
  }
  return (
    <Page
      t={t}
      status={status}
      paused={paused}
      onToggle={() => setLang(lang === 'en' ? 'pt' : 'en')}
      onSubmit={onSubmit}
      onPause={() => setPaused(!paused)}
    />
  );
}
