import type { ReactNode } from 'react';
import { createRootRoute, HeadContent, Navigate, Outlet, Scripts } from '@tanstack/react-router';
import css from '../shared/style.css?url';
import { description, font, title } from '../shared/head';

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width,initial-scale=1,viewport-fit=cover' },
      { title },
      { name: 'description', content: description },
      { name: 'format-detection', content: 'telephone=no' },
      { name: 'color-scheme', content: 'dark light' },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
      { rel: 'stylesheet', href: css },
      { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
    ],
  }),
  shellComponent: Document,
  component: Outlet,
  notFoundComponent: () => <Navigate to="/soon" replace />,
});
function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme="dark">
      <head>
        <HeadContent />
      </head>
      <body>
        <div id="root">{children}</div>
        <Scripts />
      </body>
    </html>
  );
}
