import type { FastifyReply, FastifyRequest } from 'fastify'

/** The credential that a route requires. */
export interface Credential {
  /** Names of security schemes, any of which is sufficient. */
  schemes: string[]
  /** The scopes that a key needs, all of them. */
  scopes: string[]
  /** The errors without the credential: messages by status. */
  refusals: Record<number, string[]>
}

/** The credential of a signed-in person. */
export const personCredential = {
  schemes: ['jwt'],
  scopes: [],
  refusals: { 401: ['Unauthorized'] },
} satisfies Credential

/** The error for a key without the required scopes. */
export const missingScopes = (scopes: readonly string[]): string =>
  `Insufficient permissions. Required scopes: ${scopes.join(', ')}`

/** An `onRequest` hook that only lets requests with its credential pass. */
export interface CredentialHook {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  credential: Credential
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Messages of the route's own errors, by status. All others follow from its schema. */
    errors?: Record<number, string | string[]>
    /** Whether responses carry an `ETag`. A GET then honours `If-None-Match`, and a PATCH or PUT `If-Match`. */
    tagged?: true
  }
}

/** Ties a hook to the credential that it requires, so that the document matches the behaviour. */
export function requireCredential(
  credential: Credential,
  hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): CredentialHook {
  return Object.assign(hook, { credential })
}

export function isCredentialHook(hook: unknown): hook is CredentialHook {
  return typeof hook === 'function' && 'credential' in hook
}
