import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { headHtml } from './src/shared/head';

export default defineConfig({
  plugins: [
    react(),
    { name: 'head', transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--head-->', headHtml) } },
  ],
});
