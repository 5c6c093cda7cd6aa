import { asc, eq } from 'drizzle-orm'
import { accountFiles } from '../db/file-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAccountFile, type AccountFile } from './account-file.ts'

/** All files of the account by name, without their contents: their number is bounded. */
export async function listFiles({ db }: Services, { ownerId }: Actor): Promise<AccountFile[]> {
  const rows = await db
    .select()
    .from(accountFiles)
    .where(eq(accountFiles.ownerId, ownerId))
    .orderBy(asc(accountFiles.name))
  return rows.map(toAccountFile)
}
