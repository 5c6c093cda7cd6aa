import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from '../client.ts'
import { remoteService } from '../remote-service.ts'
import { scopes, type Delivery, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client
let unanswered: Promise<Answer<Record<string, unknown>>>

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  const endless = await service.webhook(['job.failed'], service.world.endlessUrl)
  unanswered = service.person.post(`/webhooks/${endless._id}/test`)
  key = await service.key(scopes)
})
afterAll(() => service.close())

const readLog = async ({ _id }: Webhook) =>
  (await service.person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)).body

describe('Retries', () => {
  test.each([302, 400, 404, 410, 429, 500, 503])(
    'an attempt that is answered with %i has failed',
    async (status) => {
      const failing = service.world.hook()
      failing.answer(status)
      const { _id } = await service.webhook(['job.failed'], failing.url)
      await service.person.post(`/webhooks/${_id}/test`)
      expect((await service.person.get<Webhook>(`/webhooks/${_id}`)).body).toMatchObject({
        failureCount: 1,
        lastStatus: status,
      })
      // A redirect leads back to this receiver: a second request would show that it was followed.
      expect(failing.requests).toHaveLength(1)
    },
  )
  test('an attempt without an answer within 10 s has failed', async () => {
    expect((await unanswered).status).toBe(502)
    const { body } = await service.person.get<Webhook[]>('/webhooks?limit=100')
    const endless = body.find(({ url }) => url === service.world.endlessUrl)!
    expect(endless).toMatchObject({ failureCount: 1, lastStatus: 'timeout' })
    const [delivery] = await readLog(endless)
    expect(delivery!.attempts[0]!.durationMs).toBeGreaterThan(9_900)
  })
  test('the first attempt is made 5 s after the event', async () => {
    const later = await service.webhook(['automation.failed'])
    const { id } = await service.automation(key, service.world.endlessUrl)
    await key.post(`/api/v1/automations/${id}/trigger`)
    await key.post(`/api/v1/automations/${id}/stop`)
    const [delivery] = await waitFor('the event', async () => {
      const log = await readLog(later)
      return log.length > 0 && log
    })
    expect(Date.parse(delivery!.nextAttemptAt!) - Date.parse(delivery!.createdAt)).toBe(5000)
  })

  // Attempts are made due only in a service that the suite started itself.
  if (!remoteService) {
    test('the further attempts are made after 30 s, 2 min, 10 min and 30 min, and the delivery is then abandoned', async () => {
      const failing = service.world.hook()
      failing.answer(500)
      const retried = await service.webhook(['automation.completed'], failing.url)
      await service.run(key, (await service.automation(key)).id)

      const waits: (number | null)[] = []
      for (const attempts of [1, 2, 3, 4, 5]) {
        await service.local!.hasten()
        const delivery = await waitFor(`failure ${attempts}`, async () => {
          const [first] = await readLog(retried)
          return first?.failedAttempts === attempts && first
        })
        const { startedAt, durationMs } = delivery.attempts.at(-1)!
        const failedAt = Date.parse(startedAt) + durationMs
        const { nextAttemptAt } = delivery
        waits.push(nextAttemptAt === null ? null : Math.round((Date.parse(nextAttemptAt) - failedAt) / 1000))
      }
      expect(waits).toEqual([30, 120, 600, 1800, null])
      expect(await readLog(retried)).toMatchObject([{ status: 'failed', failedAttempts: 5 }])
      // Every attempt repeats the same delivery byte for byte.
      const [first, ...others] = failing.requests
      for (const { headers, body } of others) {
        expect(headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
        expect(body.equals(first!.body)).toBe(true)
      }
    })
  }
})
