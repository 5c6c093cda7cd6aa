import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { automations } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAutomation, type Automation, type newAutomation } from './automation.ts'
import { checkDestinations } from './check-destinations.ts'

export async function createAutomation(
  services: ApiServices,
  actor: Actor,
  { name, description, actions }: z.infer<typeof newAutomation>,
): Promise<Automation> {
  checkDestinations(services, actions)
  const now = new Date(services.clock.now())
  const [row] = await services.db
    .insert(automations)
    .values({
      id: newId(),
      ownerId: actor.ownerId,
      name,
      description: description ?? null,
      actions,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return toAutomation(row!)
}
