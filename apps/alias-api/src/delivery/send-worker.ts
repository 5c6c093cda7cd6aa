import { createBatcher, settlesWithin } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { carryTrace, currentSpan, type CarriedTrace } from '@waypost/telemetry'
import { startPromoting, workQueue, type WorkOptions } from '@waypost/work-queues'
import type { MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import type { SharePlaces } from '../mail/share-places.ts'
import { drainRetiredQueues } from '../work-queues/drain-retired-queues.ts'
import { attemptTimeMs } from './attempt-time.ts'
import type { Outcome } from './describe-refusal.ts'
import { enqueueAttempts } from '../outbound/enqueue-outbound.ts'
import { outboundQueue, retiredOutboundQueue, type OutboundJob } from '../outbound/outbound-queue.ts'
import type { OpenTransport } from './open-transport.ts'
import { createSender, type BegunAttempt, type Transport } from './send-outbound.ts'

// For the last of an attempt: its outcome is recorded after the conversation.
const recordingMs = 60_000
const mostSlots = 5
const madeUpTogether = { concurrency: 1, maxItems: 80 }

/**
 * Sends queued messages. An attempt that is slow leaves its place to the next message and goes on; a later job makes up
 * for it if this process dies meanwhile.
 *
 * @returns stops it, once the messages in progress are finished
 */
export async function startSendWorker(
  services: MailServices & { signer: Signer },
  logger: Logger,
  { transport, pace: { slotMs, ...pace } }: { transport: Transport } & Pick<OpenTransport, 'pace'>,
  {
    before,
    onOutcome,
    share,
  }: Pick<WorkOptions, 'before'> & {
    onOutcome?: (status: Outcome['status']) => void
    share?: SharePlaces | undefined
  } = {},
): Promise<() => Promise<void>> {
  const begin = createSender(services, transport)
  const slow = new Set<Promise<void>>()
  const report = (outboundId: string, outcome: Outcome): void => {
    logger.info({ outboundId, ...outcome }, 'mail')
    onOutcome?.(outcome.status)
    if (outcome.status !== 'sent') currentSpan()?.fail(outcome.status)
  }
  let takenPlaces = 0
  // Where nobody waits for it, an attempt may keep its place for longer, which spares it the later job.
  const endsInItsPlace = async (finished: Promise<void>): Promise<boolean> => {
    if (slotMs === undefined) return true
    for (let slot = 1; slot <= mostSlots; slot += 1) {
      if (await settlesWithin(slotMs, finished)) return true
      if (takenPlaces >= pace.atATime) break
    }
    return false
  }
  const send = async (job: OutboundJob): Promise<void> => {
    takenPlaces += 1
    try {
      await attemptOf(job)
    } finally {
      takenPlaces -= 1
    }
  }
  const attemptOf = async (job: OutboundJob): Promise<void> => {
    const attempt = await begin(job)
    if (!attempt) return
    const finished = attempt.finished.then((outcome) => report(job.outboundId, outcome))
    if (await endsInItsPlace(finished)) return finished
    try {
      await makeUpLater({ ...attempt, trace: carryTrace() })
    } catch {
      // Without that job it keeps its place.
      return finished
    }
    const goesOn = finished.catch((error: unknown) => onError(error, job)).finally(() => slow.delete(goesOn))
    slow.add(goesOn)
  }
  const makeUpLater = createBatcher(async (attempts: (BegunAttempt & { trace: CarriedTrace })[]) => {
    const later = attempts.map(({ outbound, size, trace }) => ({
      outbound,
      at: new Date(services.clock.now() + attemptTimeMs(size) + recordingMs),
      trace,
      options: { attempt: outbound.attempts },
    }))
    await services.db.transaction((tx) => enqueueAttempts(tx, services.work, later))
    return attempts
  }, madeUpTogether)
  const onError = (error: unknown, job: OutboundJob) =>
    logger.error({ ...job, err: error }, 'could not send mail')
  const inTurn = share?.(outboundQueue.name, pace.atATime)
  const stops = await Promise.all([
    workQueue<OutboundJob>(services.work, outboundQueue.name, { ...pace, before, inTurn }, send, onError),
    drainRetiredQueues(services.work, retiredOutboundQueue, { before }, send, onError),
  ])
  stops.push(
    startPromoting(services, outboundQueue.name, (err) => logger.error({ err }, 'could not promote mail')),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    await Promise.all(slow)
  }
}
