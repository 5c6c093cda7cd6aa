import { z } from 'zod'

/** The outcome of a step's heal. */
export const selfHealEvent = z.object({
  actionName: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  oldSelector: z.string(),
  newSelector: z.string().nullable(),
  score: z.number().nullable().describe('How alike what was lost and what was found are, 0 to 1'),
  margin: z.number().nullable().describe('By how much the next best was less alike'),
  persisted: z.boolean().describe('Whether the automation has the new selector from now on'),
  message: z.string(),
  at: z.iso.datetime(),
})

export type SelfHealEvent = z.infer<typeof selfHealEvent>

/** The summary of heals for events and for the result of a job. */
export function summariseHeals(events: SelfHealEvent[]) {
  const healed = events.filter(({ outcome }) => outcome === 'succeeded')
  const persisted = healed.filter((event) => event.persisted)
  return {
    occurred: healed.length > 0,
    count: healed.length,
    healedActions: persisted.map(({ actionName, newSelector }) => ({
      actionName,
      newSelector: newSelector!,
    })),
  }
}
