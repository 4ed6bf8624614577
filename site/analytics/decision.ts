import { recall } from '../storage/local.ts';
import { values } from '../values.ts';
import { consentFor, gtag, push, tags, type Decision } from './tags.ts';

// Fetched once a visitor has decided: without an ID nobody is asked.

const HOST = 'https://www.googletagmanager.com';
/** Kept by the dashboard (dashboard/session/session.ts): an owner signs in with this browser. */
const OWNER_KEY = 'owner';

/** Only advertising stays denied for good; this site has none. */
export function applyConsent(decision: Decision): void {
  gtag('consent', 'update', consentFor(decision));
  if (decision === 'granted') loadTags();
  else forgetVisitor();
}

function loadTags(): void {
  if (tags.isRead || recall(OWNER_KEY) !== null) return;
  tags.isRead = true;
  // Heard before any tag runs: in a page that stays open while an owner signs in, it could use the session.
  addEventListener('storage', ({ key }) => {
    if (key === OWNER_KEY) location.reload();
  });
  const { gaId, gtmId } = values;
  if (gaId !== null) addScript(`${HOST}/gtag/js?id=${gaId}`);
  if (gtmId === null) return;
  push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  addScript(`${HOST}/gtm.js?id=${gtmId}`);
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
