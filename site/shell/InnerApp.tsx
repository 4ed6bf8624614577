import { createElement, Suspense, use, useEffect, useRef } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import type { Language } from '#contract/language.ts';
import { innerPageAt, PATHS, type DocumentName, type DocumentState } from '#contract/pages.ts';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { Late } from '../errors/Late.tsx';
import { LanguageProvider } from '../language/LanguageProvider.tsx';
import { useLanguage } from '../language/use-language.ts';
import { goToPart } from '../routing/landing.ts';
import { usePathEffects } from '../routing/use-path-effects.ts';
import { pageMeta } from './page-meta.ts';
import { PagesContext } from './PageLink.tsx';
import type { Pages } from './pages.ts';
import { Shell } from './Shell.tsx';

/** What a document of the site shows first, and the versions of its forms' consent texts. */
export type InnerShown = {
  page: DocumentName;
  state: DocumentState;
  language: Language;
  consent: Partial<Record<DocumentName, Record<Language, string>>>;
};

type Props = {
  shown: InnerShown;
  pages: Pages;
  /** Given while prerendering, where there is no address bar. */
  path?: string;
};

/** The site behind the Coming Soon page. */
export function InnerApp({ shown, pages, path: ssrPath }: Props) {
  const [path] = useBrowserLocation(ssrPath === undefined ? {} : { ssrPath });
  const name = innerPageAt(path) ?? shown.page;
  return (
    <ErrorBoundary>
      <LanguageProvider initial={shown.language}>
        <PagesContext value={pages}>
          <Shell path={path}>
            <Suspense fallback={<Late href="" />}>
              <PageAt name={name} path={path} shown={shown} pages={pages} />
            </Suspense>
          </Shell>
        </PagesContext>
      </LanguageProvider>
    </ErrorBoundary>
  );
}

type PageAtProps = { name: DocumentName; path: string; shown: InnerShown; pages: Pages };

function PageAt({ name, path, shown, pages }: PageAtProps) {
  const { language } = useLanguage();
  const page = pages.at(name) ?? use(pages.load(name, true));
  useEffect(() => {
    // As long as the site is live, the Coming Soon page redirects.
    if (path === PATHS.soon) navigate(PATHS.home, { replace: true });
  }, [path]);
  useEffect(() => {
    // Also after the language changed: its provider knows the Coming Soon page's title alone.
    const { title, description } = pageMeta(name, language);
    document.title = title;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [name, language]);
  usePathEffects(path, path !== PATHS.soon);
  const pathBefore = useRef(path);
  useEffect(() => {
    if (pathBefore.current !== path) goToPart();
    pathBefore.current = path;
  }, [path]);
  const state = name === shown.page ? shown.state : 'idle';
  return createElement(page, { key: name, state, consent: shown.consent[name]?.[language] ?? '' });
}
