import { domains } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toDomain, type Domain } from './domain.ts'
import { domainNotFound, isOwnDomain } from './own-domain.ts'

export async function getDomain({ db }: Services, actor: Actor, id: string): Promise<Domain> {
  const [row] = await db.select().from(domains).where(isOwnDomain(actor, id))
  if (!row) throw domainNotFound()
  return toDomain(row)
}
