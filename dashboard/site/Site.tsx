import { lazy, type ComponentType } from 'react';
import { useLocation } from 'wouter';
import { Missing } from '../frame/Missing.tsx';
import { Overview } from './Overview.tsx';

/** By the first part of the address below /site. Each routes what lies below its own itself. */
const PAGES: Partial<Record<string, ComponentType>> = {
  changes: lazy(() => import('./changes/Changes.tsx')),
  history: lazy(() => import('./history/History.tsx')),
  pages: lazy(() => import('./editor/Editor.tsx')),
  emails: lazy(() => import('./editor/Editor.tsx')),
};

export default function Site() {
  const [path] = useLocation();
  const [first] = path.split('/').slice(2);
  if (first === undefined) return <Overview />;
  const Page = PAGES[first];
  return Page ? <Page /> : <Missing />;
}
