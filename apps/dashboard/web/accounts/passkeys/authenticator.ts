import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

const ipAddress = /^[\d.]+$|:/

/**
 * Whether the browser has passkeys for this page: it has none without https, but for pages of this machine, and none for an
 * IP address.
 */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !ipAddress.test(location.hostname)

/** Has the browser make a passkey, which its user confirms. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return inPlainWords(() => startRegistration({ optionsJSON }))
}

/** Has the browser ask its user for a passkey. */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return inPlainWords(() => startAuthentication({ optionsJSON }))
}

const messages: Record<string, string> = {
  // Browsers do not say which: a page could find out what a device has.
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
  InvalidStateError: 'This device or security key has a passkey of this account already.',
  SecurityError: 'Passkeys do not work at this URL of the dashboard.',
}

async function inPlainWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new Error(messages[name] ?? 'The browser could not use a passkey.', { cause: error })
  }
}
