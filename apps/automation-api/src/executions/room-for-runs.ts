import { sql, type SQL } from 'drizzle-orm'
import { limitOf } from '../limits/limit-of.ts'
import type { Services } from '../services.ts'

/** How many more runs of an owner may be active, as part of a statement; below zero where the limit was lowered. */
export const roomForRuns = ({ limits }: Pick<Services, 'limits'>, ownerId: string | SQL): SQL => sql`(
  ${limitOf(limits, 'activeRuns', ownerId)} - (
    select count(*) from automation.executions running
    where running.owner_id = ${ownerId} and running.status = 'running'
  )
)`
