import { eq, sql } from 'drizzle-orm'
import { isHere } from '../cells/is-here.ts'
import { domains } from '../db/tables.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import { checkRecords } from './check-records.ts'
import { recordsOf } from './domain.ts'
import { recordCheck } from './record-check.ts'

export type DomainServices = Pick<
  MailServices,
  'db' | 'clock' | 'outbox' | 'work' | 'systemMail' | 'directory'
> & {
  dns: DnsOptions
}

const atATime = 20
// Longer than a check takes: after that the process that claimed it is gone, and another one checks the domain.
const claimedForMs = 120_000

/**
 * Checks the records of domains whose next check is due. Any number of processes may run it at a time: each claims
 * its own.
 *
 * @returns how many were checked
 */
export async function checkDueDomains(services: DomainServices): Promise<number> {
  const { db, clock, dns, directory } = services
  const claimedAt = clock.now()
  const { rows } = await db.execute<{ id: string }>(sql`
    update alias.domains set next_check_at = ${new Date(claimedAt + claimedForMs)}
    where id in (
      select id from alias.domains where next_check_at <= ${new Date(claimedAt)} and platform_domain is null
        and ${isHere(directory, sql`owner_id`)}
      order by next_check_at limit ${atATime} for no key update skip locked)
    returning id
  `)
  await Promise.all(
    rows.map(async ({ id }) => {
      const [row] = await db.select().from(domains).where(eq(domains.id, id))
      if (!row) return
      const checked = await checkRecords(recordsOf(row, dns.mxHost), dns)
      await db.transaction((tx) =>
        recordCheck(tx, services, row, checked, { now: clock.now(), isAskedFor: false }),
      )
    }),
  )
  return rows.length
}
