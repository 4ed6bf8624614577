import type { Language } from '#contract/language.ts';
import type { SessionInfo } from '#contract/owner/session.ts';
import type { MePosted } from '#contract/owner/settings.ts';
import { queries } from '../api.ts';
import { showLanguage } from '../language.ts';
import { plainRequest, readSession } from '../request.ts';
import { endedBy, left, ownerNow, session, setLanguageOfOwner, signedInAs, tell } from './session.ts';

/** Asks the server for the session. @returns whether the server answered. */
export async function lookWhoIsHere(): Promise<boolean> {
  try {
    takeOver(await readSession(), false);
    return true;
  } catch (problem) {
    const { is } = session.get();
    if (is === 'asking' || is === 'unreachable') session.set({ is: 'unreachable', problem });
    return false;
  }
}

/** `offers`: a passkey may be offered now. */
function takeOver(info: SessionInfo, offers: boolean): void {
  if (!info.signedIn) return endedBy(info);
  showLanguage(info.owner.language);
  signedInAs(info, offers);
}

/**
 * Continues after a sign-in by passkey or link, in this tab and the browser's others.
 * @param offers whether a passkey is offered to an owner without one.
 */
export async function comeIn(offers: boolean): Promise<void> {
  takeOver(await readSession(), offers);
  tell('in');
}

export async function signOut(): Promise<void> {
  const { mail } = await plainRequest<unknown>('/session/end', { body: {} }).then(readSession, readSession);
  queries.clear();
  left(mail);
}

/** Shown at once, and stored with the owner, whose mails use it too, also when this tab is closed right after. */
export async function chooseLanguage(language: Language): Promise<void> {
  showLanguage(language);
  if (ownerNow() === null) return;
  setLanguageOfOwner(language);
  const body: MePosted = { language };
  await plainRequest('/me', { body, keepalive: true }).catch(() => {});
}
