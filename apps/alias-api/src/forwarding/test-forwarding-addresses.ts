import { waitFor } from '@waypost/testing'
import type { TestApp } from '../test-app.ts'
import type { ForwardingAddress } from './forwarding-address.ts'

export const path = '/api/v1/forwarding-addresses'

/** For tests: requests about mailboxes to forward to, with the key that there is at the time, and the letters to them. */
export function createForwardingClient(current: () => { service: TestApp; key: { authorization: string } }) {
  const request = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers = current().key,
  ) => current().service.app.inject({ method, url, headers, ...(payload && { payload }) })
  const add = (email = 'me@example.net', headers = current().key) => request('POST', path, { email }, headers)
  return {
    request,
    add,
    addOne: async (email?: string, headers = current().key) =>
      (await add(email, headers)).json<{ data: { id: string } }>().data.id,
    read: async (id: string) =>
      (await request('GET', `${path}/${id}`)).json<{ data: ForwardingAddress }>().data,
    resend: (id: string, headers = current().key) =>
      request('POST', `${path}/${id}/resend-verification`, undefined, headers),
    letters: (count: number, to = 'me@example.net') =>
      waitFor(`${count} letters`, async () => {
        const { data } = (await current().service.app.inject({ url: `/dev/outbox?to=${to}` })).json<{
          data: { bodyText: string; subject: string; from: string }[]
        }>()
        return data.length >= count && data
      }),
  }
}
