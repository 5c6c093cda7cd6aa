import type { DnsEntry, DnsServer } from '@waypost/testing'
import type { z } from 'zod'
import { testMxHost, type TestApp } from '../test-app.ts'
import type { checkedDomain, createdDomain, Domain } from './domain.ts'

export type Created = z.infer<typeof createdDomain>
type Checked = z.infer<typeof checkedDomain>

export const path = '/api/v1/domains'

/** What its owner would enter, for as many as share the domain. */
export const entered = (...domains: Created[]): DnsEntry => ({
  MX: [{ exchange: testMxHost, priority: 10 }],
  TXT: domains.map(({ dnsRecords }) => [dnsRecords.txt.value]),
})

/** For tests: requests about domains, with the key that there is at the time unless another one is given. */
export function createDomainClient(
  current: () => { service: TestApp; dns: DnsServer; key: { authorization: string } },
) {
  const request = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    headers = current().key,
  ) => current().service.app.inject({ method, url, headers, ...(payload && { payload }) })
  const add = (domain: unknown = 'ada.dev', headers = current().key) =>
    request('POST', path, { domain }, headers)
  const addOne = async (domain = 'ada.dev', headers = current().key) =>
    (await add(domain, headers)).json<{ data: Created }>().data
  const list = async (headers = current().key) =>
    (await request('GET', path, undefined, headers)).json<{ data: Domain[] }>().data
  const verify = (id: string, headers = current().key) =>
    request('POST', `${path}/${id}/verify`, undefined, headers)
  const verifyOne = async (id: string, headers = current().key) =>
    (await verify(id, headers)).json<{ data: Checked }>().data
  return {
    request,
    add,
    addOne,
    list,
    verify,
    verifyOne,
    async addVerified(domain = 'ada.dev', headers = current().key) {
      const made = await addOne(domain, headers)
      current().dns.set(domain, entered(made))
      await verifyOne(made.id, headers)
      return made
    },
    statusOf: async (id: string, headers = current().key) =>
      (await list(headers)).find((each) => each.id === id)?.status,
    createAlias: (domain: string) => request('POST', '/api/v1/addresses', { domain }),
  }
}
