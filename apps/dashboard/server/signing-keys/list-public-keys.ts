import { desc, isNull } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { PublicJwk } from './public-jwk.ts'

/** Every key whose signatures are good, the one that signs now first. */
export async function listPublicKeys({ db }: Services): Promise<PublicJwk[]> {
  const rows = await db
    .select({ publicJwk: signingKeys.publicJwk })
    .from(signingKeys)
    .where(isNull(signingKeys.retiredAt))
    .orderBy(desc(signingKeys.createdAt))
  return rows.map((row) => row.publicJwk)
}
