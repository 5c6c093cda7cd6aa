import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { attemptHeaders } from './attempt-headers.ts'
import { aliasChannel } from './channels/alias.ts'
import { automationChannel } from './channels/automation.ts'

interface Delivery {
  name: string
  service: 'automation' | 'alias'
  secrets: [string, string?]
  id: string
  event: string
  body: string
  sentAt: number
  headers: Record<string, string>
}

const channels = { automation: automationChannel, alias: aliasChannel }
const vectors = JSON.parse(
  await readFile(new URL('../../../sdks/webhook-vectors.json', import.meta.url), 'utf8'),
) as { deliveries: Delivery[] }

test.each(vectors.deliveries)(
  'attempts send exactly the vectors that receivers are tested with: $name',
  (delivery) => {
    const { id: deliveryId, event, body, sentAt, service, secrets, headers } = delivery
    const attempt = { deliveryId, event, body, sentAt: new Date(sentAt) }
    expect(attemptHeaders(channels[service], attempt, ...secrets)).toEqual(headers)
  },
)
