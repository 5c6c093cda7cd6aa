import { and, eq, isNotNull } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { z } from 'zod'
import { notificationsPerKind } from '../attempts/limits.ts'
import { tryAttempt } from '../attempts/try-attempt.ts'
import { accounts } from '../db/tables.ts'
import { isNotificationOn } from '../notifications/is-notification-on.ts'
import { notificationOf } from '../notifications/notification.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'
import { signToken } from '../tokens/sign-token.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { notice, wantedOf, type Notice } from './notice.ts'

const tokenTtlSeconds = 60
/** The most that are confirmed in a request. */
const confirmedAtOnce = 100

/**
 * Queues the e-mails that a service, which sends none itself, has for owners. A notice is confirmed once its
 * e-mail is queued. Where that cannot be confirmed, it is claimed again, and its e-mail is sent twice if the first was sent by then.
 */
export async function sendNotices(services: Services, upstream: Upstream): Promise<void> {
  const claim = async () => {
    const answer = await ask(services, upstream, '/notices/claim', wantedOf[upstream.name])
    return z.array(notice).parse(answer ?? [])
  }
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
    for (const each of claimed) await queueNotice(services, each)
    const ids = claimed.map(({ id }) => id)
    while (ids.length > 0)
      await ask(services, upstream, '/notices/confirm', { ids: ids.splice(0, confirmedAtOnce) })
  }
}

/** An address that nobody has confirmed gets no such e-mail. */
async function queueNotice(services: Services, about: Notice): Promise<void> {
  const isUuid = z.uuid().safeParse(about.ownerId).success
  if (!isUuid) return
  await services.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: accounts.email })
      .from(accounts)
      .where(and(eq(accounts.id, about.ownerId), isNotNull(accounts.emailConfirmedAt)))
    if (account && (await isWanted({ ...services, db: tx }, about)))
      await enqueueSystemEmail(tx, services, about.kind, account.email, about)
  })
}

/** Not one of a kind that is switched off, nor one of which the account had many today. */
async function isWanted(services: Services, { kind, ownerId }: Notice): Promise<boolean> {
  const notification = notificationOf(kind)
  if (notification === undefined) return true
  if (!(await isNotificationOn(services, ownerId, notification))) return false
  return tryAttempt(services, notificationsPerKind, `${notification}:${ownerId}`)
}

/** @returns undefined from a service of the version before, which has no notices */
async function ask(services: Services, upstream: Upstream, path: string, body: object): Promise<unknown> {
  const issuer = { id: newId(), tokenEpoch: 0, scope: 'notices' }
  const token = await signToken(services, issuer, tokenTtlSeconds)
  const answer = await services.upstreams.request(upstream, {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode === 404) return undefined
  if (answer.statusCode >= 300)
    throw new UpstreamError(502, `${upstream.title} did not answer ${path} (${answer.statusCode})`)
  return text === '' ? undefined : JSON.parse(text)
}
