import { sql } from 'drizzle-orm'
import { toHeldPage, type HeldRow, type Page, type Paged } from '@waypost/http'
import type { Actor, Services } from '../services.ts'
import type { HeldAccess } from './held-access.ts'

/** The owner's held keys, webhooks and schedules, newest first. */
export async function listHeldAccess(
  { db }: Pick<Services, 'db'>,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<HeldAccess>> {
  const { rows } = await db.execute<HeldRow<HeldAccess['kind']>>(sql`
    with held as (
      select id, 'api_key' as kind, name, prefix as target, created_at, held_at
      from automation.api_keys where owner_id = ${ownerId} and held_at is not null
      union all
      select id, 'webhook', coalesce(name, url), url, created_at, held_at
      from automation.webhooks where owner_id = ${ownerId} and held_at is not null and is_registered
      union all
      select id, 'schedule', name, coalesce(cron, every, rrule), created_at, held_at
      from automation.schedules where owner_id = ${ownerId} and held_at is not null
    )
    select *, (select count(*) from held)::integer as total
    from held order by id desc limit ${limit} offset ${offset}
  `)
  return toHeldPage(rows)
}
