import type { Page, Request } from '@playwright/test';

/** Mimics Google's tag: queued and later page views become hits. Ignores entries that are not commands. */
const GTAG = `(() => {
  const send = (view) => fetch('https://www.google-analytics.com/g/collect?' + new URLSearchParams({
    en: 'page_view', dl: view.page_location, dt: view.page_title, dp: view.page_path, ul: view.language,
  }), { method: 'POST', mode: 'no-cors', keepalive: true });
  const take = (entry) => {
    if (Object.prototype.toString.call(entry) !== '[object Arguments]') return;
    if (entry[0] === 'event' && entry[1] === 'page_view') send(entry[2]);
  };
  dataLayer.forEach(take);
  const push = dataLayer.push;
  dataLayer.push = (...entries) => { entries.forEach(take); return push.apply(dataLayer, entries); };
})();`;

const GOOGLE =
  /^https:\/\/([a-z0-9-]+\.)*(googletagmanager|google-analytics|analytics\.google|google|doubleclick)\.\w+\//;

export type Google = {
  /** Every request to one of Google's hosts, in order. */
  requests: URL[];
  /** Those that report a page view. */
  pageViews: () => URL[];
};

/** Mocks Google's two hosts on this page. */
export async function standInForGoogle(page: Page): Promise<Google> {
  const requests: URL[] = [];
  page.on('request', (request: Request) => {
    if (GOOGLE.test(request.url())) requests.push(new URL(request.url()));
  });
  await page.route(GOOGLE, (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    if (hostname === 'www.google-analytics.com') return route.fulfill({ status: 204 });
    return route.fulfill({ contentType: 'text/javascript', body: pathname === '/gtag/js' ? GTAG : '' });
  });
  return { requests, pageViews: () => requests.filter(({ pathname }) => pathname === '/g/collect') };
}

/** The page's queue for Google: commands as arrays, everything else unchanged. */
export async function dataLayer(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const entries = (window as { dataLayer?: unknown[] }).dataLayer ?? [];
    return entries.map((entry) => {
      const isCommand = Object.prototype.toString.call(entry) === '[object Arguments]';
      return isCommand ? Array.from(entry as ArrayLike<unknown>) : entry;
    });
  });
}
