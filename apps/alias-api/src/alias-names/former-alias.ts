import { sql, type SQL } from 'drizzle-orm'

const address = sql`address`

/**
 * Whether an alias is on a domain that its owner does not have verified now: it receives and sends nothing.
 *
 * @param of the name of `alias.addresses` in the query
 */
export const isStopped = (
  of: SQL = address,
): SQL<boolean> => sql`(${of}.domain_id is not null and not exists (
  select from alias.domains own where own.id = ${of}.domain_id and own.status = 'verified'))`

const accountOf = (ownerId: SQL): SQL<string> => sql`substr(${ownerId}, length('live:') + 1)`

/** The account that has a custom domain verified; null where none has. Live data has a domain before test data. */
export const holderOf = (domain: SQL): SQL<string | null> => sql`(
  select ${accountOf(sql`holder.owner_id`)} from alias.domains holder
  where holder.domain = ${domain} and holder.status = 'verified' order by holder.owner_id limit 1
)`

/**
 * Whether a stopped alias is of a former owner of its domain: another account has the domain by now, and so has the name for
 * itself. For queries on `alias.addresses address`.
 */
export const isFormer = (): SQL<boolean> =>
  sql`(${isStopped()} and coalesce(${holderOf(sql`address.domain`)} <> ${accountOf(sql`address.owner_id`)}, false))`
