import { Secret, TOTP } from 'otpauth'

/** RFC 4226, 4: 160 random bits. */
const secretBytes = 20

/** How many time steps of 30 s the clock of the app may be ahead or behind. */
const window = 1

/** The sealing context of a secret. */
export const totpContext = (accountId: string) => `totp:${accountId}`

/** @returns the key in base32, as authenticator apps take it */
export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** What an authenticator app reads from a QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const totpUriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * Finds the time step that a code is of. Every wrong code takes the same time.
 *
 * @returns -1 for a wrong code
 */
export function findTimeStep(secret: string, code: string, now: number): number {
  const totp = totpOf(secret)
  const ahead = totp.validate({ token: code, timestamp: now, window })
  return ahead === null ? -1 : totp.counter({ timestamp: now }) + ahead
}

/** The parameters that every authenticator app knows; many ignore others. */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Waypost',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
