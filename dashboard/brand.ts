import type { SiteConfig } from '#contract/site.ts';
import { createStore, useStore } from './store.ts';

export type Brand = Pick<SiteConfig['brand'], 'name' | 'markAt' | 'hasLogo'>;

const renewed = createStore<Brand | null>(null);

/** The owner's name and mark, as the document tells them. */
export function brand(): Brand {
  return renewed.get() ?? brandIn(document);
}

/** The same where it stands while another version comes to be shown. */
export function useBrand(): Brand {
  useStore(renewed);
  return brand();
}

/** Takes name, logo and colours from the document as it is served now. Whatever fails comes with the next one. */
export async function renewBrand(): Promise<void> {
  const answer = await fetch('/dashboard', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [before, after] = [document, next].map((one) => [...one.querySelectorAll<HTMLLinkElement>(SHEETS)]);
  const isIn = (sheets: HTMLLinkElement[] = [], { href }: HTMLLinkElement) =>
    sheets.some((one) => one.href === href);
  const fresh = after?.filter((sheet) => !isIn(before, sheet)) ?? [];
  document.head.append(...fresh.map((sheet) => document.importNode(sheet)));
  for (const sheet of before?.filter((one) => !isIn(after, one)) ?? []) sheet.remove();
  renewed.set(brandIn(next));
}

/** The owner's styles; the dashboard's own may be of another program by now, and stay. */
const SHEETS = 'link[rel=stylesheet][href*="/owner."]';

function brandIn(document: Document): Brand {
  return JSON.parse(document.getElementById('root')?.dataset['brand'] ?? '') as Brand;
}
