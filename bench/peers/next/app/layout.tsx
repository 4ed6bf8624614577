import './shared/style.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { description, font, title } from './shared/head';

export const metadata: Metadata = {
  title,
  description,
  formatDetection: { telephone: false },
  icons: { icon: { url: '/favicon.svg', type: 'image/svg+xml' } },
};
export const viewport: Viewport = { viewportFit: 'cover', colorScheme: 'dark light' };
export default function Layout({ children }: { children: ReactNode }) {
  preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    <html lang="en" data-theme="dark">
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
