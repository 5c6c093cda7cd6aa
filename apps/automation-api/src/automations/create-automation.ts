import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAutomation, type Automation, type newAutomation } from './automation.ts'
import { checkDestinations } from './check-destinations.ts'
import { recordVersion } from './record-version.ts'

export async function createAutomation(
  services: ApiServices,
  actor: Actor,
  { name, description, actions }: z.infer<typeof newAutomation>,
): Promise<Automation> {
  checkDestinations(services, actions)
  const { db, clock } = services
  const now = new Date(clock.now())
  const { ownerId } = actor
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(automations)
      .values({
        id: newId(),
        ownerId,
        name,
        description: description ?? null,
        actions,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    await recordVersion(tx, row!, 'created')
    await recordChange(tx, services, actor, 'automation.created', row!.id)
    return toAutomation(row!)
  })
}
