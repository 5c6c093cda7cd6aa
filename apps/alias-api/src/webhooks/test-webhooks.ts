import { newId } from '@waypost/postgres'
import { publishEvent, webhookSecretContext } from '@waypost/webhooks'
import { webhooks } from '../db/tables.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Webhook } from './webhook.ts'

type Credentials = { authorization: string }
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export const given = { url: 'https://example.com/hook', events: ['email.received', 'address.expired'] }

/** For tests: requests about webhooks. They use the current test's key unless they are given another one. */
export function createWebhookClient(current: () => { service: TestApp; key: Credentials }) {
  const send = (method: Method, path: string, payload?: object, headers: Credentials = current().key) =>
    current().service.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
  const sealedOf = async (id: string) => {
    const rows = await current().service.database.connectAsOwner().db.select().from(webhooks)
    return rows.find((row) => row.id === id)!.sealedSecret
  }
  return {
    send,
    create: async (payload: object = {}, headers = current().key) =>
      (await send('POST', '/webhooks', { ...given, ...payload }, headers)).json<{
        data: { id: string; secret: string }
      }>().data,
    list: async (query = '', headers = current().key) =>
      (await send('GET', `/webhooks${query}`, undefined, headers)).json<{ data: Webhook[] }>().data,
    /** @returns the ids of the deliveries */
    publish(ownerId = 'live:ada') {
      const { db, outbox } = current().service.services
      const data = { addressId: newId(), address: 'a@waypost.test', expiredAt: new Date().toISOString() }
      return db.transaction(
        (tx) => publishEvent(tx, outbox, { ownerId, event: 'address.expired', data }).deliveryIds,
      )
    },
    sealedOf,
    /** Opens its secret. */
    open: async (id: string) =>
      current().service.services.keyring.open(await sealedOf(id), webhookSecretContext(id)),
  }
}
