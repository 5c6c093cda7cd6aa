import type { EventChannel } from '../write-events.ts'
import type { Schema } from '../write-type.ts'
import { capitalize, withPythonTypes, type PythonTypes } from './create-python-types.ts'

const deliveryComment =
  'The id of the delivery, the same on every attempt: skip deliveries that you have seen. Signed where the time is, ' +
  'else as trustworthy as the network.'

/** `webhook_events.py`: the data of each event. */
export function writePythonEvents(channels: EventChannel[]): string {
  return withPythonTypes((types) => writeModule(channels, types))
}

function writeModule(channels: EventChannel[], types: PythonTypes): string {
  const shared = sharedNames(channels)
  const declared = new Set<string>()
  const unions = channels.map(({ title, timestamp, events }) => {
    const names = events.map(({ name, data }) => {
      const stem = capitalize(name)
      // Both services have it, with the same data, but not the same timestamp.
      const type = `${shared.has(name) ? title : ''}${stem}Event`
      if (!declared.has(stem)) types.declare(`${stem}Data`, data)
      declared.add(stem)
      types.declare(type, {
        type: 'object',
        properties: {
          event: { const: name },
          timestamp,
          data: { $ref: `${stem}Data` },
          deliveryId: { type: ['string', 'null'], description: deliveryComment },
        },
        required: ['event', 'timestamp', 'data', 'deliveryId'],
      } satisfies Schema)
      return type
    })
    return `# The events of the ${title.toLowerCase()} service.
${title}Event = Union[
${names.map((name) => `    ${name},`).join('\n')}
]`
  })
  return `${types.imports()}


${types.source()}


${unions.join('\n\n')}

# Any event of either service; \`event\` tells which, and so the type of \`data\`. Newer services may send others: add
# an \`else\` for them.
WebhookEvent = Union[AutomationEvent, AliasEvent]
`
}

function sharedNames(channels: EventChannel[]): Set<string> {
  const names = channels.flatMap(({ events }) => events.map(({ name }) => name))
  return new Set(names.filter((name, place) => names.indexOf(name) !== place))
}
