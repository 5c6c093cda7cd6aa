import { count, desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAutomation, type Automation } from './automation.ts'

export async function listAutomations(
  { db }: Services,
  actor: Actor,
  { limit, offset }: Page,
): Promise<Paged<Automation>> {
  const own = eq(automations.ownerId, actor.ownerId)
  const [rows, [all]] = await Promise.all([
    db.select().from(automations).where(own).orderBy(desc(automations.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(automations).where(own),
  ])
  return { items: rows.map(toAutomation), total: all!.total }
}
