import { moveAccount, type MovedService } from '@waypost/commands'
import type { Db } from '@waypost/postgres'

/** Moves the only account with such rows to another database and back. Returns how many it had before, there and after. */
export async function moveAndBack(
  service: MovedService,
  table: string,
  home: Db,
  other: Db,
): Promise<number[]> {
  const count = async (db: Db) => (await db.execute(`select owner_id from ${service.schema}.${table}`)).rows
  const before = await count(home)
  const accountId = String(before[0]!['owner_id']).replace(/^(live|test):/, '')
  const moving = {
    service,
    home,
    findCell: () => other,
    pause: async () => {},
    jobsEndWithinMs: 60_000,
    copyWaitsForMs: 1000,
  }
  await moveAccount(moving, accountId, 'other')
  const [left, there] = [await count(home), await count(other)]
  await moveAccount(moving, accountId, null)
  return [before.length, left.length + there.length, there.length, (await count(home)).length]
}
