import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { z } from 'zod'
import { describeAsDeclared } from './describe-as-declared.ts'

/** What a service sends by webhooks, and how: as much of a channel as a reader wants to know. */
export interface EventDescription {
  /** Event name → the shape of its `data`. */
  events: Record<string, z.ZodType>
  timestamp: (at: Date) => string | number
}

const timestamps = {
  string: {
    type: 'string',
    format: 'date-time',
    description: 'When it happened, ISO 8601; the same on every attempt.',
  },
  number: {
    type: 'integer',
    description: 'When it happened, in milliseconds since the Unix epoch; the same on every attempt.',
  },
} as const

/** The `webhooks` of a document: what is POSTed to whoever subscribed to an event. */
export function describeEvents({
  events,
  timestamp,
}: EventDescription): NonNullable<OpenApi.Document['webhooks']> {
  const kind = typeof timestamp(new Date(0)) as keyof typeof timestamps
  return Object.fromEntries(
    Object.entries(events).map(([event, data]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'output', override: describeAsDeclared })
      const body = {
        type: 'object',
        properties: { event: { const: event }, timestamp: timestamps[kind], data: schema },
        required: ['event', 'timestamp', 'data'],
      }
      const post = {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { '2XX': { description: 'Received; anything else is a failed attempt' } },
      }
      return [event, { post }]
    }),
  ) as NonNullable<OpenApi.Document['webhooks']>
}
