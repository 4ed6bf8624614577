import { FROM_PARAMETER } from '#contract/pages.ts';

export type FirstVisit = {
  /** The first path asked for, with its campaign parameters, e.g. `/services?utm_source=ig`. */
  path: string;
  /** Address of the foreign page that linked here, or ''. */
  referrer: string;
};

let visit: FirstVisit = { path: '', referrer: '' };

/** Called once, before anything changes the address. Takes the redirect's `from` out of the address bar. */
export function noteFirstVisit(): void {
  const url = new URL(location.href);
  const from = url.searchParams.get(FROM_PARAMETER);
  const campaign = new URLSearchParams([...url.searchParams].filter(([name]) => name.startsWith('utm_')));
  const path = from?.startsWith('/') ? from : url.pathname;
  const foreign = document.referrer && !document.referrer.startsWith(`${location.origin}/`);
  visit = {
    path: campaign.size > 0 ? `${path}?${campaign}` : path,
    referrer: foreign ? document.referrer : '',
  };
  if (from === null) return;
  url.searchParams.delete(FROM_PARAMETER);
  history.replaceState(history.state, '', url);
}

export function firstVisit(): FirstVisit {
  return visit;
}
