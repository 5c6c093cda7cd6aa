import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { headBytes } from '../replies/reply-ids.ts'
import { isHere } from '../cells/is-here.ts'
import type { Services } from '../services.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { noIds, readMessageIds, type MessageIds } from './message-ids.ts'
import { threadColumns } from './thread-of.ts'

const atATime = 100
// Emails have waited since the update, and other work shares the database.
const batches = 10

interface Row extends Record<string, unknown> {
  id: string
  address_id: string
  head: Buffer | null
}

/**
 * Gives emails that were listed before there were conversations theirs, oldest first, so that each finds those that it names. So it
 * does for those that a process of the version before lists.
 *
 * @returns how many
 */
export async function fillThreads({ db, directory }: Pick<Services, 'db' | 'directory'>): Promise<number> {
  let filled = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const count = await db.transaction((tx) => fillSome(tx, directory))
    filled += count
    if (count < atATime) break
  }
  return filled
}

async function fillSome(tx: Db, directory: Services['directory']): Promise<number> {
  const { rows } = await tx.execute<Row>(sql`
    select email.id, email.address_id, substring(message.content from 1 for ${headBytes}::integer) as head
    from (
      select id, address_id, message_id from alias.emails
      where thread_id is null and ${isHere(directory, sql`owner_id`)} order by id limit ${atATime} for no key update skip locked
    ) email left join alias.messages message on message.id = email.message_id
    order by email.id
  `)
  for (const { id, address_id: addressId, head } of rows) {
    const { threadId, threadKey } = threadColumns({ id, addressId }, head ? idsOf(head) : noIds)
    await tx.execute(sql`
      update alias.emails set thread_id = ${threadId}, thread_key = ${threadKey} where id = ${id}
    `)
  }
  return rows.length
}

function idsOf(head: Buffer): MessageIds {
  const { fields } = splitMessage(head)
  const valueOf = (name: string) => fields.find((field) => nameOf(field) === name)
  return readMessageIds(valueOf('message-id'), valueOf('references'), valueOf('in-reply-to'))
}
