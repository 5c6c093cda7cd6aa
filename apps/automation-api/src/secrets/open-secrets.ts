import { and, eq, inArray } from 'drizzle-orm'
import { secrets } from '../db/secret-tables.ts'
import type { Services } from '../services.ts'
import { secretContext } from './secret.ts'

/**
 * The values of an account's secrets.
 *
 * @throws an Error that names one that is not there
 */
export async function openSecrets(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  ownerId: string,
  names: string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {}
  const rows = await db
    .select()
    .from(secrets)
    .where(and(eq(secrets.ownerId, ownerId), inArray(secrets.name, names)))
  const missing = names.find((name) => rows.every((row) => row.name !== name))
  if (missing !== undefined) throw new Error(`There is no secret "${missing}"`)
  return Object.fromEntries(
    rows.map(({ name, sealedValue }) => [name, keyring.open(sealedValue, secretContext(ownerId, name))]),
  )
}
