import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { z } from 'zod'
import { describeAsDeclared } from './describe-as-declared.ts'
import type { EventDescriptions } from './event-descriptions.ts'

/** The part of a webhook channel that the document describes. */
export interface EventChannel {
  /** Event name → the schema of its `data`. */
  events: Record<string, z.ZodType>
  timestamp: (at: Date) => string | number
  /** The service's own headers of an attempt. */
  headers: (attempt: { event: string; sentAt: Date }) => Record<string, string>
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

const exampleTime = new Date('2026-03-02T09:30:00Z')
const always = ['ServiceSignature', 'ServiceDelivery', 'WebhookId', 'WebhookTimestamp', 'WebhookSignature']
const ofService: Record<string, string> = {
  'x-service-event': 'ServiceEvent',
  'x-service-timestamp': 'ServiceTimestamp',
}

/** The `webhooks` of a document: the POST that subscribers of an event receive. */
export function describeEvents(
  { events, timestamp, headers }: EventChannel,
  descriptions: EventDescriptions,
): NonNullable<OpenApi.Document['webhooks']> {
  const kind = typeof timestamp(exampleTime) as keyof typeof timestamps
  const own = Object.keys(headers({ event: '', sentAt: exampleTime })).flatMap(
    (name) => ofService[name] ?? [],
  )
  const parameters = [...always, ...own].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return Object.fromEntries(
    Object.entries(events).map(([event, data]) => {
      const { description, example } = descriptions[event]!
      const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'output', override: describeAsDeclared })
      const body = {
        type: 'object',
        properties: { event: { const: event }, timestamp: timestamps[kind], data: schema },
        required: ['event', 'timestamp', 'data'],
      }
      const envelope = { event, timestamp: timestamp(exampleTime), data: example }
      const post = {
        operationId: nameReceiver(event),
        summary: `Receive ${event}`,
        description,
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body, example: envelope } } },
        responses: { '2XX': { description: 'Received; any other status is a failed attempt' } },
      }
      return [event, { post }]
    }),
  ) as NonNullable<OpenApi.Document['webhooks']>
}

/** `execution.selfheal.started` → `receiveExecutionSelfhealStarted`: an id is unique among those of the routes too. */
function nameReceiver(event: string): string {
  return `receive${event.replaceAll(/(?:^|\.)(\w)/g, (_whole, first: string) => first.toUpperCase())}`
}
