import { aliasChannel, automationChannel, automationEventNames } from '@waypost/webhooks'
import { z } from 'zod'
import { writeType, type Schema } from './write-type.ts'

const automationEvents: Record<string, z.ZodType> = automationChannel.events

const channels = [
  { title: 'Automation', timestamp: 'string', names: automationEventNames, events: automationEvents },
  {
    title: 'Alias',
    timestamp: 'number',
    names: Object.keys(aliasChannel.events),
    events: aliasChannel.events as Record<string, z.ZodType>,
  },
]

const timestampComments = {
  string: '/** When it happened, ISO 8601; the same on every attempt. */',
  number: '/** When it happened, in milliseconds since the Unix epoch; the same on every attempt. */',
}

/** `webhook-events.ts`: what each event carries, from the very schemas that it is published by. */
export function writeEvents(): string {
  const payloads = channels.map(({ title, names, events }) => {
    const fields = names.map((name) => {
      const schema = z.toJSONSchema(events[name]!, { io: 'output' }) as Schema
      return `'${name}': ${writeType(schema)}`
    })
    return `/** Event → \`data\`, of the ${title.toLowerCase()} service. */
export interface ${title}EventData {\n${fields.join('\n')}\n}`
  })
  const unions = channels.map(
    ({ title, timestamp }) => `/** What the ${title.toLowerCase()} service sends. */
export type ${title}Event = {
  [Name in keyof ${title}EventData]: {
    event: Name
    ${timestampComments[timestamp as 'string' | 'number']}
    timestamp: ${timestamp}
    data: ${title}EventData[Name]
  }
}[keyof ${title}EventData]`,
  )
  return [...payloads, ...unions].join('\n\n')
}
