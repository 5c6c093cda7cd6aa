import { and, count, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { hashContents } from '../automations/uploads/hash-contents.ts'
import { inStorage } from '../automations/uploads/in-storage.ts'
import { accountFiles } from '../db/file-tables.ts'
import { holdAccount } from '../limits/hold-account.ts'
import { requireBytes, withinBytes } from '../limits/require-bytes.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAccountFile, type AccountFile, type newAccountFile } from './account-file.ts'

const MOST_FILES = 200
/** The error where an account has as many as it may. */
export const tooManyFiles = `Limit reached: ${MOST_FILES} of ${MOST_FILES} files are used, and the limit does not reset: delete some first`

/**
 * Saves a file of the account, in place of an earlier one of that name. Runs that have begun upload what was there when
 * their step began.
 *
 * @throws LimitReachedError where the account has no room for it
 */
export async function saveFile(
  services: ApiServices,
  actor: Actor,
  name: string,
  { contentType = 'application/octet-stream', contentBase64 }: z.infer<typeof newAccountFile>,
): Promise<AccountFile> {
  const { db, clock, storage } = services
  const { ownerId } = actor
  const content = Buffer.from(contentBase64, 'base64')
  const size = content.length
  const isIt = and(eq(accountFiles.ownerId, ownerId), eq(accountFiles.name, name))
  const [replaced] = await db.select({ size: accountFiles.size }).from(accountFiles).where(isIt)
  // Before anything is stored, or refused requests could fill the storage.
  await requireBytes(db, services, ownerId, size - (replaced?.size ?? 0))
  const blobId = await inStorage(() => storage.put(whole(content)))
  const now = new Date(clock.now())
  return db.transaction(async (tx) => {
    await holdAccount(tx, ownerId)
    return withinBytes(tx, services, ownerId, async () => {
      const [before] = await tx
        .delete(accountFiles)
        .where(isIt)
        .returning({ createdAt: accountFiles.createdAt })
      const file = { ownerId, name, contentType, size, sha256: hashContents(content), blobId }
      const [saved] = await tx
        .insert(accountFiles)
        .values({ ...file, createdAt: before?.createdAt ?? now, updatedAt: now })
        .returning()
      const [all] = await tx
        .select({ count: count() })
        .from(accountFiles)
        .where(eq(accountFiles.ownerId, ownerId))
      if (all!.count > MOST_FILES) throw new DomainError('forbidden', tooManyFiles)
      await recordChange(tx, services, actor, 'file.saved', null)
      return toAccountFile(saved!)
    })
  })
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
