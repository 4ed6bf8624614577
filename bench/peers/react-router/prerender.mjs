// Fills index.html with the rendered page and inlines the stylesheet.
import { readFileSync, writeFileSync, rmSync } from 'node:fs';

const { render } = await import(new URL('./.ssr/entry-server.js', import.meta.url));
const rendered = await render();
let html = readFileSync('dist/index.html', 'utf8');
html = html.replace(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_, href) => {
  const css = readFileSync(`dist${href}`, 'utf8').trim();
  rmSync(`dist${href}`);
  return `<style>${css}</style>`;
});
html = html.replace(/>\s+</g, '><').replace(/<script type="module" crossorigin/g, '<script type="module"').trim();
html = html.replace('<!--app-->', () => rendered);
writeFileSync('dist/index.html', html);
