import { sql } from 'drizzle-orm'
import type { OpenChannel } from '../services.ts'

/** Deliveries that this process has claimed together: while it lives, nobody else has them. */
export interface Lease {
  id: string
  /** How many of them are neither settled nor given up. */
  open: number
}

/**
 * Does what settles or gives up deliveries, and then takes them off their leases.
 *
 * @param leases of each of the deliveries
 * @param work is given the leases that end with it, to delete them in its transaction
 */
export async function endLeases<Result>(
  channel: OpenChannel,
  leases: Lease[],
  work: (ended: string[]) => Promise<Result>,
): Promise<Result> {
  const deliveries = Map.groupBy(leases, (lease) => lease)
  const ended = [...deliveries].flatMap(([lease, its]) => (lease.open === its.length ? [lease.id] : []))
  const result = await work(ended)
  for (const [lease, its] of deliveries) lease.open -= its.length
  const late = [...deliveries.keys()].filter(({ open, id }) => open === 0 && !ended.includes(id))
  // Its last deliveries were settled and given up at the same time. If this fails, it expires, and nothing is left in it.
  if (late.length > 0) void deleteLeases(channel, late).catch(() => undefined)
  return result
}

async function deleteLeases({ channel: { service }, db }: OpenChannel, leases: Lease[]): Promise<void> {
  const ids = sql.param(leases.map(({ id }) => id))
  await db.execute(sql`delete from ${sql.identifier(service)}.delivery_leases where id = any(${ids}::uuid[])`)
}
