import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { addresses } from '../db/tables.ts'
import type { Scope } from '../api-keys/scopes.ts'
import type { Actor, Services } from '../services.ts'
import { writeMbox } from './export-mailbox.ts'
import { writeAccount } from './write-account.ts'

export const tooManyExports = 'Too many exports of emails are under way: 1 of 1. Wait for it to end.'

const addressesAtOnce = 100

/**
 * All emails of an owner that are not deleted, as a zip with an mbox of each alias that has any, and `account.json` with what
 * the owner has besides. It is read as fast as
 * the client takes it, a few emails at a time, and holds no transaction open meanwhile.
 *
 * @param may whether the caller has a scope
 * @param signal ends it early, with an error: a file that ends in the middle must not look complete
 */
export function exportEmails(
  services: Services,
  actor: Actor,
  may: (scope: Scope) => boolean,
  signal: AbortSignal,
): Readable {
  const account = until(signal, writeAccount(services, actor, may))
  const files = makeZip(writeFiles(services, actor.ownerId, account, signal))
  return Readable.fromWeb(files as Parameters<typeof Readable.fromWeb>[0])
}

async function* writeFiles(
  services: Services,
  ownerId: string,
  account: AsyncIterable<Buffer>,
  signal: AbortSignal,
) {
  yield { name: 'account.json', lastModified: new Date(), input: account }
  let last: string | undefined
  do {
    const rows = await findWithEmails(services, ownerId, last)
    for (const { id, address } of rows)
      yield {
        name: `${address}.mbox`,
        lastModified: new Date(),
        input: until(signal, writeMbox(services, id)),
      }
    last = rows.length < addressesAtOnce ? undefined : rows.at(-1)!.id
  } while (last !== undefined)
}

const findWithEmails = ({ db }: Services, ownerId: string, after: string | undefined) =>
  db
    .select({ id: addresses.id, address: addresses.address })
    .from(addresses)
    .where(
      and(
        eq(addresses.ownerId, ownerId),
        after === undefined ? undefined : gt(addresses.id, after),
        sql`exists (
          select from alias.emails where emails.address_id = ${addresses.id} and not is_deleted and message_id is not null
        )`,
      ),
    )
    .orderBy(asc(addresses.id))
    .limit(addressesAtOnce)

async function* until(signal: AbortSignal, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    yield chunk
  }
}
