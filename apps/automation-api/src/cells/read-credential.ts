import type { FastifyRequest } from 'fastify'
import { readSubject, type Credential } from '@waypost/http'
import { keyCredential, rawKeyOf } from '../api-keys/raw-key-of.ts'

/** Whose a request is; undefined where it names nobody. */
export function readCredential(request: FastifyRequest): Credential | undefined {
  if (request.routeOptions.url?.startsWith('/admin/accounts/:ownerId'))
    return `operator ${(request.params as { ownerId: string }).ownerId}`
  const rawKey = rawKeyOf(request)
  if (rawKey) return keyCredential(rawKey)
  const subject = readSubject(request.headers.authorization)
  return subject === undefined ? undefined : `owner ${subject}`
}
