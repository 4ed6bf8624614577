import type { Plugin } from 'vite';

// Removes leftovers of the bundler that every visitor would load.

/**
 * Waits for the module and styles of a dynamic import. The link to the module identifies one that hangs, see
 * site/errors/chunk.ts. Vite's own helper also preloads transitive imports, looks for existing links and
 * reports errors by an event; it would add 500 bytes to the 66 KiB of /soon. What fails is a TypeError, as where a
 * module does.
 */
const LOAD_CHUNK = `
const files = {};
const add = (file) => (files[file] ??= new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.onload = resolve;
  link.onerror = () => {
    delete files[file];
    reject(TypeError('no styles from ' + link.href));
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

/** Inlines class names where they are used: an exported object would hold all of them. */
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
 * Drops unused things: custom properties that only the site's other bundle uses, and the prefixed `image-set()` with
 * types, decoration colour and mask, as every browser that knows them also knows the unprefixed ones.
 */
export function lightCss(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const light = css
    .replace(/background-image:-webkit-image-set\([^;]*type\([^;]*;(?=background-image:image-set)/g, '')
    .replace(/-webkit-(text-decoration-color|mask-image):[^;}]*;(?=\1)/g, '')
    .replace(/(--[\w-]+):[^;{}]*(?:;|(?=}))/g, (all, name: string) => (used.has(name) ? all : ''));
  return light === css ? css : lightCss(light);
}
