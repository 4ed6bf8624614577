import { hasTags, values } from '../values.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the browser's own, extended
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Page views wait here for a consent that may never come; beyond this number the oldest are dropped. */
const LONGEST_QUEUE = 50;

export type Decision = 'granted' | 'denied';

/** `isRead`: Google's scripts are there and take what comes. */
export const tags = { isRead: false };

export function push(entry: unknown): void {
  const queue = (window.dataLayer ??= []);
  if (queue.length >= LONGEST_QUEUE && !tags.isRead) return;
  try {
    queue.push(entry);
  } catch {
    // Google's scripts replace `push`: their errors must not break the page.
  }
}

/** Google's own command form: its scripts recognise the `arguments` object, not an array. */
export function gtag(..._command: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  push(arguments);
}

export const consentFor = (decision: Decision) => ({
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: decision,
});

/** Consent Mode v2: denies everything before any tag is configured. Sends nothing. */
export function startTags(): void {
  if (!hasTags()) return;
  gtag('consent', 'default', { ...consentFor('denied'), wait_for_update: 500 });
  // Custom HTML and scripts in the container could run anybody's code on our page.
  push({ 'gtm.blocklist': ['customScripts', 'html', 'j', 'jsm'] });
  const { gaId } = values;
  if (gaId === null) return;
  gtag('js', new Date());
  // Google's own events (engagement, scrolling) take the address from here, not from the address bar.
  gtag('config', gaId, { send_page_view: false, page_location: withoutPrivateParameters(location.href) });
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
  if (values.gaId === null) push({ event: 'page_view', ...view });
  else gtag('event', 'page_view', view);
}
