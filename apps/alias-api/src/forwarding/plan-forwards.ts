import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs } from '../enqueue-jobs.ts'
import type { MailServices } from '../services.ts'
import { findDestinations, type Destination, type Email, type Message } from './find-forwards.ts'
import { forwardQueue, type ForwardJob } from './forward-queue.ts'
import { isWanted } from './is-wanted.ts'
import { prepareForward, withheldState, type PrepareServices, type Withheld } from './prepare-forward.ts'
import { queueForwarded, type NewForward } from './queue-forwarded.ts'

/** An email that is being listed. */
export interface ReceivedEmail {
  email: Omit<Email, 'forwardedAt'>
  message: Message
  /** Of whoever lists it. */
  trace: CarriedTrace
}

/** What comes of one that a rule wants forwarded: it is forwarded, stays for a reason, or is left to a job. */
export type ForwardPlan =
  | { outcome: 'forwarded'; forward: NewForward }
  | { outcome: Withheld; to: string }
  | { outcome: 'later' }

// Of a mail for a hundred aliases there are a hundred forwards, each of which is sealed, and in memory with the others.
const mostAtOnce = 100
const mostBytesAtOnce = 2 * 1024 * 1024

/** What it takes to forward as mail is listed. */
export type ForwardAtOnce = Pick<PrepareServices, 'dns' | 'signer'>

/**
 * What comes of emails, as the rules are now, by their ids; of those that no rule wants nothing. Left to a job is what DNS
 * did not speak of, what could not be prepared, and what is too much at once.
 *
 * @param atOnce absent: all of it is left to jobs
 */
export async function planForwards(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'storage'>,
  received: ReceivedEmail[],
  atOnce: ForwardAtOnce | undefined,
): Promise<Map<string, ForwardPlan>> {
  const destinations = await findDestinations(
    tx,
    received.map(({ email }) => email.addressId),
  )
  let room = mostAtOnce
  let bytes = mostBytesAtOnce
  const plan = async (each: ReceivedEmail): Promise<ForwardPlan | undefined> => {
    const { addressId, authentication } = each.email
    if (authentication?.verdict === 'unknown') return { outcome: 'later' }
    const destination = destinations.get(addressId)
    if (!destination || !isWanted(each.email, destination)) return undefined
    room -= 1
    bytes -= each.message.content.length
    if (!atOnce || room < 0 || bytes < 0) return { outcome: 'later' }
    return prepare({ ...services, ...atOnce }, each, destination)
  }
  const plans = await Promise.all(received.map(plan))
  return new Map(plans.flatMap((each, index) => (each ? [[received[index]!.email.id, each] as const] : [])))
}

async function prepare(
  services: PrepareServices,
  { email, message, trace }: ReceivedEmail,
  { to, forwardingAddressId, isHosted }: Destination,
): Promise<ForwardPlan> {
  try {
    const prepared = await prepareForward(services, { email, message, isHosted })
    if (typeof prepared === 'string') return { outcome: prepared, to }
    const forward = { email, message, to, forwardingAddressId, content: prepared, trace }
    return { outcome: 'forwarded', forward }
  } catch {
    // The job tries again, and says why where it fails as well.
    return { outcome: 'later' }
  }
}

/** What the email says of it from the beginning. */
export function stateOf(plan: ForwardPlan | undefined, at: Date) {
  if (!plan || plan.outcome === 'later') return {}
  if (plan.outcome !== 'forwarded') return withheldState(plan.outcome, plan.to, at)
  return { forwardedAt: at, forwardStatus: 'queued', forwardTo: plan.forward.to } as const
}

/** Has leave what is forwarded, once its emails are there, and leaves the others to their jobs. */
export async function carryOutForwards(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work'>,
  received: ReceivedEmail[],
  plans: Map<string, ForwardPlan>,
): Promise<void> {
  const forwards = [...plans.values()].flatMap((plan) => (plan.outcome === 'forwarded' ? [plan.forward] : []))
  await queueForwarded(tx, services, forwards)
  const jobs = received
    .filter(({ email }) => plans.get(email.id)?.outcome === 'later')
    .map(({ email, trace }): ForwardJob => ({ emailId: email.id, ...trace }))
  await enqueueJobs(tx, services.work, forwardQueue.name, jobs)
}
