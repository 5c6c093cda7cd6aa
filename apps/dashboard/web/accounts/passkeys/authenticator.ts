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

/** Whether the browser can offer passkeys in the list of its autofill. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return browserSupportsWebAuthnAutofill()
}

/**
 * Has the browser offer passkeys in the list of its autofill, for a field with `autocomplete="… webauthn"`.
 *
 * @returns undefined when it offers them no longer, because something else has asked for a passkey since
 */
export async function offerPasskeys(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // A list that was closed is no failure that anybody has to be told.
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => undefined)
}

/** Ends that passkeys are offered. */
export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
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
