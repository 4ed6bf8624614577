import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { dictionaries } from './shared/words';

let saved = 'en';
try {
  saved = localStorage.getItem('language') ?? 'en';
} catch {
  /* storage blocked */
}
void i18n.use(initReactI18next).init({
  resources: { en: { translation: dictionaries.en }, pt: { translation: dictionaries.pt } },
  lng: saved,
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});
export default i18n;
