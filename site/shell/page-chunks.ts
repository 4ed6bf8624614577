import { loadChunk } from '../errors/chunk.ts';
import type { DocumentName } from '#contract/pages.ts';
import { allStyles } from './all-styles.ts';
import type { PageComponent, Pages } from './pages.ts';

const chunks: Record<DocumentName, () => Promise<{ default: PageComponent }>> = {
  home: () => import('../home/Home.tsx'),
  services: () => import('../services/Services.tsx'),
  products: () => import('../products/Products.tsx'),
  about: () => import('../about/About.tsx'),
  contact: () => import('../contact/Contact.tsx'),
  work: () => import('../work/CasePage.tsx'),
  missing: () => import('../missing/Missing.tsx'),
};

const loaded = new Map<DocumentName, PageComponent>();
const loading = new Map<DocumentName, Promise<PageComponent>>();

async function load(name: DocumentName, orReload: boolean): Promise<PageComponent> {
  try {
    const { default: page } = await loadChunk(name, chunks[name], orReload);
    if (document.getElementById('root')?.dataset['page'] !== name) await allStyles();
    loaded.set(name, page);
    return page;
  } catch (error) {
    // The next press tries again.
    loading.delete(name);
    throw error;
  }
}

/** Each page's script is a separate chunk. */
export const PAGE_CHUNKS: Pages = {
  at: (name) => loaded.get(name) ?? null,
  load: (name, orReload = false) => {
    const promise = loading.get(name) ?? load(name, orReload);
    loading.set(name, promise);
    return promise;
  },
};
