import { findRegisteredIds } from '../registry/find-registered-ids.ts'
import type { DeliveryFilter } from './delivery-query.ts'
import type { LogServices } from './find-deliveries.ts'
import { findReceivedDeliveries } from './find-received-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'

export const tooManyExports = 'Too many exports of deliveries are under way: 2 of 2. Wait for one to end.'

/** How many exports an account may read at once from one process. */
export const exportsAtATime = 2

const pageSize = 500

/**
 * The same as `listAllDeliveries`, all of them, as NDJSON: a line of JSON each, a page at a time, so that no more than
 * a page is held. A page costs the same at any depth, and begins after the one before: nothing is exported twice, and
 * what is published meanwhile is not exported.
 *
 * @param signal ends it early
 */
export async function* exportDeliveries(
  { db, outbox: { channel } }: LogServices,
  owner: { ownerId: string },
  { webhookId, ...filter }: DeliveryFilter & { webhookId?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const webhookIds = await findRegisteredIds(db, channel, owner, webhookId)
  let cursor: string | undefined
  do {
    const query = { ...filter, cursor, limit: pageSize, offset: 0 }
    const { ids, last } = await listDeliveries(db, channel, webhookIds, query, { isCounted: false })
    const lines = (await findReceivedDeliveries(db, channel, ids)).map((item) => `${JSON.stringify(item)}\n`)
    if (lines.length > 0) yield lines.join('')
    cursor = last ?? undefined
  } while (cursor !== undefined && !signal.aborted)
  // A response that ends in the middle looks complete; one that is cut does not.
  signal.throwIfAborted()
}
