import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Credential } from './credential.ts'
import { admitAgainIfLate } from './late-bodies.ts'

/** What the router does for the applications. */
export interface Routing {
  /** Finds another application that has the data of a credential. */
  findAnother(credential: Credential): Promise<App | undefined>
  /** Notes that a credential is genuine, and was found where it is. */
  prove(credential: Credential): void
}

const routed = new WeakMap<IncomingMessage, Routing>()
const givenAway = new WeakSet<FastifyRequest>()

export const isRouted = ({ raw }: FastifyRequest): boolean => routed.has(raw)
export const noteRouted = ({ raw }: FastifyRequest, routing: Routing): void => void routed.set(raw, routing)
/** Whether another application answers, counts and logs the request. */
export const isGivenAway = (request: FastifyRequest): boolean => givenAway.has(request)

/** Has another application answer a request whose body has not been read. */
export function giveTo(app: App, request: FastifyRequest, reply: FastifyReply): void {
  givenAway.add(request)
  reply.hijack()
  app.server.emit('request', request.raw, reply.raw)
}

/**
 * Gives a request to the application that has the data of its credential, where that is another one.
 *
 * @returns whether another application answers
 */
export async function giveAway(
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential,
): Promise<boolean> {
  const app = await routed.get(request.raw)?.findAnother(credential)
  if (app) giveTo(app, request, reply)
  return app !== undefined
}

/**
 * Notes that the account of a request's credential is here. A request whose body comes late is admitted again before it is
 * worked on, since its account may have moved meanwhile.
 *
 * @param again refuses it where the account is elsewhere by then
 */
export function noteAdmitted(
  request: FastifyRequest,
  credential: Credential,
  again: () => Promise<unknown>,
): void {
  routed.get(request.raw)?.prove(credential)
  admitAgainIfLate(request, again)
}

/**
 * Admits the credential of a request, or gives the request to the application that has its account, where the router's hint
 * was out of date. Before that, nothing may be done for the request. One whose body comes late is admitted again.
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
    const admitted = await admit()
    noteAdmitted(request, credential, admit)
    return admitted
  } catch (error) {
    if (!(error instanceof DomainError) || !(await giveAway(request, reply, credential))) throw error
    return undefined
  }
}
