import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { keyRecordOf } from './dkim-key.ts'
import { addDkimKey, ensureDkimKey, type KeyedDomain } from './ensure-dkim-key.ts'

interface Found extends Record<string, unknown> {
  domain: string
  custom_domain_id: string | null
}

/**
 * Makes another key for a domain before its time. The mail process signs with it as soon as DNS has its record; until
 * then it goes on with the one before, which is deleted a week later. Where the newest is still awaited, that one stays
 * the next.
 *
 * @param domain the operator's, or one that users have verified; each of them has keys of its own
 * @returns the records that DNS is to have, one for each who has the domain
 * @throws where nobody has it
 */
export async function rotateDkimKeys(
  services: Pick<Services, 'db' | 'clock' | 'keyring'>,
  domain: string,
): Promise<ReturnType<typeof keyRecordOf>[]> {
  const { rows } = await services.db.execute<Found>(sql`
    select domain, null::uuid as custom_domain_id from alias.platform_domains where domain = ${domain} and retired_at is null
    union all select domain, id from alias.domains where domain = ${domain} and status = 'verified'
  `)
  if (rows.length === 0) throw new Error(`Nobody has ${domain}.`)
  return Promise.all(
    rows.map(async ({ domain: name, custom_domain_id: customDomainId }) => {
      const keyed: KeyedDomain = { domain: name, customDomainId }
      const [newest] = await ensureDkimKey(services, keyed)
      if (newest!.publishedAt !== null) await addDkimKey(services, keyed, newest!.number + 1)
      const [next] = await ensureDkimKey(services, keyed)
      return keyRecordOf(next!)
    }),
  )
}
