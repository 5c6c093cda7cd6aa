import { and, eq, sql } from 'drizzle-orm'
import type { NextWork } from '@waypost/concurrency'
import { accounts, tokenRevocations } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { signToken } from '../tokens/sign-token.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { upstreams } from '../upstreams/upstream.ts'

const tokenTtlSeconds = 60

type Revocation = typeof tokenRevocations.$inferSelect

/**
 * Sends queued revocations to the services. One process sends each, and failures are retried.
 *
 * @returns when the next attempt is due
 */
export async function sendRevocations(services: Services): Promise<NextWork> {
  const dueInMs = await findDueInMs(services)
  if (dueInMs > 0) return { dueInMs }
  for (let due = await claimRevocation(services); due; due = await claimRevocation(services)) {
    try {
      await sendRevocation(services, due)
      const { accountId, service, epoch } = tokenRevocations
      await services.db
        .delete(tokenRevocations)
        // A revocation that was queued meanwhile is sent separately.
        .where(and(eq(accountId, due.accountId), eq(service, due.service), eq(epoch, due.epoch)))
    } catch (error) {
      services.events.tokensNotRevoked(due.accountId, due.service, error)
    }
  }
  return { dueInMs: await findDueInMs(services) }
}

/** Infinity where no revocation is queued. */
async function findDueInMs({ db, clock }: Services): Promise<number> {
  const { attemptAt } = tokenRevocations
  const [next] = await db.select({ attemptAt }).from(tokenRevocations).orderBy(attemptAt).limit(1)
  return next ? next.attemptAt.getTime() - clock.now() : Infinity
}

/** Sets the next attempt before this one is made: after one second at first, after 30 seconds at most. */
async function claimRevocation({ db, clock }: Services): Promise<Revocation | undefined> {
  const now = new Date(clock.now())
  const { accountId, service, attemptAt, attempts } = tokenRevocations
  const due = db
    .select({ accountId, service })
    .from(tokenRevocations)
    .where(sql`${attemptAt} <= ${now}`)
    .orderBy(attemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(tokenRevocations)
    .set({
      attempts: sql`${attempts} + 1`,
      attemptAt: sql`${now}::timestamptz + least(interval '1 second' * power(2, least(${attempts}, 5)), interval '30 seconds')`,
    })
    .where(sql`(${accountId}, ${service}) in ${due}`)
    .returning()
  return claimed
}

async function sendRevocation(
  services: Services,
  { accountId, service, epoch, hold }: Revocation,
): Promise<void> {
  const upstream = upstreams.find(({ name }) => name === service)!
  const [account] = await services.db
    .select({ email: accounts.email, emailConfirmedAt: accounts.emailConfirmedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  // A deleted account has no address any more.
  const said = account && { email: account.email, emailConfirmed: account.emailConfirmedAt !== null }
  const token = await signToken(services, { ...said, id: accountId, tokenEpoch: epoch }, tokenTtlSeconds)
  const { statusCode, body } = await services.upstreams.request(upstream, {
    method: 'POST',
    path: '/tokens/revoke',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hold }),
  })
  await body.dump()
  if (statusCode >= 300)
    throw new UpstreamError(502, `${upstream.title} did not revoke tokens (${statusCode})`)
}
