import { newId, systemClock, type Clock } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { forwardingAddresses } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
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
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
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

interface Bed {
  service: TestApp
  /** The key of the account `ada`. */
  key: { authorization: string }
  /** The time that the service has, in ms; each test begins at {@link bedStart}. */
  time: number
}

export const bedStart = Date.UTC(2026, 2, 2, 9, 30)

/** For tests: an empty service whose clock is moved by hand, and requests about addresses with a key of `ada`. */
export function openAddressBed() {
  const bed = { time: bedStart } as Bed
  beforeAll(async () => {
    const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => bed.time })
    bed.service = await startTestApp({ clock })
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.time = bedStart
    await bed.service.empty()
    bed.key = await bed.service.key('ada')
  })
  return { bed, ...createAddressClient(() => bed) }
}
