import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '@waypost/postgres'

const queueUse = z.object({
  queue: z.string(),
  ownerId: z.string(),
  waiting: z.number().int().describe('Jobs that are due and not started'),
  active: z.number().int().describe('Jobs in progress'),
  oldestSeconds: z.number().describe('How long the oldest waiting job has been due'),
})

const requestUse = z.object({
  ownerId: z.string(),
  requests: z.number().int().describe('Of its keys, in the current minute'),
})

/** The accounts that have most in each queue, and those that send most requests. */
export const topAccounts = z.object({ queues: z.array(queueUse), requests: z.array(requestUse) })

/** How many accounts an operator asks for. */
export const topAccountsQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) })

/**
 * The accounts whose keys have sent most requests in the current minute.
 *
 * @param schema of the service, with its `rate_limits`
 */
export async function listTopRequesters(
  db: Db,
  schema: string,
  count: number,
): Promise<z.infer<typeof requestUse>[]> {
  const { rows } = await db.execute<z.infer<typeof requestUse>>(sql`
    select substr(bucket, length('keys:') + 1) as "ownerId", used as requests
    from ${sql.identifier(schema)}.rate_limits
    where bucket like 'keys:%' and ends_at > now() order by used desc limit ${count}
  `)
  return rows
}
