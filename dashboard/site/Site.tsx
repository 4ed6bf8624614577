import { lazy, type ComponentType } from 'react';
import { useLocation } from 'wouter';
import { Missing } from '../frame/Missing.tsx';
import { Overview } from './Overview.tsx';

/** By the first part of the address below /site. Each routes what is below its own itself. */
const PAGES: Partial<Record<string, ComponentType>> = {
  brand: lazy(() => import('./agency/Brand.tsx')),
  facts: lazy(() => import('./agency/Facts.tsx')),
  books: lazy(() => import('./agency/Books.tsx')),
  search: lazy(() => import('./agency/Search.tsx')),
  changes: lazy(() => import('./changes/Changes.tsx')),
  drafts: lazy(() => import('./DraftLinks.tsx')),
  history: lazy(() => import('./history/History.tsx')),
  pages: lazy(() => import('./editor/Editor.tsx')),
  emails: lazy(() => import('./editor/Editor.tsx')),
};

const Picture = lazy(() => import('./pictures/PicturePage.tsx'));

export default function Site() {
  const [path] = useLocation();
  const [first, ...rest] = path.split('/').slice(2);
  if (first === undefined) return <Overview />;
  // A picture belongs to a page: `/site/pages/soon/pictures/soon`.
  if (rest.at(-2) === 'pictures') return <Picture />;
  const Page = PAGES[first];
  return Page ? <Page /> : <Missing />;
}
