import { sql, type Placeholder, type SQL } from 'drizzle-orm'

export interface EmailFilter {
  addressId: string | undefined
  type: 'received' | 'sent' | undefined
  isDeleted: boolean
  /** Undefined: spam and other mail. */
  isSpam: boolean | undefined
  /** Undefined: starred ones and others. */
  isStarred?: boolean | undefined
}

/** The number of emails, as a subselect that reads one row or two. */
export function countEmails(
  ownerId: string | Placeholder,
  {
    addressId,
    type,
    isDeleted,
  }: {
    addressId: string | Placeholder | undefined
    type: string | Placeholder | undefined
    isDeleted: boolean
  },
): SQL<number> {
  const counted = isDeleted ? sql`deleted` : sql`live`
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`
  const from =
    addressId === undefined
      ? sql`alias.email_counts where owner_id = ${ownerId}`
      : sql`alias.address_email_counts where address_id = ${addressId} and owner_id = ${ownerId}`
  return sql<number>`(select coalesce(sum(${counted}), 0)::float8 from ${from} ${ofType})`
}
