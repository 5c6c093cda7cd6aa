import { eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import { emailForwards, emails } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import {
  readRoutedMessages,
  routeEmails,
  type Route,
  type RoutedEmail,
  type RoutedTo,
} from '../mail-rules/route-emails.ts'
import type { Email } from './find-forwards.ts'
import { addEmailForwards } from './email-forwards.ts'
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
  await addEmailForwards(tx, received.filter(goesToSeveral).map(toPlanned))
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
  given: (RoutedEmail & ReceivedEmail['email'])[],
  trace: CarriedTrace,
): Promise<void> {
  const messages = await readRoutedMessages(
    tx,
    given.map(({ messageId }) => messageId),
  )
  const routes = await routeEmails(tx, given, messages)
  const released = given.map((email) => ({ email, route: routes.get(email.id)!, trace }))
  await replaceForwards(tx, released)
  await enqueueForwards(tx, services, released)
}

/** What became of forwards to several mailboxes is decided anew, for those that the rules choose now. */
async function replaceForwards(tx: Db, released: ReceivedEmail[]): Promise<void> {
  const ids = released.map(({ email }) => email.id)
  await tx.delete(emailForwards).where(inArray(emailForwards.emailId, ids))
  for (const { email, route } of released.filter(goesToSeveral))
    await tx
      .update(emails)
      .set({ forwardCount: countForwards(route) })
      .where(eq(emails.id, email.id))
}

/** To how many mailboxes an email goes; null: to one at most. */
export const countForwards = ({ destinations }: Route): number | null =>
  destinations.length > 1 ? destinations.length : null

const goesToSeveral = ({ route }: ReceivedEmail): boolean => countForwards(route) !== null

const toPlanned = ({ email, route: { destinations } }: ReceivedEmail) => ({ emailId: email.id, destinations })

interface DueForward {
  job: NewJob<ForwardJob>
  destination: RoutedTo | undefined
  isUnknown: boolean
}

// Where the author is unknown, DNS is asked first, and may take longer than to rewrite a message.
const isSlow = ({ isUnknown, destination }: DueForward): boolean =>
  !isUnknown && destination !== undefined && isRewritten(destination)

function toForwards({ email, route, trace }: ReceivedEmail): DueForward[] {
  const { hasRules, destinations } = route
  const { id: emailId, ownerId, authentication } = email
  const isUnknown = authentication?.verdict === 'unknown'
  const due = isUnknown && destinations.length === 0 ? [undefined] : destinations
  return due.map((destination, index) => {
    const chosen = hasRules && { forwardingAddressId: destination?.forwardingAddressId ?? null }
    const place = countForwards(route) !== null && { number: index + 1 }
    return { job: { ownerId, data: { emailId, ...chosen, ...place, ...trace } }, destination, isUnknown }
  })
}
