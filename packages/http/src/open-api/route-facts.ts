import type { FastifyRequest } from 'fastify'

/** The credential that a route asks for. */
export interface Credential {
  /** Names of security schemes, any of which will do. */
  schemes: string[]
  /** What a key must be allowed, all of it. */
  scopes: string[]
  /** What is answered without it: messages by status. */
  refusals: Record<number, string[]>
}

/** That of a person who is signed in. */
export const personCredential = {
  schemes: ['jwt'],
  scopes: [],
  refusals: { 401: ['Unauthorized'] },
} satisfies Credential

/** What a key is told that may not do everything that is asked for. */
export const missingScopes = (scopes: readonly string[]): string =>
  `Insufficient permissions. Required scopes: ${scopes.join(', ')}`

/** An `onRequest` hook that lets pass only who brings its credential. */
export interface CredentialHook {
  (request: FastifyRequest): Promise<void>
  credential: Credential
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Messages of the failures that are the route's own, by status. The others follow from its shape. */
    errors?: Record<number, string | string[]>
    /** Says that answers carry an `ETag`: a GET honours `If-None-Match` then, a PATCH `If-Match`. */
    tagged?: true
  }
}

/** Ties a hook to the credential that it asks for, so that what is documented is what is done. */
export function requireCredential(
  credential: Credential,
  hook: (request: FastifyRequest) => Promise<void>,
): CredentialHook {
  return Object.assign(hook, { credential })
}

export function isCredentialHook(hook: unknown): hook is CredentialHook {
  return typeof hook === 'function' && 'credential' in hook
}
