import type { Language } from '#contract/language.ts';
import type { SessionInfo } from '#contract/owner/session.ts';
import { forgetDrafts, keepDraftsOf } from './drafts.ts';
import { createStore } from '../store.ts';
import { local, tab } from '../storage.ts';

export type Owner = Extract<SessionInfo, { signedIn: true }>['owner'];
/** What the server says where nobody is signed in. */
type SignedOut = Extract<SessionInfo, { signedIn: false }>;

/**
 * Who is signed in. `ended`: the session is over, the page behind the dialog stays. `offer`: just signed in,
 * without a passkey yet.
 */
export type Session =
  | { is: 'asking' }
  | { is: 'unreachable'; problem: unknown }
  | (Omit<SignedOut, 'ended'> & { is: 'out'; ended: SignedOut['ended'] | 'left' })
  | { is: 'offer'; owner: Owner; provesLater: boolean }
  | { is: 'in'; owner: Owner }
  | ({ is: 'ended'; owner: Owner } & SignedOut);

/** Until the server says more. */
export const OUT: SignedOut = { signedIn: false, address: location.origin, mail: false, ended: null };

export const session = createStore<Session>({ is: 'asking' });

/** Another tab announces a sign-in or sign-out. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null;
export type Told = 'in' | 'out';
export function tell(what: Told): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- same origin only
  channel?.postMessage(what);
}
export function onTold(listen: (what: Told) => void): () => void {
  const heard = (event: MessageEvent<Told>) => listen(event.data);
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}

/** Requests that wait for the next sign-in. */
let waiting: (() => void)[] = [];

export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}

/** Kept over the reload that follows, and announced after it. */
const OTHER_OWNER = 'otherOwner';

/** The document belonged to another owner, and is about to be replaced. */
let isGone = false;

/** Whether drafts were dropped because another owner signed in. True only once. */
export function isForAnother(): boolean {
  const is = tab.recall(OTHER_OWNER) !== null;
  tab.forget((key) => key === OTHER_OWNER);
  return is;
}

/** Applies the server's answer about this browser. `offers`: a passkey may be offered now. */
export function signedInAs(info: Extract<SessionInfo, { signedIn: true }>, offers = false): void {
  if (isGone) return;
  const before = session.get();
  const { owner, passkeys, proofBy } = info;
  // Read by the site (site/analytics/decision.ts): tags never run in this browser again.
  local.keep('owner', 'yes');
  if ('owner' in before && before.owner.id !== owner.id) {
    tab.keep(OTHER_OWNER, 'yes');
    keepDraftsOf(owner.id);
    // Until the new document loads, hide the old one and stop its requests.
    isGone = true;
    session.set({ is: 'asking' });
    location.reload();
    return;
  }
  keepDraftsOf(owner.id);
  const provesLater = proofBy === 'server-link';
  session.set(offers && passkeys === 0 ? { is: 'offer', owner, provesLater } : { is: 'in', owner });
  const goOn = waiting;
  waiting = [];
  for (const one of goOn) one();
}

/** The server no longer knows the session. The page is hidden, not lost. */
export function endedBy(info: SignedOut): void {
  if (isGone) return;
  const now = session.get();
  if (now.is === 'in' || now.is === 'offer') session.set({ ...info, is: 'ended', owner: now.owner });
  // A request from before the sign-out may be answered after it.
  else if (now.is === 'asking' || now.is === 'unreachable') session.set({ ...info, is: 'out' });
}

/** Signed out by the owner: none of the owner's data stays in the tab. */
export function left(mail: boolean): void {
  forgetDrafts();
  session.set({ ...OUT, is: 'out', mail, ended: 'left' });
  tell('out');
}

export function ownerNow(): Owner | null {
  const now = session.get();
  return 'owner' in now ? now.owner : null;
}

export function setLanguageOfOwner(language: Language): void {
  const now = session.get();
  if ('owner' in now) session.set({ ...now, owner: { ...now.owner, language } });
}
