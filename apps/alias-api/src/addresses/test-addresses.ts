import { newId } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Address } from './address.ts'

export interface Page {
  addresses: Address[]
  total: number
  limit: number
  offset: number
}

/** For tests: requests about addresses. They use the current test's key unless they are given another one. */
export function createAddressClient(current: () => { service: TestApp; key: { authorization: string } }) {
  const send = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers = current().key,
  ) => current().service.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
  const create = (payload: object = {}, headers = current().key) =>
    send('POST', '/addresses', payload, headers)
  return {
    send,
    create,
    created: async (payload: object = {}, headers = current().key) =>
      (await create(payload, headers)).json<{ data: Address }>().data,
    list: async (query = '', headers = current().key) =>
      (await send('GET', `/addresses${query}`, undefined, headers)).json<{ data: Page }>().data,
    async addForwardingAddress(isVerified: boolean, ownerId = 'live:ada'): Promise<string> {
      const id = newId()
      const verifiedAt = isVerified ? new Date() : null
      await current()
        .service.database.connectAsOwner()
        .db.insert(forwardingAddresses)
        .values({ id, ownerId, email: `${id}@example.com`, verifiedAt, createdAt: new Date() })
      return id
    },
  }
}
