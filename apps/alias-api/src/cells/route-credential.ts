import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashApiKey, isSubject, readSubject, type Credential } from '@waypost/http'
import { linkPath, readLinkedAddress } from '../alias-links/alias-link.ts'
import { isLimited } from '../authentication/is-limited.ts'

/**
 * Whose a request is, as far as that can be read from it: of the account of its JWT or its API key, of an account that an operator
 * names, or of whoever has the alias or the mailbox of a link; undefined where it names nobody.
 */
export function routeCredential(request: FastifyRequest): Credential | undefined {
  const path = request.routeOptions.url ?? ''
  if (path.startsWith('/admin/accounts/:ownerId')) {
    const { ownerId } = request.params as { ownerId: string }
    return isSubject(ownerId) ? `operator ${ownerId}` : undefined
  }
  const { token } = request.query as Record<string, unknown>
  if (path === '/verify-forwarding')
    return typeof token === 'string'
      ? `mailbox ${createHash('sha256').update(token).digest('hex')}`
      : undefined
  if (path.startsWith(`/${linkPath}/`)) {
    const addressId = typeof token === 'string' ? readLinkedAddress(token) : undefined
    return addressId === undefined ? undefined : `alias ${addressId}`
  }
  if (!isLimited(path === '' ? request.url : path)) return undefined
  const { authorization } = request.headers
  const [, rawKey] = /^Bearer +(jm_\S+)$/i.exec(authorization ?? '') ?? []
  if (rawKey !== undefined) return `key ${hashApiKey(rawKey).toString('hex')}`
  const subject = readSubject(authorization)
  return subject === undefined ? undefined : `owner ${subject}`
}

/** The credential of a request whose own has been read; undefined where it has none. */
export function credentialOf({
  keyHash,
  accountId,
}: {
  keyHash: Buffer | null
  accountId: string | null
}): Credential | undefined {
  if (keyHash !== null) return `key ${keyHash.toString('hex')}`
  return accountId === null ? undefined : `owner ${accountId}`
}
