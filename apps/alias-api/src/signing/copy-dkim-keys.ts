import { and, isNull, notInArray, sql } from 'drizzle-orm'
import { dkimKeys } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'

// The first database checks and replaces them.
const never = new Date('9999-12-31T00:00:00Z')

const isOther = sql`(${dkimKeys.publishedAt}, ${dkimKeys.sealedKey}) is distinct from (excluded.published_at, excluded.sealed_key)`

/**
 * Copies the keys of platform domains and of plans' sending domains from the first database to a cell: DNS has one record for
 * each, whichever database mail leaves from. All databases have the same sealing keys.
 */
export async function copyDkimKeys({ db, directory }: Pick<Services, 'db' | 'directory'>): Promise<void> {
  if (!directory?.isCell) return
  const first = await directory.first(db)
  const isShared = isNull(dkimKeys.customDomainId)
  const keys = await first.select().from(dkimKeys).where(isShared)
  await db.transaction(async (tx) => {
    const ids = keys.map(({ id }) => id)
    await tx.delete(dkimKeys).where(ids.length > 0 ? and(isShared, notInArray(dkimKeys.id, ids)) : isShared)
    for (const key of keys) {
      const copy = { ...key, nextCheckAt: never }
      await tx
        .insert(dkimKeys)
        .values(copy)
        .onConflictDoUpdate({ target: dkimKeys.id, set: copy, setWhere: isOther })
    }
  })
}
