import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import { findDestinations, type Email } from './find-forwards.ts'
import { forwardQueue, isRewritten, rewrittenForwardQueue, type ForwardJob } from './forward-queue.ts'
import { isWanted } from './is-wanted.ts'

/** An email that is being listed. */
export interface ReceivedEmail {
  email: Omit<Email, 'forwardedAt'>
  /** The trace of the job that lists it. */
  trace: CarriedTrace
}

/**
 * Enqueues the forwards of emails that a rule matches now, and of those whose author DNS could not yet authenticate.
 */
export async function enqueueForwards(
  tx: Db,
  { work }: Pick<MailServices, 'work'>,
  received: ReceivedEmail[],
): Promise<void> {
  const destinations = await findDestinations(
    tx,
    received.map(({ email }) => email.addressId),
  )
  const isUnknown = ({ email }: ReceivedEmail): boolean => email.authentication?.verdict === 'unknown'
  const isDue = (each: ReceivedEmail): boolean => {
    if (isUnknown(each)) return true
    const destination = destinations.get(each.email.addressId)
    return destination !== undefined && isWanted(each.email, destination)
  }
  // DNS is asked first, and may take longer than to rewrite a message.
  const isSlow = (each: ReceivedEmail): boolean =>
    !isUnknown(each) && isRewritten(destinations.get(each.email.addressId)!)
  const due = received.filter(isDue)
  const slow = new Set(due.filter(isSlow))
  const toJob = ({ email, trace }: ReceivedEmail): NewJob<ForwardJob> => ({
    ownerId: email.ownerId,
    data: { emailId: email.id, ...trace },
  })
  const usual = due.filter((each) => !slow.has(each))
  await enqueueJobs(tx, work, forwardQueue.name, usual.map(toJob))
  await enqueueJobs(tx, work, rewrittenForwardQueue.name, [...slow].map(toJob))
}
