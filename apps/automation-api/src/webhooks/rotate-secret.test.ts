import { systemClock } from '@waypost/postgres'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { generateSecret, standardWebhookHeaders, verifyBody } from '@waypost/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

let service: TestApp
let receiver: WebhookReceiver
let headers: { authorization: string }
let url: string
let firstSecret: string
let passedMs: number

beforeAll(async () => {
  service = await startTestApp({ clock: { ...systemClock, now: () => Date.now() + passedMs } })
  receiver = await startWebhookReceiver()
  headers = await service.person('ada')
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})
beforeEach(async () => {
  passedMs = 0
  const payload = { name: 'hook', url: receiver.url, events: ['job.failed'] }
  const response = await service.app.inject({ method: 'POST', url: '/webhooks', headers, payload })
  const webhook = response.json<Webhook & { secret: string }>()
  url = `/webhooks/${webhook._id}`
  firstSecret = webhook.secret
})

const patch = async (payload: object) => {
  expect((await service.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
}
/** Which of the secrets verify the next request's signatures. */
async function signers(secrets: Record<string, string>) {
  await service.app.inject({ method: 'POST', url: `${url}/test`, headers })
  const { body, headers: sent } = receiver.requests.at(-1)!
  const sentAt = new Date(Number(sent['webhook-timestamp']) * 1000)
  const nameOf = (signature: string) =>
    Object.keys(secrets).find(
      (name) =>
        standardWebhookHeaders(String(sent['webhook-id']), sentAt, body.toString(), [secrets[name]!])[
          'webhook-signature'
        ] === signature,
    )
  return {
    standard: String(sent['webhook-signature'] ?? '')
      .split(' ')
      .map(nameOf),
    service: Object.keys(secrets).filter((name) =>
      verifyBody(body, String(sent['x-service-signature']), secrets[name]!),
    ),
  }
}
const dayMs = 24 * 3_600_000

test('a replaced secret also signs for a day, after the new one', async () => {
  const secrets = { old: firstSecret, new: generateSecret() }
  expect(await signers(secrets)).toEqual({ standard: ['old'], service: ['old'] })
  await patch({ secret: secrets.new })
  expect(await signers(secrets)).toEqual({ standard: ['new', 'old'], service: ['new'] })
  passedMs = dayMs - 60_000
  expect(await signers(secrets)).toEqual({ standard: ['new', 'old'], service: ['new'] })
  passedMs = dayMs + 1
  expect(await signers(secrets)).toEqual({ standard: ['new'], service: ['new'] })
})

test('only the last of several replaced secrets is kept', async () => {
  const secrets = { old: firstSecret, next: generateSecret(), new: generateSecret() }
  await patch({ secret: secrets.next })
  await patch({ secret: secrets.new })
  expect(await signers(secrets)).toEqual({ standard: ['new', 'next'], service: ['new'] })
})

test('the same change sent twice replaces the secret once', async () => {
  const secrets = { old: firstSecret, new: generateSecret() }
  await patch({ secret: secrets.new })
  passedMs = 1000
  await patch({ secret: secrets.new, name: 'renamed' })
  expect(await signers(secrets)).toEqual({ standard: ['new', 'old'], service: ['new'] })
  passedMs = dayMs + 1
  expect(await signers(secrets)).toEqual({ standard: ['new'], service: ['new'] })
})

test('any other change leaves the secrets as they are', async () => {
  const secrets = { old: firstSecret }
  await patch({ name: 'renamed', isActive: true })
  expect(await signers(secrets)).toEqual({ standard: ['old'], service: ['old'] })
})
