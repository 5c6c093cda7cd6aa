import { eq } from 'drizzle-orm'
import { carryTrace } from '@waypost/telemetry'
import { createBatcher } from '@waypost/concurrency'
import { StorageError } from '@waypost/storage'
import { enqueueJobs } from '@waypost/work-queues'
import type { WriteLinks } from '../alias-links/write-links.ts'
import { uncheckable, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { ensureContacts, type WantedContact } from '../contacts/ensure-contacts.ts'
import { emails } from '../db/mail-tables.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { MessageRewriter } from '../rewriting/message-rewriter.ts'
import type { Signer } from '../signing/create-signer.ts'
import { dropForward } from './email-forwards.ts'
import { findForwards, type ForwardChoice, type Found } from './find-forwards.ts'
import { isRewritten, rewrittenForwardQueue, type ForwardJob } from './forward-queue.ts'
import { isWanted } from './is-wanted.ts'
import { prepareForward, type Decided } from './prepare-forward.ts'
import { recordForwards, type DecidedForward, type Forwarded } from './record-forwards.ts'

const givenUpAfterMs = 86_400_000

/** The services that forwarding needs. */
export type ForwardServices = MailServices & {
  dns: DnsOptions
  checker: Pick<AuthenticityChecker, 'check'>
  signer: Signer
  rewriter: Pick<MessageRewriter, 'rewrite'>
  /** Absent: no forward has links. */
  writeLinks?: WriteLinks | undefined
}

const dnsMs = 8000

// The largest batch of ordinary messages; each takes a quarter of a MiB at most.
const batch = { concurrency: 1, maxItems: 80 }
// Messages become ready one after the other, as each is sealed, so writing waits a moment to fill a batch.
const decidedBatch = { ...batch, waitMs: 25 }

/** An attempt to forward an email. */
export interface ForwardAttempt extends Pick<ForwardJob, 'forwardingAddressId' | 'number'> {
  /** Whether a message may be rewritten in it, which takes a while. If not, that waits in {@link rewrittenForwardQueue}. */
  rewrites: boolean
  /** Whether it is the last one for a message whose rewriting was not finished. */
  isLast: boolean
}

/**
 * Forwards received emails, each once, if the alias still forwards them. Emails that are read and decided at about
 * the same time are read and written in one batch.
 *
 * @returns forwards one email, by its id; throws where DNS does not answer or the key of the destination changes in the
 * meantime, so that it is retried later
 */
export function createForwarder(
  services: ForwardServices,
): (emailId: string, attempt: ForwardAttempt) => Promise<Forwarded | 'requeued'> {
  const { db, clock, work } = services
  const find = createBatcher((choices: ForwardChoice[]) => findForwards(services, choices), batch)
  const findReverse = createBatcher(
    (wanted: WantedContact[]) => ensureContacts(db, wanted, clock.now()),
    batch,
  )
  const record = createBatcher((decided: DecidedForward[]) => recordForwards(services, decided), decidedBatch)
  const findChecked = async (choice: ForwardChoice): Promise<Found | undefined> => {
    const found = await find(choice)
    if (!found || (found.email.authentication && found.email.authentication.verdict !== 'unknown'))
      return found
    await checkAgain(services, found)
    // DNS may have taken long, and the rule may have changed.
    return find(choice)
  }
  return async (emailId, { rewrites, isLast, ...chosen }) => {
    const found = await findChecked({ emailId, ...chosen })
    if (!found) return 'unwanted'
    const { email, message, isDecided, destination } = found
    const isUnknown = email.authentication?.verdict === 'unknown'
    const isOver = clock.now() >= email.receivedAt.getTime() + givenUpAfterMs
    const isDue = destination && !isDecided && isWanted(email, destination)
    const { number } = chosen
    // What waits for nothing would keep the email queued.
    if (!isDue && !isDecided && number !== undefined) await dropForward(db, { emailId, number })
    if (isUnknown && !(isDue && isOver)) throw new UnknownSenderError(emailId)
    if (!isDue) return 'unwanted'
    if (!rewrites && !isUnknown && isRewritten(destination)) {
      const data: ForwardJob = { emailId, ...chosen, ...carryTrace() }
      await enqueueJobs(db, work, rewrittenForwardQueue.name, [{ ownerId: email.ownerId, data }])
      return 'requeued'
    }
    const { to, forwardingAddressId, aliasLinks } = destination
    const about = { addressId: email.addressId, forwardingAddressId }
    const links = aliasLinks === null ? undefined : services.writeLinks?.(about)
    const decided: Decided = isUnknown
      ? { decision: 'unknown', keyState: null }
      : await prepareForward({ ...services, findReverse }, { email, message, destination, links, isLast })
    const outcome = await record({
      email,
      to,
      forwardingAddressId,
      number,
      ...decided,
      trace: carryTrace(),
    })
    if (outcome === 'outdated') throw new DestinationChangedError(emailId)
    return outcome
  }
}

class UnknownSenderError extends Error {
  constructor(emailId: string) {
    super(`DNS did not answer, so the author of ${emailId} is not authenticated`)
  }
}

class DestinationChangedError extends Error {
  constructor(emailId: string) {
    super(`the destination changed while ${emailId} was prepared`)
  }
}

/** Asks DNS again for an email whose author could not be authenticated when it was listed. */
async function checkAgain(
  { db, checker, storage }: ForwardServices,
  { message, email }: Found,
): Promise<void> {
  const authentication = await checker
    .check(toReceived(message, storage), dnsMs, email.ownerId)
    .catch((error: unknown) => {
      if (error instanceof StorageError) throw error
      return uncheckable
    })
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, message.id))
}
