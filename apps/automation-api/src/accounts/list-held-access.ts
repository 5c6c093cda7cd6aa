import { sql } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import type { Actor, Services } from '../services.ts'
import type { HeldAccess } from './held-access.ts'

interface Row extends Record<string, unknown> {
  id: string
  kind: HeldAccess['kind']
  name: string
  target: string
  created_at: string
  held_at: string
  total: number
}

/** What is off until its owner has confirmed it, the newest first. */
export async function listHeldAccess(
  { db }: Pick<Services, 'db'>,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<HeldAccess>> {
  const { rows } = await db.execute<Row>(sql`
    with held as (
      select id, 'api_key' as kind, name, prefix as target, created_at, held_at
      from automation.api_keys where owner_id = ${ownerId} and held_at is not null
      union all
      select id, 'webhook', coalesce(name, url), url, created_at, held_at
      from automation.webhooks where owner_id = ${ownerId} and held_at is not null and is_registered
    )
    select *, (select count(*) from held)::integer as total
    from held order by id desc limit ${limit} offset ${offset}
  `)
  const items = rows.map(({ id, kind, name, target, ...times }) => ({
    id,
    kind,
    name,
    target,
    createdAt: new Date(times.created_at).toISOString(),
    heldAt: new Date(times.held_at).toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}
