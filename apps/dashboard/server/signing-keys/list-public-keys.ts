import { desc } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { isPublished } from './is-published.ts'
import type { PublicJwk } from './public-jwk.ts'

/** Every key whose signatures are valid, newest first. The newest key may not sign yet. */
export async function listPublicKeys({ db, clock }: Services): Promise<PublicJwk[]> {
  const rows = await db
    .select({ publicJwk: signingKeys.publicJwk })
    .from(signingKeys)
    .where(isPublished(new Date(clock.now())))
    .orderBy(desc(signingKeys.createdAt))
  return rows.map((row) => row.publicJwk)
}
