import { z } from 'zod'
import { describeAsDeclared } from './describe-as-declared.ts'
import type { EventDescriptions } from './event-descriptions.ts'

/** An event that webhooks can subscribe to, as the catalogue lists it. */
export const eventType = z.object({
  name: z.string(),
  description: z.string().describe('When it happens'),
  schema: z.record(z.string(), z.unknown()).describe('The JSON Schema of its `data`'),
  example: z.record(z.string(), z.unknown()).describe('An example of its `data`'),
})

/** The catalogue of a channel's events, in the order in which the channel declares them. */
export function listEventTypes(
  events: Record<string, z.ZodType>,
  descriptions: EventDescriptions,
): z.infer<typeof eventType>[] {
  return Object.entries(events).map(([name, data]) => {
    const { description, example } = descriptions[name]!
    const schema = z.toJSONSchema(data, { io: 'output', override: describeAsDeclared })
    return { name, description, schema, example: example as Record<string, unknown> }
  })
}
