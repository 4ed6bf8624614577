import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { headHtml } from './src/shared/head';

const sliced = process.env.VARIANT === 'sliced';
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    { name: 'head', transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--head-->', headHtml) } },
  ],
  build: {
    target: 'baseline-widely-available',
    outDir: isSsrBuild ? '.ssr' : `dist/${sliced ? 'sliced' : 'at-once'}`,
    emptyOutDir: true,
    modulePreload: sliced ? false : { polyfill: false },
    rolldownOptions:
      sliced && !isSsrBuild
        ? { output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown.runtime/ }] } } }
        : {},
  },
}));
