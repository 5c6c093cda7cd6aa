import { desc, eq } from 'drizzle-orm'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type ApiKey } from './api-key.ts'

/** All of an account, of both modes, the revoked ones too; the newest first. */
export async function listApiKeys({ db }: Services, actor: Actor): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, actor.accountId))
    .orderBy(desc(apiKeys.id))
  return rows.map(toApiKey)
}
