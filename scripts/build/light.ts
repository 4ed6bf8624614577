import type { Plugin } from 'vite';

// Takes out what the bundler leaves in and every visitor would load.

/**
 * What a dynamic import waits for: its module and its styles. The link to the module names one that hangs, see
 * site/errors/chunk.ts. Vite's own form also preloads what that one imports, looks for links of the page and reports
 * errors by an event; on /soon it weighs 500 bytes more, of 66 KiB.
 */
const LOAD_CHUNK = `
const files = {};
const add = (file) => (files[file] ??= new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.onload = resolve;
  link.onerror = () => {
    delete files[file];
    reject(new Error('no styles from ' + link.href));
  };
  link.rel = 'stylesheet';
  if (file.endsWith('js')) {
    link.rel = 'modulepreload';
    resolve();
  }
  link.href = '/' + file;
  document.head.append(link);
}));
export const __vitePreload = (load, files = []) => Promise.all([load(), ...files.map(add)]).then(([module]) => module);
`;

export function lightPreload(): Plugin {
  return {
    name: 'light-preload',
    transform: (_code, id) => (id === '\0vite/preload-helper.js' ? LOAD_CHUNK : null),
  };
}

/** The names of classes stand where they are used: an object of them would hold all, with their short names too. */
export function lightStyles(): Plugin {
  return {
    name: 'light-styles',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.tsx')
        ? code.replace(/^import (\w+) from (?='.+\.module\.css')/gm, 'import * as $1 from ')
        : null,
  };
}

/**
 * Drops two things that nobody uses: custom properties that only the site's other bundle asks for, and the prefixed form of
 * `image-set()` with types, which no browser knows without knowing the bare one.
 */
export function lightCss(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const light = css
    .replace(/background-image:-webkit-image-set\([^;]*type\([^;]*;(?=background-image:image-set)/g, '')
    .replace(/(--[\w-]+):[^;{}]*(?:;|(?=}))/g, (all, name: string) => (used.has(name) ? all : ''));
  return light === css ? css : lightCss(light);
}
