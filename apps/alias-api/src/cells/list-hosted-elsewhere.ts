import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import { hosts } from '../domains/is-hosted.ts'
import type { Directory } from './directory.ts'

/**
 * The domains on which other databases have aliases: those that an account has verified anywhere, and names below platform
 * domains of accounts in cells, which stay theirs for good. Where there are no cells nobody is asked.
 */
export async function listHostedElsewhere(
  directory: Directory | undefined,
  db: Db,
  domains: string[],
): Promise<Set<string>> {
  if (!directory || domains.length === 0) return new Set()
  const rows = await executePrepared<{ domain: string }>(
    await directory.first(db),
    sql`
      select asked.domain from unnest(${sql.param(domains)}::text[]) as asked (domain)
      where ${hosts(sql`asked.domain`)}
        or exists (select from alias.taken_domains taken where taken.domain = lower(asked.domain))
        or exists (select from alias.subdomain_names name join alias.accounts account on account.id = name.account_id
          where name.domain = lower(asked.domain) and account.cell is not null)
    `,
  )
  return new Set(rows.map(({ domain }) => domain))
}
