import { eq } from 'drizzle-orm'
import { countAddresses } from '../addresses/address-counts.ts'
import { countPausedAddresses } from '../addresses/count-paused-addresses.ts'
import { emailMonths } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import type { Analytics } from './analytics.ts'

/** Reads maintained counters, and an index of paused addresses: as fast with a million emails as with none, and deletions do not reduce them. */
export async function getAnalytics({ db, clock }: Services, { ownerId }: Actor): Promise<Analytics> {
  const now = clock.now()
  const [addresses, paused, months] = await Promise.all([
    countAddresses(db, ownerId, now),
    countPausedAddresses(db, ownerId, now),
    db.select().from(emailMonths).where(eq(emailMonths.ownerId, ownerId)),
  ])
  const thisMonth = `${new Date(now).toISOString().slice(0, 7)}-01`
  const sum = (type: string, month?: string) =>
    months
      .filter((row) => row.type === type && (month === undefined || row.month === month))
      .reduce((total, row) => total + row.total, 0)
  return {
    totalAddresses: addresses.created,
    activeAddresses: addresses.existing - addresses.expired - paused,
    totalEmailsReceived: sum('received'),
    totalEmailsSent: sum('sent'),
    thisMonthReceived: sum('received', thisMonth),
    thisMonthSent: sum('sent', thisMonth),
  }
}
