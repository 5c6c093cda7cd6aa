import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Alias, AliasPage, Data, Delivery } from './resources.ts'
import { waitFor } from '@waypost/testing'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

const list = async (status: string) =>
  (await key.get<Data<AliasPage>>(`/api/v1/addresses?status=${status}&limit=100`)).body.data
const idsOf = ({ addresses }: AliasPage) => addresses.map(({ id }) => id)
/** The events of the webhook's deliveries, sent or not. */
const eventsOf = async (webhookId: string) =>
  (await key.get<Data<Delivery[]>>(`/api/v1/webhooks/${webhookId}/deliveries`)).body.data.map(
    ({ event, body }) => ({ event, data: (JSON.parse(body) as Data<object>).data }),
  )

// Time is moved only in a service that the suite started itself; elsewhere the test waits for it to pass.
async function letExpire({ id }: Alias): Promise<void> {
  if (service.local)
    await service.local.execute(`update alias.addresses set expires_at = now() where id = '${id}'`)
}
const soon = { expiresIn: 60 }

describe('Alias', () => {
  test(
    'an alias expires at its expiresAt, with one event address.expired',
    { timeout: 120_000 },
    async () => {
      const webhook = await service.webhook(key, ['address.expired'])
      const alias = await service.alias(key, soon)
      expect(idsOf(await list('active'))).toContain(alias.id)
      expect(idsOf(await list('expired'))).not.toContain(alias.id)
      await letExpire(alias)
      await waitFor(
        'the alias to expire',
        async () => idsOf(await list('expired')).includes(alias.id),
        90_000,
      )
      expect(idsOf(await list('active'))).not.toContain(alias.id)
      const expired = await waitFor('its event', async () => {
        const events = (await eventsOf(webhook.id)).filter(({ data }) =>
          JSON.stringify(data).includes(alias.id),
        )
        return events.length > 0 && events
      })
      expect(expired).toEqual([
        {
          event: 'address.expired',
          data: { addressId: alias.id, address: alias.address, expiredAt: expect.any(String) },
        },
      ])
    },
  )
  test('a deleted alias is no longer listed, and address.deleted is published', async () => {
    const webhook = await service.webhook(key, ['address.deleted'])
    const alias = await service.alias(key)
    await key.delete(`/api/v1/addresses/${alias.id}`)
    expect(idsOf(await list('active'))).not.toContain(alias.id)
    expect(await eventsOf(webhook.id)).toEqual([
      {
        event: 'address.deleted',
        data: { addressId: alias.id, address: alias.address, deletedAt: expect.any(String) },
      },
    ])
  })
  test('a created alias publishes address.created', async () => {
    const webhook = await service.webhook(key, ['address.created'])
    const { id, address, alias, expiresAt } = await service.alias(key, { alias: 'Shop' })
    expect(await eventsOf(webhook.id)).toEqual([
      { event: 'address.created', data: { addressId: id, address, alias, expiresAt } },
    ])
  })
  test('a refused request publishes no event', async () => {
    const webhook = await service.webhook(key, ['address.created', 'address.deleted'])
    await key.post('/api/v1/addresses', { expiresIn: 1 })
    await key.delete('/api/v1/addresses/00000000-0000-7000-8000-000000000000')
    expect(await eventsOf(webhook.id)).toEqual([])
  })
})
