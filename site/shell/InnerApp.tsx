import { createElement, Suspense, use, useEffect, useRef } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import type { Language } from '#contract/language.ts';
import { caseAt, innerPageAt, PATHS, type DocumentName, type DocumentState } from '#contract/pages.ts';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { Late } from '../errors/Late.tsx';
import { LanguageProvider } from '../language/LanguageProvider.tsx';
import { useLanguage } from '../language/use-language.ts';
import { goToPart } from '../routing/landing.ts';
import { usePathEffects } from '../routing/use-path-effects.ts';
import { pageMeta } from './page-meta.ts';
import { PagesContext } from './PageLink.tsx';
import { isHidden } from './Part.tsx';
import type { Pages } from './pages.ts';
import { Shell } from './Shell.tsx';
import { bringStory, caseOf, storyOf } from '../work/cases.ts';

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

/** Stands for every address without a page: none is the current one in the navbar. */
export const NOWHERE = '/missing';

/** Where there is no page, or a hidden one, the document's own stays. */
function nameAt(path: string, shown: InnerShown): DocumentName {
  const page = innerPageAt(path);
  if (page !== null && !isHidden(page)) return page;
  return caseOf(caseAt(path)) === null ? shown.page : 'work';
}

/** The site behind the Coming Soon page. */
export function InnerApp({ shown, pages, path: ssrPath }: Props) {
  const [path] = useBrowserLocation(ssrPath === undefined ? {} : { ssrPath });
  const name = nameAt(path, shown);
  const slug = name === 'work' ? caseAt(path) : null;
  return (
    <ErrorBoundary>
      <LanguageProvider initial={shown.language}>
        <PagesContext value={pages}>
          <Shell path={name === 'missing' ? NOWHERE : path}>
            <Suspense fallback={<Late href="" />}>
              <PageAt name={name} slug={slug} path={path} shown={shown} pages={pages} />
            </Suspense>
          </Shell>
        </PagesContext>
      </LanguageProvider>
    </ErrorBoundary>
  );
}

type PageAtProps = { name: DocumentName; slug: string | null; path: string; shown: InnerShown; pages: Pages };

function PageAt({ name, slug, path, shown, pages }: PageAtProps) {
  const { language } = useLanguage();
  const page = pages.at(name) ?? use(pages.load(name, true));
  if (name === 'work' && slug !== null && storyOf(slug) === null) use(bringStory(slug));
  useEffect(() => {
    // As long as the site is live, the Coming Soon page redirects.
    if (path === PATHS.soon) navigate(PATHS.home, { replace: true });
  }, [path]);
  useEffect(() => {
    // Also after the language changed: its provider knows the Coming Soon page's title alone.
    const { title, description } = pageMeta(name, language, slug);
    document.title = title;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [name, language, slug]);
  usePathEffects(path, path !== PATHS.soon);
  const pathBefore = useRef(path);
  useEffect(() => {
    if (pathBefore.current !== path) goToPart();
    pathBefore.current = path;
  }, [path]);
  const state = name === shown.page ? shown.state : 'idle';
  const consent = shown.consent[name]?.[language] ?? '';
  return createElement(page, { key: `${name} ${slug}`, state, consent, slug });
}
