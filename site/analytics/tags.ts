import { GA_ID, GTM_ID, HAS_TAGS } from '../settings.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the browser's own, extended
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Page views wait here for a consent that may never come; beyond this number the oldest are dropped. */
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
    // Google's scripts replace `push`: their errors must not break the page.
  }
}

/** Google's command format: its scripts recognise the `arguments` object, not an array. */
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

/** Consent Mode v2: denies everything before any tag is configured. Sends nothing. */
export function startTags(): void {
  if (!HAS_TAGS) return;
  gtag('consent', 'default', { ...consentFor('denied'), wait_for_update: 500 });
  // Custom HTML and scripts in the container could run anybody's code on our page.
  push({ 'gtm.blocklist': ['customScripts', 'html', 'j', 'jsm'] });
  if (GA_ID === null) return;
  gtag('js', new Date());
  // Google's automatic events (engagement, scrolling) report this URL, not the address bar's.
  gtag('config', GA_ID, { send_page_view: false, page_location: withoutPrivateParameters(location.href) });
}

/** Keeps the campaign parameters that analytics needs; other parameters are private. */
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
  /** The closed path that was requested first, if different. */
  requested_path?: string;
};

/** Always queued; it reaches Google only if the visitor agrees, now or later. */
export function pushPageView(view: PageView): void {
  if (GA_ID === null) push({ event: 'page_view', ...view });
  else gtag('event', 'page_view', view);
}

/** Only advertising stays denied; this site has none. */
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

/** Waits until the page has loaded: a hanging script would delay its `load` event. */
function addScript(src: string): void {
  const add = () =>
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  if (document.readyState === 'complete') add();
  else addEventListener('load', add, { once: true });
}

/** Consent was withdrawn: deletes Google's cookies on this host and its parent domains. */
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
