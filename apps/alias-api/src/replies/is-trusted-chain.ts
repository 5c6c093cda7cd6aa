import { sql } from 'drizzle-orm'
import type { ArcChain } from '../authenticity/authenticity.ts'
import type { MailServices } from '../services.ts'
import { selectorOf } from '../signing/dkim-key.ts'

/**
 * Whether an ARC chain proves an author: its first set says that the author's domain passed DMARC, and all of its keys are of
 * sealers that are believed. These are the domains that the operator lists, and this service's own keys of its platform and sending
 * domains. A key of a custom domain is not: the domain's owner can publish another one in its place.
 */
export async function isTrustedChain(
  { db }: Pick<MailServices, 'db'>,
  { keys, author }: ArcChain,
  domain: string,
  sealers: string[],
): Promise<boolean> {
  if (author !== domain.toLowerCase()) return false
  const others = keys.filter((key) => !sealers.includes(key.domain))
  if (others.length === 0) return true
  const names = [...new Set(others.map((key) => key.domain))]
  const { rows } = await db.execute<{ domain: string; number: number }>(sql`
    select key.domain, key.number from alias.dkim_keys key
    where key.domain = any(${sql.param(names)}::text[]) and custom_domain_id is null and published_at is not null
      and exists (select from alias.platform_domains platform where retired_at is null
        and (platform.domain = key.domain or key.domain like '%.' || platform.domain))
  `)
  const own = new Set(rows.map((row) => `${selectorOf(row.number)} ${row.domain}`))
  return others.every((key) => own.has(`${key.selector} ${key.domain}`))
}
