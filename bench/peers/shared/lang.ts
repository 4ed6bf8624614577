import { useSyncExternalStore } from 'react';
import { dictionaries, type Lang, type Strings } from './words';

const KEY = 'language';
const listeners = new Set<() => void>();
let memory: Lang | undefined;

function read(): Lang {
  if (memory) return memory;
  try {
    memory = localStorage.getItem(KEY) === 'pt' ? 'pt' : 'en';
  } catch {
    memory = 'en';
  }
  return memory;
}
export function setLang(lang: Lang): void {
  memory = lang;
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    /* storage blocked: keep it for this visit */
  }
  listeners.forEach((l) => l());
}
const subscribe = (l: () => void) => {
  listeners.add(l);
  return () => void listeners.delete(l);
};
export function useLang(): [Lang, Strings] {
  const lang = useSyncExternalStore(subscribe, read, () => 'en' as const);
  return [lang, dictionaries[lang]];
}
