import { eventChannels } from '../write-events.ts'
import type { Schema } from '../write-type.ts'
import { capitalize, withPythonTypes, type PythonTypes } from './create-python-types.ts'

const timestampComments = {
  string: 'When it happened, ISO 8601; the same on every attempt.',
  number: 'When it happened, in milliseconds since the Unix epoch; the same on every attempt.',
}

const deliveryComment =
  'The delivery that it came by, the same on every attempt: drop what you have seen by it. Signed where the time is, ' +
  'else as trustworthy as the network.'

/** `webhook_events.py`: what each event carries, from the very schemas that it is published by. */
export function writePythonEvents(): string {
  return withPythonTypes(writeModule)
}

function writeModule(types: PythonTypes): string {
  const unions = eventChannels.map(({ title, timestamp, events }) => {
    const names = events.map(({ name, schema }) => {
      const stem = capitalize(name)
      types.declare(`${stem}Data`, schema)
      types.declare(`${stem}Event`, {
        type: 'object',
        properties: {
          event: { const: name },
          timestamp: {
            type: timestamp === 'string' ? 'string' : 'integer',
            description: timestampComments[timestamp],
          },
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
