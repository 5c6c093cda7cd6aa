import type { FastifyRequest } from 'fastify'
import { hashApiKey, type Credential } from '@waypost/http'

/** The API key that a request comes with, in its header or in its query. */
export function rawKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key']
  if (header !== undefined) return String(header)
  const { apiKey } = request.query as Record<string, unknown>
  return typeof apiKey === 'string' ? apiKey : undefined
}

export const keyCredential = (rawKey = ''): Credential => `key ${hashApiKey(rawKey).toString('hex')}`
