import { z } from 'zod'

/** The outcome of a step's heal. */
export const selfHealEvent = z.object({
  actionName: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  oldSelector: z.string(),
  newSelector: z.string().nullable(),
  score: z.number().nullable().describe('Similarity of the lost and the found element, 0 to 1'),
  margin: z.number().nullable().describe('Lead over the next best candidate'),
  persisted: z.boolean().describe('Whether the new selector was saved in the automation'),
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
