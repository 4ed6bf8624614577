import { join } from 'node:path';
import { PATHS } from '#contract/pages.ts';
import { ROOT } from '#server/base/root.ts';

export const PEERS = join(ROOT, 'bench/peers');
/** Output of the bench, not in git. */
export const RESULTS = join(ROOT, 'bench/results');
export const SITE = join(RESULTS, 'site');
export const LIMIT = join(RESULTS, 'limit');

/** A page to measure. `folder` is below bench/peers; ours and the limit have none. */
export type Stack = {
  id: string;
  name: string;
  dist: string;
  /** The path of the page on its site. */
  path: string;
  folder?: string;
  /** Whether it runs React in the browser: our first paint has to beat these peers. */
  react?: true;
  /** It runs no script, so it never reports that it is interactive. */
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
  peer('next', 'Next.js 16, static export', 'out'),
  peer('astro', 'Astro 7 with a React island', 'dist'),
  peer('spa', 'client-rendered: Vite + React + react-router + i18next', 'dist'),
];
export const STACKS: Stack[] = [ours, limit, ...peers];

function peer(folder: string, name: string, dist: string): Stack {
  return { id: folder, name, folder, dist: join(PEERS, folder, dist), path: PATHS.soon, react: true };
}

// Selectors of what a person uses, without classes: the same in every stack.
export const TOGGLE = 'header button';
export const FIELD = 'input[autocomplete=email]';
export const SUBMIT = 'main form button';
export const SUCCESS = 'main [role=status] p';
export const FAILURE = 'main [role=alert] p';
