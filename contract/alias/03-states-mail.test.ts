import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { addConfirmed, addDomain, addForwardingAddress, linkSentTo, receive, writeTo } from './mail.ts'
import type { CreatedDomain, Domain, EmailPage, ForwardingAddress, ForwardingRule } from './mail-resources.ts'
import type { Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService(['alias-mail'])
  key = await service.key()
})
afterAll(() => service.close())

const path = '/api/v1/forwarding-addresses'
const read = async (id: string) => (await key.get<Data<ForwardingAddress>>(`${path}/${id}`)).body.data
const records = ({ dnsRecords: { mx, txt } }: CreatedDomain) => ({
  MX: [{ exchange: mx.value, priority: mx.priority }],
  TXT: [[txt.value]],
})
const verify = async (id: string) =>
  (await key.post<Data<Domain>>(`/api/v1/domains/${id}/verify`)).body.data.status
const refused = { responseCode: 550, response: expect.stringMatching(/^550 5\.1\.1 /) }

describe('Forwarding address', () => {
  test('a forwarding address is verified by the button on the page of the mailed link, and only once', async () => {
    const { id, email } = await addForwardingAddress(key)
    const link = await linkSentTo(service, email)
    // In production the suite cannot read the mail that a service sends.
    if (link === undefined) return
    const page = await service.anonymous.get<string>(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await read(id)).toMatchObject({ isVerified: false, verifiedAt: null })
    expect((await service.anonymous.request('POST', link)).status).toBe(200)
    expect(await read(id)).toMatchObject({ isVerified: true, verifiedAt: expect.stringMatching(/Z$/) })
    expect((await service.anonymous.request('POST', link)).status).toBe(404)
  })
  test('resend-verification of a verified forwarding address is a 409 and changes nothing', async () => {
    const confirmed = await addConfirmed(service, key)
    if (!confirmed) return
    const { status, body } = await key.post(`${path}/${confirmed.id}/resend-verification`)
    expect({ status, body }).toEqual({ status: 409, body: { error: 'Address is already verified.' } })
    expect(await read(confirmed.id)).toEqual(confirmed)
  })
  test('a deleted forwarding address is gone from the rules that forwarded to it', async () => {
    const confirmed = await addConfirmed(service, key)
    if (!confirmed) return
    const alias = await service.alias(key, { forwardToId: confirmed.id })
    const rule = `/api/v1/addresses/${alias.id}/forwarding`
    expect((await key.get(rule)).body).toMatchObject({ data: { forwardToId: confirmed.id, isActive: true } })
    await key.delete(`${path}/${confirmed.id}`)
    expect((await key.get(rule)).body).toMatchObject({ data: { id: null, isActive: false } })
  })
})

test('a forwarding rule is disabled by forwardToId null, and active with a forwardToId and isActive true', async () => {
  const confirmed = await addConfirmed(service, key)
  if (!confirmed) return
  const { id } = await service.alias(key, { forwardToId: confirmed.id })
  const change = async (body: object) =>
    (await key.patch<Data<ForwardingRule>>(`/api/v1/addresses/${id}/forwarding`, body)).body.data
  expect(await change({ forwardToId: null })).toMatchObject({ forwardToId: null, isActive: false })
  expect(await change({ forwardToId: confirmed.id, isActive: true })).toMatchObject({
    forwardToId: confirmed.id,
    isActive: true,
  })
})

describe('Custom domain', () => {
  test('a domain is verified once its DNS records are there, and a deleted one takes no more mail', async () => {
    // The suite sets the DNS records only of a service that it started itself.
    const { local } = service
    if (!local) return
    const made = await addDomain(key)
    expect(await verify(made.id)).toBe('pending')
    local.setDns(made.domain, records(made))
    expect(await verify(made.id)).toBe('verified')
    const alias = await service.alias(key, { domain: made.domain })
    expect(alias.address).toMatch(new RegExp(`@${made.domain}$`))
    await receive(service, key, alias)
    await key.delete(`/api/v1/domains/${made.id}`)
    await expect(writeTo(service, alias.address)).rejects.toMatchObject(refused)
  })
})

describe('Email', () => {
  test('a deleted email is listed only with is_deleted=true', async () => {
    const alias = await service.alias(key)
    const { id } = await receive(service, key, alias)
    await key.delete(`/api/v1/emails/${id}`)
    const list = async (query: string) =>
      (await key.get<EmailPage>(`/api/v1/emails?address_id=${alias.id}${query}`)).body.data
    expect(await list('')).toEqual([])
    expect(await list('&is_deleted=true')).toMatchObject([{ id }])
  })
  test('a deleted alias takes its emails with it and refuses mail', async () => {
    const alias = await service.alias(key)
    const { id } = await receive(service, key, alias)
    await key.delete(`/api/v1/addresses/${alias.id}`)
    expect((await key.get(`/api/v1/emails/${id}`)).status).toBe(404)
    await expect(writeTo(service, alias.address)).rejects.toMatchObject(refused)
  })
})

test('a paused alias refuses mail until it is active again', async () => {
  const alias = await service.alias(key)
  await key.patch(`/api/v1/addresses/${alias.id}`, { isActive: false })
  await expect(writeTo(service, alias.address)).rejects.toMatchObject(refused)
  await key.patch(`/api/v1/addresses/${alias.id}`, { isActive: true })
  await receive(service, key, alias)
})
