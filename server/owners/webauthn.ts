import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { newChallenge, readChallenge, type Challenge } from './challenge.ts';
import type { NewPasskey, Passkey } from './passkeys.ts';

/** Needed for the few times an owner comes: loaded when needed. */
const library = () => import('@simplewebauthn/server');

export type Ceremony = { siteUrl: string; secrets: Secrets; now: number };

/** EdDSA, ES256, RS256: what devices have. Asking Node for newer ones brings warnings of its own. */
const ALGORITHMS = [-8, -7, -257];

const SIGN_IN = 'sign-in';
const adding = (owner: number) => `add ${owner}`;

const idOf = ({ siteUrl }: Ceremony) => new URL(siteUrl).hostname;

/**
 * What the browser needs to make a passkey; the device asks for the finger, the face or its code. `isElsewhere`: on another
 * device, which a code on the screen brings in, or on a security key.
 */
export async function registrationOptions(
  ceremony: Ceremony,
  owner: { id: number; name: string; email: string | null },
  { passkeys, isElsewhere }: { passkeys: readonly Passkey[]; isElsewhere: boolean },
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: idOf(ceremony),
    rpID: idOf(ceremony),
    userName: owner.email ?? owner.name,
    userDisplayName: owner.name,
    userID: new Uint8Array(Buffer.from(`owner ${owner.id}`)),
    challenge: newChallenge(ceremony.secrets, adding(owner.id), ceremony.now),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    ...(isElsewhere && { preferredAuthenticatorType: 'remoteDevice' }),
  });
}

/** `passkeys`: those of the owner who is signed in; none where anybody may come. */
export async function signInOptions(ceremony: Ceremony, passkeys: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: idOf(ceremony),
    challenge: newChallenge(ceremony.secrets, SIGN_IN, ceremony.now),
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'required',
  });
}

function descriptorOf({ credential, transports }: Passkey) {
  return { id: credential, transports: JSON.parse(transports) as string[] };
}

/** Null for whatever does not fit; `challenge` is still to be used up. */
export async function verifyRegistration(
  ceremony: Ceremony,
  owner: number,
  response: unknown,
): Promise<{ passkey: NewPasskey; challenge: Challenge } | null> {
  const { verifyRegistrationResponse } = await library();
  const expected = expect(ceremony, adding(owner));
  const done = await verifyRegistrationResponse({
    ...expected.settings,
    supportedAlgorithmIDs: ALGORITHMS,
    // Whatever it is: the library reads it with care.
    response: response as RegistrationResponseJSON,
  }).catch(() => null);
  const challenge = expected.challenge();
  if (!done?.verified || challenge === null) return null;
  const { credential, credentialBackedUp } = done.registrationInfo;
  const passkey: NewPasskey = {
    credential: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(textsIn(credential.transports).slice(0, 8)),
    synced: credentialBackedUp ? 1 : 0,
  };
  return { passkey, challenge };
}

/** The library hands on unread how the device says that it is reached. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Null for whatever does not fit; `challenge` is still to be used up. */
export async function verifySignIn(
  ceremony: Ceremony,
  passkey: Passkey,
  response: unknown,
): Promise<{ counter: number; synced: 0 | 1; challenge: Challenge } | null> {
  const { verifyAuthenticationResponse } = await library();
  const expected = expect(ceremony, SIGN_IN);
  const credential = {
    id: passkey.credential,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    // A passkey that is on several devices counts as it likes: its counter refuses nobody.
    counter: 0,
  };
  const done = await verifyAuthenticationResponse({
    ...expected.settings,
    response: response as AuthenticationResponseJSON,
    credential,
  }).catch(() => null);
  const challenge = expected.challenge();
  if (!done?.verified || challenge === null) return null;
  const { newCounter: counter, credentialBackedUp } = done.authenticationInfo;
  return { counter, synced: credentialBackedUp ? 1 : 0, challenge };
}

function expect(ceremony: Ceremony, use: string) {
  let challenge: Challenge | null = null;
  const settings = {
    expectedChallenge: (given: string) => {
      challenge = readChallenge(ceremony.secrets, use, given, ceremony.now);
      return challenge !== null;
    },
    expectedOrigin: ceremony.siteUrl,
    expectedRPID: idOf(ceremony),
    requireUserVerification: true,
  };
  return { settings, challenge: () => challenge };
}
