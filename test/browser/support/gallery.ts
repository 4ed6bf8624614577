import { join } from 'node:path';
import { build, preview } from 'vite';
import { ROOT } from '#server/base/root.ts';
import { viteConfig } from '../../../scripts/build/vite.ts';

/** Builds and serves site/gallery/: parts no page shows before the launch. The returned function stops it. */
export async function serveGallery(port: number, outDir: string): Promise<() => Promise<void>> {
  const config = {
    ...viteConfig(),
    root: join(ROOT, 'site/gallery'),
    publicDir: join(ROOT, 'public'),
    build: { outDir, emptyOutDir: true },
  };
  await build(config);
  const server = await preview({ ...config, preview: { port, strictPort: true, host: '127.0.0.1' } });
  return () => server.close();
}
