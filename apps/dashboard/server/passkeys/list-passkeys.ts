import { asc, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { passkeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { passkey } from './passkey.ts'

type Row = typeof passkeys.$inferSelect

/** Lists the passkeys of an account, oldest first. An account has few of them. */
export async function listPasskeys(
  { db }: Pick<Services, 'db'>,
  accountId: string,
): Promise<z.infer<typeof passkey>[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.id))
  return rows.map(toPasskey)
}

export const toPasskey = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Row, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>): z.infer<typeof passkey> => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function countPasskeys({ db }: Pick<Services, 'db'>, accountId: string): Promise<number> {
  const [found] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.accountId, accountId))
  return found!.count
}

/** The passkeys of an account, as browsers look for them. */
export async function listCredentials(
  { db }: Pick<Services, 'db'>,
  accountId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
}
