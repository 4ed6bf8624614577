import { useState, type ReactNode } from 'react';
import { filled } from '#contract/words.ts';
import { nextLanguage, type Language } from '#contract/language.ts';
import { texts } from '../text/texts.ts';
import { values } from '../values.ts';
import { remember, speak } from './choice.ts';
import { LanguageContext } from './use-language.ts';

/** `initial`: the language of the document being rendered or hydrated. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  function toggle() {
    const next = nextLanguage(language);
    const { meta } = texts[next];
    setLanguage(next);
    speak(next, filled(meta.title, values.brand), meta.description);
    remember(next);
  }
  return <LanguageContext value={{ language, text: texts[language], toggle }}>{children}</LanguageContext>;
}
