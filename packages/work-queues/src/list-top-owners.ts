import { sql } from 'drizzle-orm'
import type { Boss, Db } from '@waypost/postgres'

/** What an owner has in a queue. */
export interface QueueUse {
  queue: string
  ownerId: string
  /** Jobs that are due and not started. */
  waiting: number
  /** Jobs in progress. */
  active: number
  /** How long the oldest waiting job has been due; 0 where none waits. */
  oldestSeconds: number
}

/**
 * The owners who have most in each queue of a pg-boss schema, those with most first. Reads every waiting job: for
 * operators who look for the reason of a backlog.
 *
 * @param db acts as a role that may read the schema
 * @param count of owners for each queue
 */
export async function listTopOwners(db: Db, { schema }: Boss, count: number): Promise<QueueUse[]> {
  const { rows } = await db.execute<{ [Key in keyof QueueUse]: QueueUse[Key] }>(sql`
    select queue, "ownerId", waiting, active, "oldestSeconds" from (
      select name as queue, data ->> 'ownerId' as "ownerId",
        (count(*) filter (where state < 'active'))::integer as waiting,
        (count(*) filter (where state = 'active'))::integer as active,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8
          as "oldestSeconds",
        row_number() over (partition by name order by count(*) desc, data ->> 'ownerId') as place
      from ${sql.identifier(schema)}.job
      where state <= 'active' and start_after <= now() and data ->> 'ownerId' is not null
      group by name, data ->> 'ownerId'
    ) as used where place <= ${count} order by queue, place
  `)
  return rows
}
