import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { withWords } from './Words.tsx';

type Place = {
  /** Below /dashboard; a page also answers for every path below its own. */
  path: string;
  /** Its script may be preloaded. */
  load: () => Promise<{ default: ComponentType }>;
};

/** In the order of the rail. Each page is a folder with a default export, and a separate chunk. */
export const PLACES = {
  today: { path: '/', load: () => import('./today/Today.tsx') },
  people: { path: '/people', load: () => import('./people/People.tsx') },
  messages: { path: '/messages', load: () => import('./messages/Messages.tsx') },
  site: { path: '/site', load: () => import('./site/Site.tsx') },
  launch: { path: '/launch', load: () => import('./launch/Launch.tsx') },
  newsletter: { path: '/newsletter', load: () => import('./newsletter/Newsletter.tsx') },
  figures: { path: '/figures', load: () => import('./figures/Figures.tsx') },
  mails: { path: '/mails', load: () => import('./mails/Mails.tsx') },
  settings: { path: '/settings', load: () => import('./settings/Settings.tsx') },
} as const satisfies Record<string, Place>;
export type DashboardPage = keyof typeof PLACES;
const PAGES = Object.keys(PLACES) as DashboardPage[];

/** Launch and newsletter share a place: until the site is live that of the launch, then of the newsletter. */
export function placeOf(page: DashboardPage, isOpen: boolean): DashboardPage {
  return page === 'launch' || page === 'newsletter' ? (isOpen ? 'newsletter' : 'launch') : page;
}

export function railPages(isOpen: boolean): DashboardPage[] {
  return PAGES.filter((page) => placeOf(page, isOpen) === page);
}

/** The pages of the tab bar; the others are behind More. After the launch the site takes its place. */
export function phonePages(isOpen: boolean): DashboardPage[] {
  return ['today', 'people', 'messages', isOpen ? 'site' : 'launch'];
}

export const COMPONENTS = Object.fromEntries(
  // The words of the first page are already loaded.
  PAGES.map((name) => [
    name,
    lazy<ComponentType>(name === 'today' ? PLACES.today.load : () => withWords(PLACES[name].load)),
  ]),
) as Record<DashboardPage, LazyExoticComponent<ComponentType>>;

/** Returns the page at a path below /dashboard, or null. */
export function pageAt(path: string): DashboardPage | null {
  const [, first = ''] = path.split('/');
  return PAGES.find((name) => PLACES[name].path === `/${first}`) ?? null;
}
