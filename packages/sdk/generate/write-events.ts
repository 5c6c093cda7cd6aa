import type { ApiDocument } from './read-document.ts'
import { writeComment, writeType, type Schema } from './write-type.ts'

/** What one service sends. */
export interface EventChannel {
  title: 'Automation' | 'Alias'
  timestamp: Schema
  events: { name: string; data: Schema }[]
}

/** What a document says of the events that its service sends. */
export function readChannel(title: EventChannel['title'], { webhooks }: ApiDocument): EventChannel {
  const bodies = Object.entries(webhooks).map(([name, { post }]) => ({
    name,
    properties: post.requestBody.content['application/json'].schema.properties!,
  }))
  return {
    title,
    timestamp: bodies[0]!.properties['timestamp']!,
    events: bodies.map(({ name, properties }) => ({ name, data: properties['data']! })),
  }
}

/** `webhook-events.ts`: what each event carries. */
export function writeEvents(channels: EventChannel[]): string {
  const payloads = channels.map(({ title, events }) => {
    const fields = events.map(({ name, data }) => `'${name}': ${writeType(data)}`)
    return `/** Event → \`data\`, of the ${title.toLowerCase()} service. */
export interface ${title}EventData {\n${fields.join('\n')}\n}`
  })
  const unions = channels.map(
    ({ title, timestamp }) => `/** What the ${title.toLowerCase()} service sends. */
export type ${title}Event = {
  [Name in keyof ${title}EventData]: {
    event: Name
    ${writeComment(timestamp.description)}timestamp: ${writeType(timestamp)}
    data: ${title}EventData[Name]
  }
}[keyof ${title}EventData]`,
  )
  return [...payloads, ...unions].join('\n\n')
}
