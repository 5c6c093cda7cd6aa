import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { fitPage, rowTextBytes } from '@waypost/postgres'
import { automations, automationVersions } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'
import { toAutomationVersion, type ListedAutomationVersion } from './automation-version.ts'
import { automationNotFound, isOwnAutomation } from '../get-automation.ts'
import { omitContents } from '../uploads/omit-contents.ts'

/** Newest first, fewer than requested where they are large; the first one is the automation's current version. */
export async function listAutomationVersions(
  { db }: Services,
  actor: Actor,
  id: string,
  { limit, offset }: Page,
): Promise<Paged<ListedAutomationVersion>> {
  const ofOwn = and(isOwnAutomation(actor, id), eq(automationVersions.automationId, automations.id))
  const fitting = fitPage(
    db
      .select({ version: automationVersions.version })
      .from(automations)
      .innerJoin(automationVersions, ofOwn)
      .orderBy(desc(automationVersions.version))
      .limit(limit)
      .offset(offset),
    (version) =>
      rowTextBytes(automationVersions, sql`sized.automation_id = ${id} and sized.version = ${version}`),
  )
  const [rows, [all]] = await Promise.all([
    db
      .select({ version: automationVersions })
      .from(automationVersions)
      .innerJoin(fitting.rows, eq(automationVersions.version, fitting.key))
      .where(eq(automationVersions.automationId, id))
      .orderBy(desc(automationVersions.version)),
    db.select({ total: count() }).from(automations).innerJoin(automationVersions, ofOwn),
  ])
  // Every automation has at least one version.
  if (all!.total === 0) throw automationNotFound()
  const items = rows.map(({ version }) => toAutomationVersion(version, omitContents(version.actions)))
  return { items, total: all!.total }
}
