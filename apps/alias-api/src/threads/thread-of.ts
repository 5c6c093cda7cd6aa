import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { MessageIds } from './message-ids.ts'

type Value = SQL | SQLWrapper

/**
 * The id of a conversation of an alias that began with a message id. It is computed, so that the answer to a message may be listed
 * before it. The alias is part of it: whatever the header of an email names, it meets emails of its own alias alone.
 */
export function threadKey(addressId: Value, messageId: Value): SQL<string> {
  const hash = sql`encode(sha256(convert_to(${addressId}::text || ' ' || ${messageId}, 'UTF8')), 'hex')`
  // As a UUID of version 8 (RFC 9562).
  return sql`overlay(overlay(left(${hash}, 32) placing '8' from 13) placing '8' from 17)::uuid`
}

/**
 * The conversation of an email that names others: that of the nearest one which the alias has; else that of an answer to it which
 * was listed before it; else the one that began with the first of those. Without any, it begins one itself.
 *
 * @param ids - `messageId` of type text, null where it has none; `references` of type text[]
 */
export function threadOf(
  { emailId, addressId }: { emailId: Value; addressId: Value },
  ids: { messageId: Value; references: Value },
): SQL<string> {
  const { messageId, references } = ids
  const named = sql`array[${messageId}] || ${references}`
  return sql`
    case when cardinality(${references}) = 0 then coalesce(${threadKey(addressId, messageId)}, ${emailId})
    else coalesce(
      (
        select found.thread_id
        from (
          select number, ${threadKey(addressId, sql`id`)} as key
          from unnest(${named}) with ordinality as named (id, number) where id is not null
        ) known cross join lateral (
          (select email.thread_id from alias.emails email where email.thread_key = known.key limit 1)
          union all
          (select email.thread_id from alias.emails email where email.thread_id = known.key limit 1)
          limit 1
        ) found
        order by known.number desc limit 1
      ),
      ${threadKey(addressId, sql`(${references})[1]`)}
    ) end`
}

/** The columns of an email that is being sent with ids of its own. */
export function threadColumns(
  email: { id: string; addressId: string },
  { messageId, references }: MessageIds,
): { threadId: SQL<string>; threadKey: SQL<string | null> } {
  const addressId = sql`${email.addressId}::uuid`
  const own = sql`${messageId}::text`
  const named = sql`${sql.param(references)}::text[]`
  const threadId = threadOf(
    { emailId: sql`${email.id}::uuid`, addressId },
    { messageId: own, references: named },
  )
  // Of one that names others: it may be found by its own id, whose conversation is that of others.
  const key: SQL<string | null> = references.length === 0 ? sql<null>`null::uuid` : threadKey(addressId, own)
  return { threadId, threadKey: key }
}
