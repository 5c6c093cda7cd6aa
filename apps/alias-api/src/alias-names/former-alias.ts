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

/**
 * Whether a stopped alias is of a former owner of its domain: another account has the domain by now, and so has the name for
 * itself. Live data has a domain before test data.
 */
export const isFormer = (of: SQL = address): SQL<boolean> => sql`(${isStopped(of)} and coalesce((
  select substr(holder.owner_id, length('live:') + 1) <> substr(${of}.owner_id, length('live:') + 1)
  from alias.domains holder where holder.domain = ${of}.domain and holder.status = 'verified'
  order by holder.owner_id limit 1
), false))`
