import { FROM_PARAMETER } from '#contract/pages.ts';
import { dropParameter } from './drop-parameter.ts';

type FirstVisit = {
  /** The first requested path, with its campaign parameters, e.g. `/services?utm_source=ig`. */
  path: string;
  /** URL of the foreign page that linked here, or ''. */
  referrer: string;
};

let visit: FirstVisit | undefined;

/** Call once before anything changes the URL. Removes the redirect's `from` from the address bar. */
export function firstVisit(): FirstVisit {
  return (visit ??= readVisit());
}

function readVisit(): FirstVisit {
  const from = dropParameter(FROM_PARAMETER);
  const asked = new URLSearchParams(location.search);
  const campaign = new URLSearchParams([...asked].filter(([name]) => name.startsWith('utm_')));
  const path = from?.startsWith('/') ? from : location.pathname;
  const { referrer } = document;
  return {
    path: campaign.size > 0 ? `${path}?${campaign}` : path,
    referrer: referrer.startsWith(`${location.origin}/`) ? '' : referrer,
  };
}
