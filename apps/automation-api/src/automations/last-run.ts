import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '@waypost/postgres'
import { executionStatus } from '../executions/execution.ts'

const isoTime = z.iso.datetime()

/** How the newest execution of an automation is going, or has ended. */
export const lastRun = z.object({
  id: z.uuid(),
  status: executionStatus,
  isStopped: z.boolean().describe('Whether somebody has stopped it'),
  error: z.string().nullable(),
  createdAt: isoTime,
  completedAt: isoTime.nullable(),
})

export type LastRun = z.infer<typeof lastRun>

interface LastRunRow extends Record<string, unknown> {
  automation_id: string
  id: string
  status: LastRun['status']
  error: string | null
  created_at: Date | string
  completed_at: Date | string | null
}

/** The newest execution of each of an owner's automations, by the automations' ids: one row of an index for each. */
export async function listLastRuns(db: Db, ownerId: string, ids: string[]): Promise<Map<string, LastRun>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<LastRunRow>(sql`
    select automation.id as automation_id, run.* from automation.automations automation
    cross join lateral (
      select id, status, error, created_at, completed_at
      from automation.executions where automation_id = automation.id order by id desc limit 1
    ) run
    where automation.owner_id = ${ownerId} and automation.id = any(${sql.param(ids)}::uuid[])
  `)
  return new Map(rows.map((row) => [row.automation_id, toLastRun(row)]))
}

const toLastRun = ({ id, status, error, created_at, completed_at }: LastRunRow): LastRun => ({
  id,
  status,
  isStopped: error === 'Stopped by user',
  error,
  createdAt: new Date(created_at).toISOString(),
  completedAt: completed_at === null ? null : new Date(completed_at).toISOString(),
})
