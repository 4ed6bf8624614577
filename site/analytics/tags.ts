import { GA_ID, GTM_ID, HAS_TAGS } from '../settings.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the browser's own, extended
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Page views wait here for a consent that may never come; beyond this many the oldest are worth nothing. */
const LONGEST_QUEUE = 50;
const HOST = 'https://www.googletagmanager.com';

type Decision = 'granted' | 'denied';

let loaded = false;

function push(entry: unknown): void {
  const queue = (window.dataLayer ??= []);
  if (queue.length >= LONGEST_QUEUE && !loaded) return;
  try {
    queue.push(entry);
  } catch {
    // Google's scripts put their own push in its place: what fails there is no fault of the page.
  }
}

/** Google's own command form: its scripts recognise the `arguments` object, not an array. */
function gtag(..._command: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  push(arguments);
}

function consentFor(decision: Decision) {
  return {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: decision,
  };
}

/** Consent Mode v2: everything denied before any tag is configured. Sends nothing. */
export function startTags(): void {
  if (!HAS_TAGS) return;
  gtag('consent', 'default', { ...consentFor('denied'), wait_for_update: 500 });
  // Custom HTML and scripts in the container could run anybody's code on our page.
  push({ 'gtm.blocklist': ['customScripts', 'html', 'j', 'jsm'] });
  if (GA_ID === null) return;
  gtag('js', new Date());
  // Google's own events (engagement, scrolling) take the address from here, not from the address bar.
  gtag('config', GA_ID, { send_page_view: false, page_location: withoutPrivateParameters(location.href) });
}

/** Campaign parameters are what analytics needs; anything else in an address is nobody's business. */
export function withoutPrivateParameters(href: string): string {
  const url = new URL(href);
  const kept = [...url.searchParams].filter(([name]) => /^(utm_\w+|gclid)$/.test(name));
  url.search = new URLSearchParams(kept).toString();
  url.hash = '';
  return url.href;
}

type PageView = {
  page_path: string;
  page_title: string;
  page_location: string;
  language: string;
  /** The closed path that was asked for first, when it was another. */
  requested_path?: string;
};

/** Reported always; it reaches Google only if the visitor agrees, then or later. */
export function pushPageView(view: PageView): void {
  if (GA_ID === null) push({ event: 'page_view', ...view });
  else gtag('event', 'page_view', view);
}

/** Only advertising stays denied for good; this site has none. */
export function applyConsent(decision: Decision): void {
  gtag('consent', 'update', consentFor(decision));
  if (decision === 'granted') loadTags();
  else forgetVisitor();
}

function loadTags(): void {
  if (loaded) return;
  loaded = true;
  if (GA_ID !== null) addScript(`${HOST}/gtag/js?id=${GA_ID}`);
  if (GTM_ID === null) return;
  push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  addScript(`${HOST}/gtm.js?id=${GTM_ID}`);
}

/** Never before the page itself is complete: a script that hangs would hold back its `load` event. */
function addScript(src: string): void {
  const add = () =>
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  if (document.readyState === 'complete') add();
  else addEventListener('load', add, { once: true });
}

/** Consent taken back: Google's cookies go, on this host and on its parent domains. */
function forgetVisitor(): void {
  const names = document.cookie.split(/; */).map((pair) => pair.split('=')[0] ?? '');
  const labels = location.hostname.split('.');
  for (const name of names.filter((cookie) => /^_g(a|id|at|cl)/.test(cookie))) {
    document.cookie = `${name}=; Max-Age=0; Path=/`;
    for (let i = 0; i < labels.length - 1; i += 1) {
      document.cookie = `${name}=; Max-Age=0; Path=/; Domain=${labels.slice(i).join('.')}`;
    }
  }
}
