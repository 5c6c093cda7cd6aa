import type { EventChannel } from '../write-events.ts'
import type { Schema } from '../write-type.ts'
import { capitalize, withPythonTypes, type PythonTypes } from './create-python-types.ts'

const deliveryComment =
  'The delivery that it came by, the same on every attempt: drop what you have seen by it. Signed where the time is, ' +
  'else as trustworthy as the network.'

/** `webhook_events.py`: what each event carries. */
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
    return `# What the ${title.toLowerCase()} service sends.
${title}Event = Union[
${names.map((name) => `    ${name},`).join('\n')}
]`
  })
  return `${types.imports()}


${types.source()}


${unions.join('\n\n')}

# Any event of either service; \`event\` tells which, and so what \`data\` is. Newer services may send others: leave an
# \`else\` for them.
WebhookEvent = Union[AutomationEvent, AliasEvent]
`
}
