import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Overview } from './overview.ts'

const examined = 500
const most = 20
const errorLength = 500

type Failure = Overview['failures'][number]

/** Why an account's runs failed since a time: first what still fails, the latest first. */
export async function listFailures(db: Db, ownerId: string, since: Date): Promise<Failure[]> {
  const { rows } = await db.execute<Record<keyof Failure, never>>(selectFailures(ownerId, since))
  return rows.map((row) => ({
    ...row,
    firstAt: new Date(row.firstAt).toISOString(),
    lastAt: new Date(row.lastAt).toISOString(),
  }))
}

/** Reads the latest failed runs alone, by their index, and for each group the last run of its automation. */
export const selectFailures = (ownerId: string, since: Date) => sql`
  with latest as (
    select id, automation_id, coalesce(left(error, ${errorLength}), '') as error, completed_at, validation
    from automation.executions where owner_id = ${ownerId} and status = 'failed' order by id desc limit ${examined}
  ), grouped as (
    select automation_id, count(*)::integer as count, min(completed_at) as first_at, max(completed_at) as last_at,
      (array_agg(id order by id desc))[1] as execution_id, (array_agg(error order by id desc))[1] as error
    from latest where completed_at >= ${since} and validation is null and error <> 'Stopped by user'
    group by automation_id, regexp_replace(error, '\\d+', '#', 'g')
  ), judged as (
    select grouped.*, automation.name, coalesce((
      select status = 'completed' from automation.executions last
      where last.automation_id = grouped.automation_id and last.completed_at is not null and last.validation is null
      order by last.id desc limit 1
    ), false) as is_recovered
    from grouped join automation.automations automation on automation.id = grouped.automation_id
  )
  select automation_id as "automationId", name as "automationName", error, count, first_at as "firstAt",
    last_at as "lastAt", execution_id as "executionId", is_recovered as "isRecovered"
  from judged order by is_recovered, last_at desc limit ${most}`
