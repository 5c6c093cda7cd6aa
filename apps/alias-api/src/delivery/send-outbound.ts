import { eq, sql } from 'drizzle-orm'
import { perDatabase, type Db } from '@waypost/postgres'
import { createBatcher } from '@waypost/concurrency'
import { carryTrace } from '@waypost/telemetry'
import { outboundMessages, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { holdOutbound, isHeld } from '../sending/hold-outbound.ts'
import type { OutboundDsn } from '../smtp/commands/read-dsn.ts'
import type { Signer } from '../signing/create-signer.ts'
import type { OutboundJob } from '../outbound/outbound-queue.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { signMessage } from '../signing/sign-message.ts'
import { readRest, type Stored } from '../storage/stored.ts'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import { finishAttempts, type Attempt } from './finish-attempts.ts'

/** Hands a message over to a mail server; rejects with the server's refusal. */
export type Transport = (outbound: TransportMessage) => Promise<void>

export interface TransportMessage {
  ownerId: string
  mailFrom: string
  rcptTo: string
  content: Buffer
  /** For a server that announces DSN. */
  dsn?: OutboundDsn | null
  /** Of all of it, in bytes. */
  size: number
  /** Opens the rest of a large message; called once per attempt. */
  openRest?: (() => AsyncIterable<Buffer>) | undefined
}

// The largest batch of ordinary messages; each takes a quarter of a MiB at most.
const batch = { concurrency: 1, maxItems: 80 }
// Messages finish one after the other, as servers accept them, so finishing waits a moment to fill a batch.
const finishedBatch = { ...batch, waitMs: 25 }

/**
 * Makes one attempt for each message and records its outcome. Nothing is sent inside a transaction. Messages that are
 * read and finished at about the same time are read and written in one batch.
 *
 * @returns begins the attempt of a job; undefined where there is nothing left to send
 */
export function createSender(
  services: MailServices & { signer: Signer },
  transport: Transport,
): (job: OutboundJob) => Promise<BegunAttempt | undefined> {
  const { db, storage } = services
  const find = createBatcher((ids: string[]) => findOutbound(db, ids), batch)
  const finish = createBatcher((attempts: Attempt[]) => finishAttempts(services, attempts), finishedBatch)
  return async ({ outboundId, attempt, postponed = 0 }) => {
    const found = await find(outboundId)
    if (!found) return undefined
    const { outbound, content, restId, bodyHash } = found
    if (attempt !== undefined && attempt !== outbound.attempts) return undefined
    if (found.isHeld) {
      await holdOutbound(db, outbound)
      return undefined
    }
    if (!content) {
      // The alias was deleted, with all its emails.
      await db.delete(outboundMessages).where(eq(outboundMessages.id, outboundId))
      return undefined
    }
    const size = found.size ?? content.length
    const signed = await sign(services, outbound, { content, restId, bodyHash })
    const openRest = restId === null ? undefined : () => readRest(storage, restId)
    const outcome = transport({ ...outbound, size, content: signed, openRest }).then(
      (): Outcome => ({ status: 'sent' }),
      (error: unknown) => describeRefusal(error),
    )
    const trace = carryTrace()
    return {
      outbound,
      size,
      finished: outcome.then((ended) => finish({ outbound, outcome: ended, postponed, trace })),
    }
  }
}

type OutboundMessage = typeof outboundMessages.$inferSelect

export interface BegunAttempt {
  outbound: OutboundMessage
  /** Of the message, in bytes. */
  size: number
  /** Resolves once the outcome is recorded. */
  finished: Promise<Outcome>
}

interface Found {
  outbound: OutboundMessage
  content: Buffer | null
  size: number | null
  restId: string | null
  bodyHash: string | null
  isHeld: boolean
}

async function findOutbound(db: Db, ids: string[]): Promise<(Found | undefined)[]> {
  const rows = await readOutbound(db).execute({ ids })
  const found = new Map(rows.map((row) => [row.outbound.id, row]))
  return ids.map((id) => found.get(id))
}

const readOutbound = perDatabase((db) =>
  db
    .select({
      outbound: outboundMessages,
      content: messages.content,
      size: messages.size,
      restId: messages.restId,
      bodyHash: messages.bodyHash,
      isHeld,
    })
    .from(outboundMessages)
    .leftJoin(messages, eq(messages.id, outboundMessages.messageId))
    .where(sql`${outboundMessages.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_outbound'),
)

async function sign(
  { signer, clock, storage }: Pick<MailServices, 'clock' | 'storage'> & { signer: Signer },
  { signedBy, ownerId }: Pick<OutboundMessage, 'signedBy' | 'ownerId'>,
  message: Stored & { bodyHash: string | null },
): Promise<Buffer> {
  const { content } = message
  const key = signedBy === null ? undefined : await signer.findKey(signedBy, ownerId)
  if (!key) return content
  return signMessage(content, key, clock.now(), await hashBodyOf(storage, message))
}
