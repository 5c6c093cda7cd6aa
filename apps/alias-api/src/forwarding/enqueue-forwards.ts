import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import { findDestinations, type Email } from './find-forwards.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'
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
  const isDue = ({ email }: ReceivedEmail): boolean => {
    if (email.authentication?.verdict === 'unknown') return true
    const destination = destinations.get(email.addressId)
    return destination !== undefined && isWanted(email, destination)
  }
  const jobs = received.filter(isDue).map(({ email, trace }): NewJob<ForwardJob> => ({
    ownerId: email.ownerId,
    data: { emailId: email.id, ...trace },
  }))
  await enqueueJobs(tx, work, forwardQueue.name, jobs)
}
