import { request } from '../request.ts';
import { library, type PasskeyTrouble } from './passkey.ts';

// Apart from passkey.ts, which the first view loads: only sign-in and settings create passkeys.

/** Creates a passkey for the owner. `name`: of the device; `elsewhere`: not this one. @throws Problem */
export async function makePasskey(name: string, elsewhere = false): Promise<PasskeyTrouble | null> {
  const { browserSupportsWebAuthn, startRegistration } = await library();
  if (!browserSupportsWebAuthn()) return 'passkeyUnsupported';
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const optionsJSON = await request<Options>('/passkeys/options', { body: { elsewhere } });
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => error);
  if (response instanceof Error)
    return response.name === 'InvalidStateError' ? 'passkeyExists' : 'passkeyCancelled';
  await request('/passkeys', { body: { name, response } });
  return null;
}

/** The name of this device, for its passkey. */
export function deviceName(): string {
  const known = [/iPhone/, /iPad/, /Android/, /Mac/, /Windows/, /Linux/];
  return known.map((name) => name.exec(navigator.userAgent)?.[0]).find((name) => name !== undefined) ?? '';
}
