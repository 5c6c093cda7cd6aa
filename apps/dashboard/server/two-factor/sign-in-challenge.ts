import { z } from 'zod'
import { DomainError } from '@waypost/http'
import type { Services } from '../services.ts'
import type { CodeRequired } from './two-factor.ts'

const ttlMs = 5 * 60_000
const context = 'sign-in-challenge'

const challenged = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Whatever ends all sessions counts it up, and so ends a sign-in that is half done: a changed password, for example. */
  tokenEpoch: z.int(),
  expiresAt: z.int(),
})

type Challenged = z.infer<typeof challenged>

/**
 * Makes what a browser shows, after the right password, together with the code. It is sealed and not stored: it opens no
 * session without a code, and a code is accepted once.
 */
export function makeSignInChallenge(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  { id, email, tokenEpoch }: Omit<Challenged, 'expiresAt'>,
): Omit<CodeRequired, 'hasPasskeys'> {
  const expiresAt = clock.now() + ttlMs
  const content: Challenged = { id, email, tokenEpoch, expiresAt }
  return {
    challenge: keyring.seal(JSON.stringify(content), context),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

/** @throws DomainError if it was not made here or has expired */
export function openSignInChallenge(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  challenge: string,
): Challenged {
  let content: string
  try {
    content = keyring.open(challenge, context)
  } catch (error) {
    throw signInExpired({ cause: error })
  }
  const found = challenged.parse(JSON.parse(content))
  if (found.expiresAt <= clock.now()) throw signInExpired()
  return found
}

/** Not a 401: the code may be right, and the password is asked for again. */
export const signInExpired = (options?: ErrorOptions): DomainError =>
  new DomainError('invalid', 'Signing in took too long. Enter your password again', options)
