import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Credential } from './credential.ts'

/** Finds another application that has the data of a credential. */
type FindAnother = (credential: Credential) => Promise<App | undefined>

const routed = new WeakMap<IncomingMessage, FindAnother>()
const givenAway = new WeakSet<FastifyRequest>()

export const isRouted = ({ raw }: FastifyRequest): boolean => routed.has(raw)
export const noteRouted = ({ raw }: FastifyRequest, find: FindAnother): void => void routed.set(raw, find)
/** Whether another application answers, counts and logs the request. */
export const isGivenAway = (request: FastifyRequest): boolean => givenAway.has(request)

/** Has another application answer a request whose body has not been read. */
export function giveTo(app: App, request: FastifyRequest, reply: FastifyReply): void {
  givenAway.add(request)
  reply.hijack()
  app.server.emit('request', request.raw, reply.raw)
}

/**
 * Admits the credential of a request, or gives the request to the application that has its account, where the router's hint
 * was out of date. Before that, nothing may be done for the request.
 *
 * @param admit refuses what it does not know, or knows to be elsewhere, with a `DomainError`
 * @returns undefined where another application answers
 */
export async function admitHere<Admitted>(
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential,
  admit: () => Promise<Admitted>,
): Promise<Admitted | undefined> {
  try {
    return await admit()
  } catch (error) {
    const app = error instanceof DomainError && (await routed.get(request.raw)?.(credential))
    if (!app) throw error
    giveTo(app, request, reply)
    return undefined
  }
}
