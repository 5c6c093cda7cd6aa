import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { inTransaction, type Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { MailServices } from '../services.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'

interface ReceivedEmail {
  id: string
  addressId: string
  fromAddress: string
  fromName: string
  subject: string
  authentication: Authenticity
  /** Of whoever listed it. */
  trace: CarriedTrace
}

/** Leaves to be forwarded what the rules of its aliases want, and to be looked at again what DNS did not speak of. */
export async function queueForwards(
  tx: Db,
  work: MailServices['work'],
  emails: ReceivedEmail[],
): Promise<void> {
  const { addressId, filterSender, filterSubject, isActive, forwardToId } = forwardingRules
  const rules = await tx
    .select({ addressId, filterSender, filterSubject })
    .from(forwardingRules)
    .innerJoin(forwardingAddresses, eq(forwardingAddresses.id, forwardToId))
    .where(
      and(
        inArray(
          addressId,
          emails.map((email) => email.addressId),
        ),
        isActive,
        isNotNull(forwardingAddresses.verifiedAt),
      ),
    )
  const jobs = emails
    .filter(
      (email) =>
        email.authentication.verdict === 'unknown' ||
        rules.some((rule) => rule.addressId === email.addressId && isWanted(email, rule)),
    )
    .map(({ id, trace }) => ({ data: { emailId: id, ...trace } satisfies ForwardJob }))
  if (jobs.length > 0) await work.insert(forwardQueue.name, jobs, { ...inTransaction(tx), returnId: false })
}

/** Both filters must be found, the sender's in the address or in the name. */
export function isWanted(
  { fromAddress, fromName, subject }: Pick<ReceivedEmail, 'fromAddress' | 'fromName' | 'subject'>,
  { filterSender, filterSubject }: { filterSender: string | null; filterSubject: string | null },
): boolean {
  const isSender = contains(fromAddress, filterSender) || contains(fromName, filterSender)
  return isSender && contains(subject, filterSubject)
}

const contains = (text: string, part: string | null) =>
  part === null || text.toLowerCase().includes(part.toLowerCase())
