// Fills index.html with the rendered page and inlines the stylesheet; in the sliced variant the inline starter
// src/boot.js brings the scripts in after the first frame.
import { readFileSync, writeFileSync, rmSync, readdirSync } from 'node:fs';

const sliced = process.env.VARIANT === 'sliced';
const dist = `dist/${sliced ? 'sliced' : 'at-once'}`;
const { render } = await import(new URL('./.ssr/entry-server.js', import.meta.url));
let html = readFileSync(`${dist}/index.html`, 'utf8');
html = html.replace(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_, href) => {
  const css = readFileSync(dist + href, 'utf8').trim();
  rmSync(dist + href);
  return `<style>${css}</style>`;
});
html = html.replace(/>\s+</g, '><').replace(/<script type="module" crossorigin/g, '<script type="module"').trim();
html = html.replace('<!--app-->', () => render());
if (sliced) {
  const { minifySync } = await import('rolldown/utils');
  const scripts = readdirSync(`${dist}/assets`).filter((name) => name.endsWith('.js'));
  const file = (start) => `/assets/${scripts.find((name) => name.startsWith(start))}`;
  const boot = minifySync('boot.js', readFileSync('src/boot.js', 'utf8'), { module: true })
    .code.replace('__REACT__', file('react-'))
    .replace('__APP__', file('index-'));
  const links = scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}">`);
  html = html
    .replace(/<script type="module" src="[^"]+"><\/script>/, () => `<script type="module">${boot}</script>`)
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('</head>', `${links.join('')}</head>`);
}
writeFileSync(`${dist}/index.html`, html);
