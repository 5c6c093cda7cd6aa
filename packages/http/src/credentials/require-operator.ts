import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../errors/domain-error.ts'
import { requireCredential, type CredentialHook } from '../open-api/route-facts.ts'

/**
 * An `onRequest` hook that only lets the operator pass, by the security scheme `adminToken`.
 *
 * @param adminToken the operator's token; without one nobody is an operator
 */
export function requireOperator(adminToken: string | undefined): CredentialHook {
  return requireCredential(
    { schemes: ['adminToken'], scopes: [], refusals: { 401: ['Unauthorized'] } },
    async ({ headers }) => {
      const given = headers.authorization?.replace(/^Bearer +/i, '') ?? ''
      if (adminToken === undefined || !isSame(given, adminToken))
        throw new DomainError('unauthenticated', 'Unauthorized')
    },
  )
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
