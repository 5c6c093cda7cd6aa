import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { sendingDomains } from '../plan-senders/sending-domains.ts'
import { keyRecordOf } from './dkim-key.ts'
import { addDkimKey, ensureDkimKey, type KeyedDomain } from './ensure-dkim-key.ts'

/** Its domain is none of a database. */
export class UnknownDomainError extends Error {
  constructor(domain: string) {
    super(`${domain} is neither a platform domain nor a verified custom domain.`)
  }
}

interface Found extends Record<string, unknown> {
  domain: string
  custom_domain_id: string | null
}

/**
 * Makes a new key for a domain before the regular rotation. The mail process signs with it as soon as DNS has its
 * record. Until then it uses the previous key, which is deleted a week later. If the newest key is still waiting for
 * DNS, no other one is made.
 *
 * @param domain a platform domain, a sending domain of a plan, or a custom domain that users have verified, each of whom has a key of his own
 * @param options `hasCopies`: its keys of platform domains are copies of the first database's
 * @returns the DNS records to publish, one for each owner of the domain
 * @throws `UnknownDomainError` where the domain is neither
 */
export async function rotateDkimKeys(
  services: Pick<Services, 'db' | 'clock' | 'keyring'>,
  domain: string,
  { hasCopies = false }: { hasCopies?: boolean } = {},
): Promise<ReturnType<typeof keyRecordOf>[]> {
  const { rows } = await services.db.execute<Found>(sql`
    select domain, null::uuid as custom_domain_id from alias.platform_domains where ${!hasCopies} and domain = ${domain} and retired_at is null
    union all select domain, null from (${sendingDomains}) sending where ${!hasCopies} and domain = ${domain}
    union all select domain, id from alias.domains where domain = ${domain} and status = 'verified' and platform_domain is null
  `)
  if (rows.length === 0) throw new UnknownDomainError(domain)
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
