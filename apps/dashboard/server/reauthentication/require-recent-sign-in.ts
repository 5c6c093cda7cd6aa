import { DomainError } from '@waypost/http'
import type { FastifyReply } from 'fastify'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'

/** How long after a sign-in its browser may do what somebody who finds it open must not. */
const recentForMs = 10 * 60_000

/** By this header the pages know that they have to ask who is there, and can then send the same request again. */
const header = 'waypost-reauthenticate'

/** @throws DomainError if the user of the session has to show again who they are */
export function requireRecentSignIn(
  { clock }: Pick<Services, 'clock'>,
  { authenticatedAt }: Session,
  reply: FastifyReply,
): void {
  if (clock.now() - authenticatedAt.getTime() <= recentForMs) return
  reply.header(header, 'required')
  throw new DomainError('forbidden', 'Confirm that it is you, then try again')
}
