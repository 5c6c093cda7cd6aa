import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { automations } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { toAutomation, type Automation, type automationChange } from './automation.ts'
import { checkDestinations } from './check-destinations.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

/** An execution that is under way goes on with the actions that it started with. */
export async function updateAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
  { name, description, actions }: z.infer<typeof automationChange>,
): Promise<Automation> {
  if (actions) checkDestinations(services, actions)
  const [row] = await services.db
    .update(automations)
    .set({
      name: name ?? sql`${automations.name}`,
      description: description !== undefined ? description : sql`${automations.description}`,
      actions: actions ?? sql`${automations.actions}`,
      updatedAt: new Date(services.clock.now()),
    })
    .where(isOwnAutomation(actor, id))
    .returning()
  if (!row) throw automationNotFound()
  return toAutomation(row)
}
