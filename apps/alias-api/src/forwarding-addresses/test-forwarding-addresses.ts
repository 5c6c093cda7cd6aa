import { systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import type { ForwardingAddress } from './forwarding-address.ts'

export const path = '/api/v1/forwarding-addresses'

interface Bed {
  service: TestApp
  key: { authorization: string }
  /** The clock's time. */
  time: number
}

/** For tests: a service and a clock, requests about forwarding addresses, and the emails to them. */
export function openForwardingAddressBed() {
  const bed = { time: Date.now() } as Bed
  let mail: TestMail
  beforeAll(async () => {
    const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => bed.time })
    bed.service = await startTestApp({ clock })
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.time = Date.now()
    mail = await startTestMail(bed.service)
    await mail.startSendWorker()
    bed.key = await bed.service.key('ada')
  })
  afterEach(async () => {
    await mail.close()
    await bed.service.empty()
  })
  const request = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers = bed.key,
  ) => bed.service.app.inject({ method, url, headers, ...(payload && { payload }) })
  const add = (email = 'me@example.net', headers = bed.key) => request('POST', path, { email }, headers)
  return {
    bed,
    request,
    add,
    addOne: async (email?: string, headers = bed.key) =>
      (await add(email, headers)).json<{ data: { id: string } }>().data.id,
    read: async (id: string) =>
      (await request('GET', `${path}/${id}`)).json<{ data: ForwardingAddress }>().data,
    resend: (id: string, headers = bed.key) =>
      request('POST', `${path}/${id}/resend-verification`, undefined, headers),
    systemMails: (count: number, to = 'me@example.net') =>
      waitFor(`${count} system e-mails`, async () => {
        const { data } = (await bed.service.app.inject({ url: `/dev/outbox?to=${to}` })).json<{
          data: { bodyText: string; subject: string; from: string }[]
        }>()
        return data.length >= count && data
      }),
  }
}
