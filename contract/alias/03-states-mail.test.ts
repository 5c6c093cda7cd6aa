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
  test('isVerified false: the link in the mail, and the button on its page: isVerified true, verifiedAt set', async () => {
    const { id, email } = await addForwardingAddress(key)
    const link = await linkSentTo(service, email)
    // Only a developer's service lets anybody read what it sends.
    if (link === undefined) return
    const page = await service.anonymous.get<string>(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await read(id)).toMatchObject({ isVerified: false, verifiedAt: null })
    expect((await service.anonymous.request('POST', link)).status).toBe(200)
    expect(await read(id)).toMatchObject({ isVerified: true, verifiedAt: expect.stringMatching(/Z$/) })
    expect((await service.anonymous.request('POST', link)).status).toBe(404)
  })
  test('isVerified true: resend-verification: unchanged, Address is already verified.', async () => {
    const confirmed = await addConfirmed(service, key)
    if (!confirmed) return
    const { status, body } = await key.post(`${path}/${confirmed.id}/resend-verification`)
    expect({ status, body }).toEqual({ status: 409, body: { error: 'Address is already verified.' } })
    expect(await read(confirmed.id)).toEqual(confirmed)
  })
  test('any: DELETE: deleted, and its rules', async () => {
    const confirmed = await addConfirmed(service, key)
    if (!confirmed) return
    const alias = await service.alias(key, { forwardToId: confirmed.id })
    const rule = `/api/v1/addresses/${alias.id}/forwarding`
    expect((await key.get(rule)).body).toMatchObject({ data: { forwardToId: confirmed.id, isActive: true } })
    await key.delete(`${path}/${confirmed.id}`)
    expect((await key.get(rule)).body).toMatchObject({ data: { id: null, isActive: false } })
  })
})

test('Rule: forwardToId null disables it; with one and isActive true it is active', async () => {
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
  test('pending: DNS records configured: verified; DELETE: its aliases stop receiving mail', async () => {
    // Only who runs the service can configure the DNS that it asks.
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
  test('live: DELETE: soft-deleted, still listed with is_deleted=true', async () => {
    const alias = await service.alias(key)
    const { id } = await receive(service, key, alias)
    await key.delete(`/api/v1/emails/${id}`)
    const list = async (query: string) =>
      (await key.get<EmailPage>(`/api/v1/emails?address_id=${alias.id}${query}`)).body.data
    expect(await list('')).toEqual([])
    expect(await list('&is_deleted=true')).toMatchObject([{ id }])
  })
  test('any alias: DELETE: all its emails deleted', async () => {
    const alias = await service.alias(key)
    const { id } = await receive(service, key, alias)
    await key.delete(`/api/v1/addresses/${alias.id}`)
    expect((await key.get(`/api/v1/emails/${id}`)).status).toBe(404)
    await expect(writeTo(service, alias.address)).rejects.toMatchObject(refused)
  })
})

test('a paused alias refuses mail until it goes on', async () => {
  const alias = await service.alias(key)
  await key.patch(`/api/v1/addresses/${alias.id}`, { isActive: false })
  await expect(writeTo(service, alias.address)).rejects.toMatchObject(refused)
  await key.patch(`/api/v1/addresses/${alias.id}`, { isActive: true })
  await receive(service, key, alias)
})
