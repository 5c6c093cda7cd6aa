import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '@waypost/postgres'
import { inEveryDatabase, type CellServices } from '../cells/in-every-database.ts'

const cell = z.string().optional().describe('Which cell has them; absent: the first database')

const queueUse = z.object({
  queue: z
    .string()
    .describe('`parked`: deliveries that wait for their receivers, up to 1,000 of each webhook'),
  ownerId: z.string(),
  waiting: z.number().int().describe('Jobs that are due and not started'),
  active: z.number().int().describe('Jobs in progress'),
  oldestSeconds: z.number().describe('How long the oldest waiting job has been due'),
  cell,
})

const requestUse = z.object({
  ownerId: z.string(),
  requests: z.number().int().describe('Of its keys, in the current minute'),
  cell,
})

/** The accounts that have most in each queue, and those that send most requests. */
export const topAccounts = z.object({
  queues: z.array(queueUse),
  requests: z.array(requestUse),
  away: z
    .array(z.string())
    .optional()
    .describe('Where there are cells: those that did not answer, whose accounts are missing'),
})

type TopAccounts = z.infer<typeof topAccounts>

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

/**
 * The accounts that have most in each queue, and those that send most requests, over all databases of a service.
 *
 * @param list those of a database
 * @param count of accounts for each queue
 * @param onError is told what has failed in a cell
 */
export async function mergeTopAccounts<Services>(
  first: Services,
  cells: CellServices<Services>[],
  list: (services: Services) => Promise<TopAccounts>,
  count: number,
  onError: (error: unknown) => void,
): Promise<TopAccounts> {
  const { answers, away } = await inEveryDatabase(first, cells, list, onError)
  const queues = Map.groupBy(
    answers.flatMap(({ cell: name, result }) => at(name, result.queues)),
    ({ queue }) => queue,
  )
  const requests = answers.flatMap(({ cell: name, result }) => at(name, result.requests))
  return {
    queues: [...queues.values()].flatMap((uses) =>
      uses.toSorted((one, other) => jobsOf(other) - jobsOf(one)).slice(0, count),
    ),
    requests: requests.toSorted((one, other) => other.requests - one.requests).slice(0, count),
    ...(cells.length > 0 && { away }),
  }
}

const at = <Use>(name: string | null, uses: Use[]): Use[] =>
  name === null ? uses : uses.map((use) => ({ ...use, cell: name }))
const jobsOf = ({ waiting, active }: z.infer<typeof queueUse>): number => waiting + active
