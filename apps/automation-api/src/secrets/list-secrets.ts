import { asc, eq } from 'drizzle-orm'
import { secrets } from '../db/secret-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSecret, type Secret } from './secret.ts'

/** All secrets of the account by name, without their values. */
export async function listSecrets({ db }: Services, { ownerId }: Actor): Promise<Secret[]> {
  const { name, createdAt, updatedAt } = secrets
  const rows = await db
    .select({ name, createdAt, updatedAt })
    .from(secrets)
    .where(eq(secrets.ownerId, ownerId))
    .orderBy(asc(name))
  return rows.map(toSecret)
}
