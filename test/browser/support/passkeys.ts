import type { Page } from '@playwright/test';

/**
 * A virtual authenticator that agrees at once, without a passkey: this device, or another one nearby. `made`:
 * its number of passkeys.
 */
export async function addAuthenticator(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<{ made: () => Promise<number> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const made = async () => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials.length;
  };
  return { made };
}
