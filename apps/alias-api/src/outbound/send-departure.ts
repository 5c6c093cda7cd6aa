import { eq } from 'drizzle-orm'
import { departures, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { signMessage } from '../signing/sign-message.ts'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Hands a message over to whoever delivers it; rejects with what it was refused with. */
export type Carry = (departure: Carried) => Promise<void>

export interface Carried {
  ownerId: string
  mailFrom: string
  rcptTo: string
  content: Buffer
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
    .select({ departure: departures, content: messages.content })
    .from(departures)
    .leftJoin(messages, eq(messages.id, departures.messageId))
    .where(eq(departures.id, departureId))
  if (!found) return undefined
  const { departure, content } = found
  if (!content) {
    // Its alias was deleted, with all that it had.
    await services.db.delete(departures).where(eq(departures.id, departureId))
    return undefined
  }
  const outcome = await carry({
    ...departure,
    content: await sign(services, departure.signedBy, content),
  }).then(
    (): Outcome => ({ status: 'sent' }),
    (error: unknown) => describeRefusal(error),
  )
  return settleAttempt(services, departure, outcome)
}

async function sign(
  { signer, clock }: Pick<MailServices, 'clock'> & { signer: Signer },
  domain: string | null,
  content: Buffer,
): Promise<Buffer> {
  const key = domain === null ? undefined : await signer.findKey(domain)
  return key ? signMessage(content, key, clock.now()) : content
}
