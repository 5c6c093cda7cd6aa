import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { remoteService } from '../remote-service.ts'
import { scopes, type CreatedApiKey, type Delivery, type Triggered } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  key = await service.key(scopes)
})
afterAll(() => service.close())

const trigger = (id: string) => key.post<Triggered>(`/api/v1/automations/${id}/trigger`)
const stop = (id: string) => key.post(`/api/v1/automations/${id}/stop`)

test('1. Cooldown: a run starts at the earliest 45 s after the end of the automation’s previous one', async () => {
  const { id } = await service.automation(key)
  const { completedAt } = await service.run(key, id)
  const { status, body } = await trigger(id)
  expect(status).toBe(202)
  expect(Date.parse(body.startsAt) - Date.parse(completedAt!)).toBe(45_000)
  const waiting = await key.get(`/api/v1/executions/${body.executionId}`)
  expect(waiting.body).toMatchObject({ status: 'pending', startedAt: null })
  await stop(id)
})
test('1. Cooldown: a run that was stopped before it started does not delay the next', async () => {
  const { id } = await service.automation(key)
  const { completedAt } = await service.run(key, id)
  await trigger(id)
  await stop(id)
  const { body } = await trigger(id)
  expect(Date.parse(body.startsAt) - Date.parse(completedAt!)).toBe(45_000)
  await stop(id)
})
test('1. Cooldown: a run of one automation does not delay another automation', async () => {
  const [one, other] = [await service.automation(key), await service.automation(key)]
  await service.run(key, one.id)
  const { body } = await trigger(other.id)
  expect(Date.parse(body.startsAt) - Date.now()).toBeLessThan(10_000)
  await stop(other.id)
})
test('2. Concurrency: of ten concurrent triggers one is accepted and nine are refused with 409', async () => {
  const { id } = await service.automation(key, service.world.endlessUrl)
  const answers = await Promise.all(Array.from({ length: 10 }, () => trigger(id)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([202, ...Array<number>(9).fill(409)])
  expect((await key.get<object[]>(`/api/v1/executions?automationId=${id}`)).body).toHaveLength(1)
  await stop(id)
})
test('2. Concurrency: a trigger is refused with 409 while a run waits for the end of the cooldown', async () => {
  const { id } = await service.automation(key)
  await service.run(key, id)
  expect((await trigger(id)).status).toBe(202)
  expect((await trigger(id)).status).toBe(409)
  await stop(id)
})

// Attempts are made due only in a service that the suite started itself.
if (!remoteService) {
  test('3. Webhook delivery: a delivery has at most 5 attempts', async () => {
    const hook = service.world.hook()
    hook.answer(500)
    const { _id } = await service.webhook(['automation.completed'], hook.url)
    await service.run(key, (await service.automation(key)).id)
    const delivery = await waitFor('the delivery to be given up', async () => {
      await service.local!.hasten()
      const { body } = await service.person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)
      return body[0]?.status === 'failed' && body[0]
    })
    expect(delivery.attempts.map(({ number, status }) => [number, status])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 500]),
    )
    expect(delivery.nextAttemptAt).toBeNull()
    expect(hook.requests).toHaveLength(5)
  })
}

const create = async () => (await service.person.post<CreatedApiKey>('/api-keys', { name: 'k', scopes })).body

test('4. Key format: a key is gfac_ and 48 hexadecimal characters, and no two are equal', async () => {
  const keys = [await create(), await create()].map(({ rawKey }) => rawKey)
  for (const rawKey of keys) expect(rawKey).toMatch(/^gfac_[0-9a-f]{48}$/)
  expect(new Set(keys).size).toBe(2)
})
