import { aliasChannel, automationChannel, automationEventNames } from '@waypost/webhooks'
import { z } from 'zod'
import { writeType, type Schema } from './write-type.ts'

const automationEvents: Record<string, z.ZodType> = automationChannel.events

/** What each service sends, in the order in which it is documented. */
export const eventChannels = [
  {
    title: 'Automation',
    timestamp: 'string',
    events: describeEvents(automationEventNames, automationEvents),
  },
  {
    title: 'Alias',
    timestamp: 'number',
    events: describeEvents(Object.keys(aliasChannel.events), aliasChannel.events),
  },
] as const

const timestampComments = {
  string: '/** When it happened, ISO 8601; the same on every attempt. */',
  number: '/** When it happened, in milliseconds since the Unix epoch; the same on every attempt. */',
}

/** `webhook-events.ts`: what each event carries, from the very schemas that it is published by. */
export function writeEvents(): string {
  const payloads = eventChannels.map(({ title, events }) => {
    const fields = events.map(({ name, schema }) => `'${name}': ${writeType(schema)}`)
    return `/** Event → \`data\`, of the ${title.toLowerCase()} service. */
export interface ${title}EventData {\n${fields.join('\n')}\n}`
  })
  const unions = eventChannels.map(
    ({ title, timestamp }) => `/** What the ${title.toLowerCase()} service sends. */
export type ${title}Event = {
  [Name in keyof ${title}EventData]: {
    event: Name
    ${timestampComments[timestamp]}
    timestamp: ${timestamp}
    data: ${title}EventData[Name]
  }
}[keyof ${title}EventData]`,
  )
  return [...payloads, ...unions].join('\n\n')
}

function describeEvents(
  names: readonly string[],
  events: Record<string, z.ZodType>,
): { name: string; schema: Schema }[] {
  return names.map((name) => ({
    name,
    schema: z.toJSONSchema(events[name]!, { io: 'output' }) as Schema,
  }))
}
