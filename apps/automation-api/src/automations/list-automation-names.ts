import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'

export const automationName = z.object({ id: z.uuid(), name: z.string() })

/** Lists what automations are called, without their steps. An id that is none of the owner's is left out. */
export async function listAutomationNames(
  { db }: Services,
  { ownerId }: Actor,
  ids: string[],
): Promise<z.infer<typeof automationName>[]> {
  return db
    .select({ id: automations.id, name: automations.name })
    .from(automations)
    .where(and(eq(automations.ownerId, ownerId), inArray(automations.id, ids)))
}
