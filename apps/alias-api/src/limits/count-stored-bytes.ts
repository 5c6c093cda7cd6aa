import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import { ownersOf } from '../accounts/owner.ts'

/** How many bytes of mail an account stores, of its live and its test data together. */
export async function countStoredBytes(db: Db, accountId: string): Promise<number> {
  const [stored] = await executePrepared<{ bytes: string }>(
    db,
    sql`
    select coalesce(sum(bytes), 0) as bytes from alias.email_counts
    where owner_id = any(${sql.param(ownersOf(accountId))}::text[])
  `,
  )
  return Number(stored!.bytes)
}
