import type { PasskeyPosted } from '#contract/owner/session.ts';
import { plainRequest } from '../request.ts';
import { RequestError } from '../problem.ts';

/** Why no passkey was used or created. */
export type PasskeyTrouble =
  | 'passkeyCancelled'
  | 'passkeyUnknown'
  | 'passkeyLater'
  | 'passkeyUnsupported'
  | 'passkeyExists';

/** The browser's part of WebAuthn, loaded when needed. */
export const library = () => import('@simplewebauthn/browser');

/** Signs in or gives a fresh proof. @throws Problem when the server refuses for another reason. */
export async function askPasskey(): Promise<PasskeyTrouble | null> {
  const { browserSupportsWebAuthn, startAuthentication } = await library();
  if (!browserSupportsWebAuthn()) return 'passkeyUnsupported';
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const optionsJSON = await plainRequest<Options>('/session/passkey/options', { body: {} });
  const response = await startAuthentication({ optionsJSON }).catch(() => null);
  if (response === null) return 'passkeyCancelled';
  try {
    await plainRequest('/session/passkey', { body: { response } satisfies PasskeyPosted });
    return null;
  } catch (problem) {
    const why = problem instanceof RequestError ? problem.of('passkey') : undefined;
    if (why === 'unknown') return 'passkeyUnknown';
    if (why === 'proves-later') return 'passkeyLater';
    throw problem;
  }
}
