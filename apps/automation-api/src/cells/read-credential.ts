import type { FastifyRequest } from 'fastify'
import { isSubject, readSubject, type Credential } from '@waypost/http'
import { keyCredential, rawKeyOf } from '../api-keys/raw-key-of.ts'

/** Whose a request is; undefined where it names nobody. */
export function readCredential(request: FastifyRequest): Credential | undefined {
  if (request.routeOptions.url?.startsWith('/admin/accounts/:ownerId')) {
    const { ownerId } = request.params as { ownerId: string }
    return isSubject(ownerId) ? `operator ${ownerId}` : undefined
  }
  const rawKey = rawKeyOf(request)
  if (rawKey) return keyCredential(rawKey)
  const subject = readSubject(request.headers.authorization)
  return subject === undefined ? undefined : `owner ${subject}`
}
