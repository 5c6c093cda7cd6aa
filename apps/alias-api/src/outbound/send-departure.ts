import { eq } from 'drizzle-orm'
import { departures, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { signMessage } from '../signing/sign-message.ts'
import { readRest, type Stored } from '../storage/storage.ts'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Hands a message over to whoever delivers it; rejects with what it was refused with. */
export type Carry = (departure: Carried) => Promise<void>

export interface Carried {
  ownerId: string
  mailFrom: string
  rcptTo: string
  content: Buffer
  /** Reads what follows that in a large one, once for each time that it is handed over. */
  openRest?: (() => AsyncIterable<Buffer>) | undefined
}

/**
 * Makes one attempt to send a message and writes down what came of it. Nothing is sent inside a transaction.
 *
 * @returns undefined where there is nothing to send any more
 */
export async function sendDeparture(
  services: MailServices & { signer: Signer },
  carry: Carry,
  departureId: string,
): Promise<Outcome | undefined> {
  const [found] = await services.db
    .select({ departure: departures, content: messages.content, restId: messages.restId })
    .from(departures)
    .leftJoin(messages, eq(messages.id, departures.messageId))
    .where(eq(departures.id, departureId))
  if (!found) return undefined
  const { departure, content, restId } = found
  if (!content) {
    // Its alias was deleted, with all that it had.
    await services.db.delete(departures).where(eq(departures.id, departureId))
    return undefined
  }
  const outcome = await carry({
    ...departure,
    content: await sign(services, departure.signedBy, { content, restId }),
    openRest: restId === null ? undefined : () => readRest(services.storage, restId),
  }).then(
    (): Outcome => ({ status: 'sent' }),
    (error: unknown) => describeRefusal(error),
  )
  return settleAttempt(services, departure, outcome)
}

async function sign(
  { signer, clock, storage }: Pick<MailServices, 'clock' | 'storage'> & { signer: Signer },
  domain: string | null,
  message: Stored,
): Promise<Buffer> {
  const { content, restId } = message
  const key = domain === null ? undefined : await signer.findKey(domain)
  if (!key) return content
  const bodyHash = restId === null ? undefined : await hashBodyOf(storage, message)
  return signMessage(content, key, clock.now(), bodyHash)
}
