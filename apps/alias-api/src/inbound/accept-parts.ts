import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { takenMessages } from '../db/directory-tables.ts'
import type { MailDatabase } from '../smtp/mail-database.ts'
import { readRest } from '../storage/stored.ts'
import type { Acceptance } from './accept-for-aliases.ts'
import type { IncomingMessage } from './incoming-message.ts'

/** The recipients of a mail that one database has, as the client wrote them. */
export interface MailPart {
  database: MailDatabase
  recipients: string[]
}

/**
 * Accepts a message in the database of each of its recipients, each in a transaction of its own. SMTP has one answer for all of
 * them: where one database cannot take it, its sender tries again with all, and those that took it take it no second time.
 *
 * @param parts the first of which stores what is too large for a row
 */
export async function acceptParts(message: IncomingMessage, parts: MailPart[]): Promise<Acceptance> {
  const [first] = parts
  if (parts.length === 1) return first!.database.accept(message)
  const taken = parts.map(({ database, recipients }) => ({
    database,
    message: { ...message, recipients, partHash: hashPart(message, recipients) },
  }))
  const outcomes = await Promise.allSettled(
    taken.map(async (part) => {
      const restId =
        part.database === first!.database ? message.restId : await copyRest(message, first!, part)
      return part.database.accept({ ...part.message, restId })
    }),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  // What could not be forgotten is pruned, and is in nobody's way: nobody sends the same message again.
  await Promise.allSettled(
    taken.map(({ database, message: { partHash } }) =>
      database.services.db.delete(takenMessages).where(eq(takenMessages.hash, partHash)),
    ),
  )
  const all = new Set(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value))
  return (['accepted', 'blocked'] as const).find((outcome) => all.has(outcome)) ?? 'unwanted'
}

/** Each database stores what is too large for a row itself. What is used in the end by none is swept. */
async function copyRest(
  { restId }: Pick<IncomingMessage, 'restId'>,
  { database: { services: from } }: MailPart,
  { database: { services: to } }: Pick<MailPart, 'database'>,
): Promise<string | null> {
  return restId === null ? null : to.storage.put(readRest(from.storage, restId))
}

function hashPart({ mailFrom, size, bodyHash, content }: IncomingMessage, recipients: string[]): Buffer {
  const about = JSON.stringify([mailFrom, recipients.toSorted(), size, bodyHash])
  return createHash('sha256').update(about).update(content).digest()
}
