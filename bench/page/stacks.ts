import { join } from 'node:path';
import { PATHS } from '#contract/pages.ts';
import { ROOT } from '../../scripts/build/root.ts';

export const PEERS = join(ROOT, 'bench/peers');
/** What audits our pages, with a lockfile of its own. */
export const TOOLS = join(ROOT, 'bench/tools');
/** Everything the bench makes and nobody keeps. */
export const RESULTS = join(ROOT, 'bench/results');
export const SITE = join(RESULTS, 'site');
export const LIMIT = join(RESULTS, 'limit');
/** The site behind the Coming Soon page, laid out in its stage. */
export const INNER = join(RESULTS, 'inner');

/** One page that is measured. `folder` is below bench/peers; ours and the limit have none. */
export type Stack = {
  id: string;
  name: string;
  dist: string;
  /** Where in it the page is. */
  path: string;
  folder?: string;
  variant?: string;
  /** Whether React runs it in the browser: the peers our first paint has to beat. */
  react?: true;
  /** No script runs in it: it never says that it is interactive. */
  still?: true;
};

const ours: Stack = { id: 'ours', name: 'embreve', dist: SITE, path: PATHS.soon };
const limit: Stack = {
  id: 'limit',
  name: 'the limit: one hand-written document, vanilla script',
  dist: LIMIT,
  path: PATHS.soon,
};
const peers: Stack[] = [
  peer('1f', 'Vite + React + wouter, sliced after first paint', 'wouter', 'dist/sliced', 'sliced'),
  peer('1a', 'Vite + React + wouter, hydrated at once', 'wouter', 'dist/at-once', 'at-once'),
  peer('2', 'Vite + React + react-router data mode', 'react-router', 'dist'),
  peer('4', 'Next.js 16, static export', 'next', 'out'),
  peer('5a', 'Astro 7 with a React island', 'astro', 'dist'),
  peer('6', 'client-rendered: Vite + React + react-router + i18next', 'spa', 'dist'),
  peer('8', 'TanStack Start, prerendered', 'tanstack-start', 'dist/client'),
];
export const STACKS: Stack[] = [ours, limit, ...peers];

function peer(id: string, name: string, folder: string, dist: string, variant?: string): Stack {
  const stack: Stack = { id, name, folder, dist: join(PEERS, folder, dist), path: PATHS.soon, react: true };
  return variant === undefined ? stack : { ...stack, variant };
}

// What a person uses, found without any class: the same in every stack.
export const TOGGLE = 'header button';
export const FIELD = 'input[type=email]';
export const SUBMIT = 'main form button';
export const SUCCESS = 'main [role=status] p';
export const FAILURE = 'main [role=alert] p';
