import type { ApiDocument } from './read-document.ts'
import { writeComment, writeType, type Schema } from './write-type.ts'

/** The events of one service. */
export interface EventChannel {
  title: 'Automation' | 'Alias'
  timestamp: Schema
  events: { name: string; description: string; data: Schema }[]
}

/** Reads the events of a service from its document. */
export function readChannel(title: EventChannel['title'], { webhooks }: ApiDocument): EventChannel {
  const bodies = Object.entries(webhooks).map(([name, { post }]) => ({
    name,
    description: post.description,
    properties: post.requestBody.content['application/json'].schema.properties!,
  }))
  return {
    title,
    timestamp: bodies[0]!.properties['timestamp']!,
    events: bodies.map(({ name, description, properties }) => ({
      name,
      description,
      data: properties['data']!,
    })),
  }
}

/** `webhook-events.ts`: the data of each event. */
export function writeEvents(channels: EventChannel[]): string {
  const payloads = channels.map(({ title, events }) => {
    const fields = events.map(
      ({ name, description, data }) => `${writeComment(description)}'${name}': ${writeType(data)}`,
    )
    return `/** Event → \`data\`, of the ${title.toLowerCase()} service. */
export interface ${title}EventData {\n${fields.join('\n')}\n}`
  })
  const unions = channels.map(
    ({ title, timestamp }) => `/** The events of the ${title.toLowerCase()} service. */
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
