import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientOf, DomainError, registerJwt, registerKeyUse, type App, type JwtOptions } from '@waypost/http'
import { ownerOf } from '../accounts/owner.ts'
import { recordAccount } from '../accounts/record-account.ts'
import { describeRequest } from '../audit-logs/describe-request.ts'
import { readCredential, type Credential } from './credential.ts'
import { announceLimit } from '../rate-limits/announce-limit.ts'
import { batchRequests, type Admission } from '../rate-limits/batch-requests.ts'
import type { Actor, ApiServices, RequestLimits } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request speaks for: known, and counted, before anything of its body is read. */
    caller: Caller | null
  }
}

interface Caller {
  /** Null where it speaks for nobody, or for somebody else than it says. */
  actor: Actor | null
  /** Of a key; null for a person, who has every scope. */
  scopes: string[] | null
  /** Of a person's JWT. */
  tokenEpoch: number
  /** What is said to nobody. */
  refusal: 'API key is missing' | 'Invalid API key'
}

/** Counts a request and finds out whom it speaks for; its answer, whatever it will be, says how many are left. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Admits every request under `/api/v1` and of the dashboard, whether there is a route for it or not, by one statement
 * for credential, plan and limit together.
 */
export function registerAdmission(app: App, services: ApiServices, jwt: JwtOptions): Admit {
  const authenticateJwt = registerJwt(app, jwt)
  const count = batchRequests(services.db)
  const recordKeyUse = registerKeyUse(app, services.db, 'alias')
  app.decorateRequest('caller', null)

  const admit: Admit = async (request, reply) => {
    // The route's path where there is one: what was sent may be written in many ways.
    if (!isLimited(request.routeOptions.url ?? request.url)) return
    const credential = await readCredential(request, authenticateJwt)
    announceUnknown(reply, services)
    const admission = await count({ ...credential, client: clientOf(request.ip) })
    const limit = limitOf(admission, services.limits)
    announceLimit(reply, { ...admission, limit })
    if (admission.number > limit) {
      reply.header('retry-after', admission.leftSeconds)
      throw new DomainError('rate_limited', 'Rate limit exceeded')
    }
    if (admission.keyId !== null) recordKeyUse(admission.keyId)
    await recordPerson(services, credential, admission)
    request.caller = toCaller(request, credential, admission)
  }
  // After those of CORS, so that a browser may read what is said to one who asks too often.
  app.after(() => app.addHook('onRequest', admit))
  return admit
}

/** Whether requests of a path are counted. */
export const isLimited = (path: string) => /^\/(api\/v1|api-keys|tokens|held-access)(?=[/?]|$)/.test(path)

/** For an answer that says that the database does not answer. */
function announceUnknown(reply: FastifyReply, { limits, clock }: ApiServices): void {
  const endsAtSeconds = (Math.floor(clock.now() / 60_000) + 1) * 60
  announceLimit(reply, { limit: limits.perClient, number: limits.perClient, endsAtSeconds })
}

function limitOf({ keyId, accountId }: Admission, limits: RequestLimits): number {
  if (keyId !== null) return limits.perAccount
  return accountId === null ? limits.perClient : limits.perPerson
}

/** Somebody's first request ever, or the first with another e-mail, is one statement more. */
async function recordPerson(
  services: ApiServices,
  { accountId, email }: Credential,
  known: Admission,
): Promise<void> {
  // A JWT of an earlier epoch has proved to be an account's, and speaks for it no longer.
  if (accountId === null || known.accountId === null) return
  if (known.plan === null || known.email !== email) await recordAccount(services, { accountId, email })
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
