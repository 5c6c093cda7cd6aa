import { Readable } from 'node:stream'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { isOwnAddress, addressNotFound } from '../addresses/own-address.ts'
import { nameOf } from '../alias-names/released-name.ts'
import { addresses } from '../db/tables.ts'
import { emails, messages } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { readWhole } from '../storage/stored.ts'
import { quoteFromLines } from './quote-from-lines.ts'

// A message has 256 KiB in its row.
const emailsAtOnce = 20

/**
 * All emails of an alias that are not deleted, oldest first, as an mbox (RFC 4155, quoted as in “mboxrd”). It is read as
 * fast as the client takes it, and holds no transaction open meanwhile.
 */
export async function exportMailbox(
  services: Pick<Services, 'db' | 'storage'>,
  actor: Actor,
  addressId: string,
): Promise<{ filename: string; content: Readable }> {
  const [own] = await services.db
    .select({ address: addresses.address })
    .from(addresses)
    .where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  return {
    filename: `${nameOf(own.address)}.mbox`,
    content: Readable.from(writeMbox(services, addressId), { objectMode: false }),
  }
}

/** The emails of an alias as an mbox. */
export async function* writeMbox(
  services: Pick<Services, 'db' | 'storage'>,
  addressId: string,
): AsyncGenerator<Buffer> {
  for await (const row of readEmails(services, addressId)) {
    yield Buffer.from(`From ${senderOf(row)} ${writeTime(row.receivedAt)}\n`)
    yield* quoteFromLines(readWhole(services.storage, row))
    yield Buffer.from('\n')
  }
}

async function* readEmails({ db }: Pick<Services, 'db'>, addressId: string) {
  let last: string | undefined
  for (;;) {
    const rows = await db
      .select({
        id: emails.id,
        fromAddress: emails.fromAddress,
        receivedAt: emails.receivedAt,
        mailFrom: messages.mailFrom,
        content: messages.content,
        restId: messages.restId,
      })
      .from(emails)
      .innerJoin(messages, eq(messages.id, emails.messageId))
      .where(
        and(
          eq(emails.addressId, addressId),
          sql`not is_deleted`,
          last === undefined ? undefined : gt(emails.id, last),
        ),
      )
      .orderBy(asc(emails.id))
      .limit(emailsAtOnce)
    yield* rows
    if (rows.length < emailsAtOnce) return
    last = rows.at(-1)!.id
  }
}

/** The envelope's sender, or what other programs write where there is none that fits in the line. */
function senderOf({ mailFrom, fromAddress }: { mailFrom: string | null; fromAddress: string }): string {
  const sender = mailFrom ?? fromAddress
  return /^[\x21-\x7e]+$/.test(sender) ? sender : 'MAILER-DAEMON'
}

/** The form of C’s `asctime`, in UTC: `Mon Mar  2 09:30:00 2026`. */
function writeTime(at: Date): string {
  const [weekday, day, month, year, time] = at.toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`
}
