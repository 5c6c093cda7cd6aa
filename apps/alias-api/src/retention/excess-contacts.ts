import { sql } from 'drizzle-orm'
import { firstIdAt } from '@waypost/postgres'
import type { RetentionKind } from '@waypost/retention'

const mostContacts = 50_000
const dayMs = 86_400_000

/**
 * Contacts that mail has made, which grow with every new sender: of an owner's, those that have been out of use for
 * longest, beyond the 50,000 used last. One that its owner has added, named or blocked stays.
 */
export const excessContacts = (): RetentionKind => ({
  name: 'contacts',
  keptMs: 0,
  async purge(tx, { before, limit }) {
    // Only an owner who has got contacts lately can have more than at the last purge, a minute ago.
    const lately = firstIdAt(new Date(before.getTime() - dayMs))
    const { rowCount } = await tx.execute(sql`
      with owners as (select distinct owner_id from alias.contacts where id >= ${lately}),
      excess as materialized (
        select contact.id, contact.used_at from owners cross join lateral (
          select id, used_at from alias.contacts where owner_id = owners.owner_id and not is_kept
          order by used_at desc offset ${mostContacts}
        ) contact limit ${limit}
      )
      -- One that is used at this moment stays.
      delete from alias.contacts contact using excess
      where contact.id = excess.id and contact.used_at = excess.used_at and not contact.is_kept
    `)
    const rows = rowCount ?? 0
    return { rows, last: null, isMore: rows === limit }
  },
  // Contacts do not expire with age.
  findOldest: async () => null,
})
