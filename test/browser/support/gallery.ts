import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { ROOT } from '#server/base/root.ts';
import { viteConfig } from '../../../scripts/build/vite.ts';

/** Builds and serves site/gallery/: parts no page shows before the launch. The returned function stops it. */
export async function serveGallery(port: number, outDir: string): Promise<() => Promise<void>> {
  const page = 'site/gallery/index.html';
  const config = {
    ...viteConfig(),
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(ROOT, page) } },
  };
  await build(config);
  await rename(join(outDir, page), join(outDir, 'index.html'));
  const server = await preview({ ...config, preview: { port, strictPort: true, host: '127.0.0.1' } });
  return () => server.close();
}
