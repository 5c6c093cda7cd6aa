import { listTopRequesters, type topAccounts } from '@waypost/http'
import { listParkedOwners } from '@waypost/webhooks'
import { listTopOwners } from '@waypost/work-queues'
import type { z } from 'zod'
import type { ApiServices } from '../services.ts'

export async function listTopAccounts(
  { db, work, outbox }: Pick<ApiServices, 'db' | 'work' | 'outbox'>,
  count: number,
): Promise<z.infer<typeof topAccounts>> {
  const [jobs, deliveries, parked, requests] = await Promise.all([
    listTopOwners(db, work, count),
    listTopOwners(db, outbox.boss, count),
    listParkedOwners(db, 'alias', count),
    listTopRequesters(db, 'alias', count),
  ])
  return { queues: [...jobs, ...deliveries, ...parked], requests }
}
