import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { z } from 'zod'
import { describeAsDeclared } from './describe-as-declared.ts'

/** The part of a webhook channel that the document describes. */
export interface EventDescription {
  /** Event name → the schema of its `data`. */
  events: Record<string, z.ZodType>
  timestamp: (at: Date) => string | number
}

const timestamps = {
  string: {
    type: 'string',
    format: 'date-time',
    description: 'When the event happened, ISO 8601; the same on every attempt.',
  },
  number: {
    type: 'integer',
    description: 'When the event happened, in milliseconds since the Unix epoch; the same on every attempt.',
  },
} as const

/** The `webhooks` of a document: the POST that subscribers of an event receive. */
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
        responses: { '2XX': { description: 'Received; any other status is a failed attempt' } },
      }
      return [event, { post }]
    }),
  ) as NonNullable<OpenApi.Document['webhooks']>
}
