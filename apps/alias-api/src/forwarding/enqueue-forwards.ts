import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import { routeEmails, type Route, type RoutedEmail } from '../mail-rules/route-emails.ts'
import type { Destination } from './destination.ts'
import type { Email } from './find-forwards.ts'
import { forwardQueue, isRewritten, rewrittenForwardQueue, type ForwardJob } from './forward-queue.ts'

/** An email that is being listed, or was released. */
export interface ReceivedEmail {
  email: Pick<Email, 'id' | 'ownerId' | 'authentication'>
  route: Route
  /** The trace of the job that lists it. */
  trace: CarriedTrace
}

/**
 * Enqueues the forwards of emails by their routes, and of those whose author DNS could not yet authenticate.
 */
export async function enqueueForwards(
  tx: Db,
  { work }: Pick<MailServices, 'work'>,
  received: ReceivedEmail[],
): Promise<void> {
  const forwards = received.flatMap(toForwards)
  const slow = forwards.filter(isSlow)
  const usual = forwards.filter((each) => !isSlow(each))
  await enqueueJobs(
    tx,
    work,
    forwardQueue.name,
    usual.map(({ job }) => job),
  )
  await enqueueJobs(
    tx,
    work,
    rewrittenForwardQueue.name,
    slow.map(({ job }) => job),
  )
}

/** Enqueues the forwards of emails that were withheld, by the rules that their aliases have now. */
export async function enqueueReleased(
  tx: Db,
  services: Pick<MailServices, 'work'>,
  emails: (RoutedEmail & ReceivedEmail['email'])[],
  trace: CarriedTrace,
): Promise<void> {
  const routes = await routeEmails(tx, emails)
  await enqueueForwards(
    tx,
    services,
    emails.map((email) => ({ email, route: routes.get(email.id)!, trace })),
  )
}

interface DueForward {
  job: NewJob<ForwardJob>
  destination: Destination | undefined
  isUnknown: boolean
}

// Where the author is unknown, DNS is asked first, and may take longer than to rewrite a message.
const isSlow = ({ isUnknown, destination }: DueForward): boolean =>
  !isUnknown && destination !== undefined && isRewritten(destination)

function toForwards({ email, route: { hasRules, destinations }, trace }: ReceivedEmail): DueForward[] {
  const { id: emailId, ownerId, authentication } = email
  const isUnknown = authentication?.verdict === 'unknown'
  const due = isUnknown && destinations.length === 0 ? [undefined] : destinations
  return due.map((destination) => {
    const chosen = hasRules && { forwardingAddressId: destination?.forwardingAddressId ?? null }
    return { job: { ownerId, data: { emailId, ...chosen, ...trace } }, destination, isUnknown }
  })
}
