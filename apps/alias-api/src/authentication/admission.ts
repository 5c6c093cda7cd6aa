import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  clientOf,
  DomainError,
  giveAway,
  noteAdmitted,
  registerKeyUse,
  registerTurns,
  unavailable,
  type App,
  type JwtActor,
} from '@waypost/http'
import { ownerOf } from '../accounts/owner.ts'
import { recordAccount } from '../accounts/record-account.ts'
import { describeRequest } from '../audit-logs/describe-request.ts'
import { requireHere } from '../cells/require-here.ts'
import { credentialOf } from '../cells/route-credential.ts'
import { isLimited } from './is-limited.ts'
import { readCredential, type Credential } from './credential.ts'
import { announceLimit } from '../rate-limits/announce-limit.ts'
import { batchRequests, type Admission } from '../rate-limits/batch-requests.ts'
import type { Actor, ApiServices, RequestLimits } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request. Set, and the request counted, before its body is read. */
    caller: Caller | null
  }
}

interface Caller {
  /** Null where the credential is missing or invalid. */
  actor: Actor | null
  /** The scopes of an API key; null for a person, who has every scope. */
  scopes: string[] | null
  /** The epoch of a person's JWT. */
  tokenEpoch: number
  /** The error for a request without an actor. */
  refusal: 'API key is missing' | 'Invalid API key'
}

const requestsAtATime = 3

/** Counts a request and finds its caller. Every response, errors included, carries the rate limit's headers. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Admits every request under `/api/v1` and of the dashboard, whether or not its route exists. One statement checks
 * credential, plan and rate limit together.
 */
export function registerAdmission(
  app: App,
  services: ApiServices,
  authenticateJwt: (request: FastifyRequest) => Promise<JwtActor>,
): Admit {
  const count = batchRequests(services.db)
  const recordKeyUse = registerKeyUse(app, services.db, 'alias')
  const takeTurn = registerTurns(app, requestsAtATime)
  app.decorateRequest('caller', null)

  /** Whether this application is to answer; otherwise another one does. */
  const isHere = async (
    request: FastifyRequest,
    reply: FastifyReply,
    credential: Credential,
    { accountId, plan, cell }: Admission,
  ): Promise<boolean> => {
    const { db, directory } = services
    const routed = credentialOf(credential)
    if (!routed) return true
    // Where nothing is known of an account, it is new, and the first database's.
    const isElsewhere = cell !== null || (accountId !== null && plan === null && directory?.isCell === true)
    if (accountId !== null && !isElsewhere) {
      noteAdmitted(request, routed, () => requireHere({ db, directory }, accountId))
      return true
    }
    if (await giveAway(request, reply, routed)) return false
    if (isElsewhere) throw unavailable()
    return true
  }

  const admit: Admit = async (request, reply) => {
    // The route's path where there is one, since a client can write the same path in many ways.
    if (!isLimited(request.routeOptions.url ?? request.url)) return
    const credential = await readCredential(request, authenticateJwt)
    announceUnknown(reply, services)
    const admission = await count({ ...credential, client: clientOf(request.ip) })
    if (!(await isHere(request, reply, credential, admission))) return
    const limit = limitOf(admission, services.limits)
    announceLimit(reply, { ...admission, limit })
    if (admission.number > limit) {
      reply.header('retry-after', admission.leftSeconds)
      throw new DomainError('rate_limited', 'Rate limit exceeded')
    }
    if (admission.keyId !== null) recordKeyUse(admission.keyId)
    await recordPerson(services, credential, admission)
    request.caller = toCaller(request, credential, admission)
    if (request.caller.actor) await takeTurn(request, reply, request.caller.actor.accountId)
  }
  // Runs after the hooks of CORS, so that a browser may read a 429.
  app.after(() => app.addHook('onRequest', admit))
  return admit
}

/** Sets the rate limit headers of a response that says that the database does not answer. */
function announceUnknown(reply: FastifyReply, { limits, clock }: ApiServices): void {
  const endsAtSeconds = (Math.floor(clock.now() / 60_000) + 1) * 60
  announceLimit(reply, { limit: limits.perClient, number: limits.perClient, endsAtSeconds })
}

function limitOf({ keyId, accountId }: Admission, limits: RequestLimits): number {
  if (keyId !== null) return limits.perAccount
  return accountId === null ? limits.perClient : limits.perPerson
}

/** An account's first request, or its first with another e-mail, costs one more statement. */
async function recordPerson(
  services: ApiServices,
  { accountId, email, emailVerified }: Credential,
  known: Admission,
): Promise<void> {
  // A JWT of an earlier epoch is genuine but revoked, so it records nothing about its account.
  if (accountId === null || known.accountId === null) return
  // A JWT without an e-mail says nothing of the one that is known.
  const isNew = email !== null && known.email !== email
  const isDecided = emailVerified !== null && !known.emailVerified && known.emailVerified !== emailVerified
  if (known.plan === null || isNew || isDecided)
    await recordAccount(services, { accountId, email, emailVerified })
}

function toCaller(
  request: FastifyRequest,
  { refusal, epoch }: Credential,
  { accountId, keyId, mode, plan, scopes }: Admission,
): Caller {
  const actor =
    accountId === null
      ? null
      : {
          accountId,
          ownerId: ownerOf(accountId, mode ?? 'live'),
          mode: mode ?? ('live' as const),
          plan: plan ?? ('free' as const),
          keyId,
          ip: request.ip,
          request: describeRequest(request),
        }
  return { actor, scopes, tokenEpoch: epoch, refusal: refusal ?? 'Invalid API key' }
}
