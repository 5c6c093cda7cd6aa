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
  const unions = channels.map(({ title, timestamp, events }) => {
    const names = events.map(({ name, data }) => {
      const stem = capitalize(name)
      types.declare(`${stem}Data`, data)
      types.declare(`${stem}Event`, {
        type: 'object',
        properties: {
          event: { const: name },
          timestamp,
          data: { $ref: `${stem}Data` },
          deliveryId: { type: ['string', 'null'], description: deliveryComment },
        },
        required: ['event', 'timestamp', 'data', 'deliveryId'],
      } satisfies Schema)
      return `${stem}Event`
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
