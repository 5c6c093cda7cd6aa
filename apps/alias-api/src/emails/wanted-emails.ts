import { and, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { countEmails } from './count-emails.ts'
import { matchEmails, matchOfThread, type MatchValues } from './match-emails.ts'

/** Whether no later email of its conversation is in the list too. Within `later`, the names of columns are its own. */
export function isNewestOfThread(ownerId: Value, wanted: Wanted): SQL {
  const { addressId, type, isDeleted, isSpam, isStarred, ...match } = wanted
  const isInIt = isWanted(ownerId, { addressId, type, isDeleted, isSpam, isStarred })
  return sql`not exists (
    select from alias.emails later where later.thread_id = emails.thread_id and later.id > emails.id
      and ${and(isInIt, matchOfThread(ownerId, match))}
  )`
}

type Value = string | Placeholder

interface Wanted extends MatchValues {
  addressId: Value | undefined
  type: Value | undefined
  isDeleted: boolean
  isSpam: boolean | undefined
  isStarred?: boolean | undefined
}

export function isWanted(
  ownerId: Value,
  { addressId, type, isDeleted, isSpam, isStarred, ...match }: Wanted,
): SQL | undefined {
  return and(
    addressId === undefined
      ? sql`owner_id = ${ownerId}`
      : sql`address_id = ${ownAddress(addressId, ownerId)}`,
    isDeleted ? sql`is_deleted` : sql`not is_deleted`,
    type === undefined ? undefined : sql`type = ${type}`,
    isSpam === undefined ? undefined : isSpam ? sql`is_spam` : sql`not is_spam`,
    isStarred === undefined ? undefined : isStarred ? sql`is_starred` : sql`not is_starred`,
    matchEmails(ownerId, match),
  )
}

/**
 * Checks the owner on the alias: a condition on its emails would tempt the planner to scan all of the owner's emails.
 */
function ownAddress(addressId: Value, ownerId: Value): SQL {
  return sql`(select id from alias.addresses where id = ${addressId} and owner_id = ${ownerId})`
}

/** Counters know the total, but not that of emails by what they say. Spam and starred ones are counted by their indexes. */
export function countWanted(ownerId: Value, wanted: Wanted): SQL<number> {
  const { isSpam, isStarred } = wanted
  const isCounted = matchEmails(ownerId, wanted) === undefined && isStarred === undefined
  if (isCounted && isSpam === undefined) return countEmails(ownerId, wanted)
  if (isCounted && isSpam === false)
    return sql<number>`(${countEmails(ownerId, wanted)} - ${countWanted(ownerId, { ...wanted, isSpam: true })})`
  return sql<number>`(select count(*)::float8 from alias.emails where ${isWanted(ownerId, wanted)})`
}
