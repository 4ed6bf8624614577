import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { newChallenge, readChallenge, type Challenge } from './challenge.ts';
import type { NewPasskey, Passkey } from './passkeys.ts';

/** Loaded on demand: owners sign in rarely. */
const library = () => import('@simplewebauthn/server');

export type Ceremony = { siteUrl: string; secrets: Secrets; now: number };

/** EdDSA, ES256, RS256: what devices support. Newer ones make Node print warnings. */
const ALGORITHMS = [-8, -7, -257];

const SIGN_IN = 'sign-in';
const adding = (owner: number) => `add ${owner}`;

const idOf = ({ siteUrl }: Ceremony) => new URL(siteUrl).hostname;

/**
 * The options for creating a passkey; the device asks for fingerprint, face or PIN. `isElsewhere`: on another
 * device, by QR code, or on a security key.
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

/** `passkeys`: those of the signed-in owner; empty for a sign-in by anybody. */
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

/** Returns null if the response is invalid; the caller must use up `challenge`. */
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
    // Untrusted: the library validates it.
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

/** The library passes on the device's transports unchecked. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns null if the response is invalid; the caller must use up `challenge`. */
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
    // A passkey synced to several devices counts arbitrarily: its counter rejects nobody.
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
