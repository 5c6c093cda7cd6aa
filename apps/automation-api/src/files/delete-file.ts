import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { accountFiles } from '../db/file-tables.ts'
import type { Actor, Services } from '../services.ts'

/** Deletes a file of the account. Steps that start afterwards and upload it fail. */
export async function deleteFile(services: Services, actor: Actor, name: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isOwn = and(eq(accountFiles.ownerId, actor.ownerId), eq(accountFiles.name, name))
    const [deleted] = await tx.delete(accountFiles).where(isOwn).returning({ name: accountFiles.name })
    if (!deleted) throw new DomainError('not_found', 'File not found or unauthorized')
    await recordChange(tx, services, actor, 'file.deleted', null)
  })
}
