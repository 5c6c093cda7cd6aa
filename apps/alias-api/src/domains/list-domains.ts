import { desc, eq } from 'drizzle-orm'
import { domains } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toDomain, type Domain } from './domain.ts'

/** All domains of an owner, newest first. */
export async function listDomains({ db }: Services, { ownerId }: Actor): Promise<Domain[]> {
  const rows = await db.select().from(domains).where(eq(domains.ownerId, ownerId)).orderBy(desc(domains.id))
  return rows.map(toDomain)
}
