import { useEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import type { Language } from '#contract/language.ts';
import { PATHS, type HydratedState } from '#contract/pages.ts';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { LanguageProvider } from './language/LanguageProvider.tsx';
import { useLanguage } from './language/use-language.ts';
import { usePathEffects } from './routing/use-path-effects.ts';
import { Soon } from './soon/Soon.tsx';

/** What a document shows first, and the version of its consent text in each language. */
export type InitialView = {
  state: HydratedState;
  language: Language;
  consent: Record<Language, string>;
};

/** The Coming Soon page. `path` is given while prerendering, where there is no address bar. */
export function App({ shown, path }: { shown: InitialView; path?: string | undefined }) {
  return (
    <ErrorBoundary>
      <LanguageProvider initial={shown.language}>
        <Pages shown={shown} path={path} />
      </LanguageProvider>
    </ErrorBoundary>
  );
}

function Pages({ shown, path: ssrPath }: { shown: InitialView; path: string | undefined }) {
  const [path] = useBrowserLocation(ssrPath === undefined ? {} : { ssrPath });
  const { language } = useLanguage();
  const isSoon = path === PATHS.soon;
  usePathEffects(path, isSoon);
  if (isSoon) return <Soon state={shown.state} consent={shown.consent[language]} />;
  return <RedirectToSoon />;
}

/** Every other path redirects here, replacing its history entry. */
function RedirectToSoon() {
  useEffect(() => navigate(PATHS.soon, { replace: true }), []);
  return null;
}
