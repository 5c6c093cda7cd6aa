import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { addConfirmed, addForwardingAddress, newMailbox } from './mail.ts'
import type { ForwardingAddress, ForwardingRule } from './mail-resources.ts'
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
const unknown = '00000000-0000-7000-8000-000000000000'
const rulePath = (addressId: string) => `/api/v1/addresses/${addressId}/forwarding`
const newRulePath = async () => rulePath((await service.alias(key)).id)
const noRule = {
  id: null,
  forwardToId: null,
  forwardToEmail: null,
  filterSender: null,
  filterSubject: null,
  isActive: false,
}

describe('Forwarding addresses', () => {
  test(`POST ${path} returns { data: { id, email, isVerified, createdAt }, message }`, async () => {
    const email = newMailbox()
    const { status, body } = await key.post(path, { email })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: { id: expect.any(String), email, isVerified: false, createdAt: expect.stringMatching(/Z$/) },
        message: expect.any(String),
      },
    })
  })
  test.each([{}, { email: 'me' }, { email: 7 }, { email: 'me@example.net', name: 'Me' }])(
    `POST ${path} with %j: 400`,
    async (body) => {
      expect((await key.post(path, body)).status).toBe(400)
    },
  )
  test(`GET ${path} returns { data: { addresses, total, limit, offset } }`, async () => {
    const added = await addForwardingAddress(key)
    const { data } = (await key.get<Data<{ addresses: ForwardingAddress[]; total: number }>>(path)).body
    expect(data).toEqual({ addresses: expect.any(Array), total: expect.any(Number), limit: 20, offset: 0 })
    expect(data.addresses[0]).toEqual({ ...added, verifiedAt: null })
    const page = (await key.get<Data<{ addresses: object[] }>>(`${path}?limit=1&offset=1`)).body.data
    expect(page.addresses).toEqual(data.addresses.slice(1, 2))
  })
  test(`GET ${path}/:id returns the forwarding address in data`, async () => {
    const added = await addForwardingAddress(key)
    const { status, body } = await key.get(`${path}/${added.id}`)
    expect({ status, body }).toEqual({ status: 200, body: { data: { ...added, verifiedAt: null } } })
  })
  test(`DELETE ${path}/:id returns { message }`, async () => {
    const { id } = await addForwardingAddress(key)
    const { status, body } = await key.delete(`${path}/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } })
    expect((await key.get(`${path}/${id}`)).status).toBe(404)
  })
  test('a forwarding address of another owner gets the same 404 as an unknown one', async () => {
    const { id } = await addForwardingAddress(key)
    const testKey = await service.key({ mode: 'test' })
    for (const [client, asked] of [
      [service.stranger, id],
      [testKey, id],
      [key, unknown],
      [key, 'x'],
    ] as const) {
      for (const answer of [
        await client.get(`${path}/${asked}`),
        await client.delete(`${path}/${asked}`),
        await client.post(`${path}/${asked}/resend-verification`),
      ])
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: { error: 'Forwarding address not found' },
        })
    }
  })
})

describe('Forwarding rules', () => {
  test('GET returns null in every field and isActive false for an alias without a rule', async () => {
    const { status, body } = await key.get(await newRulePath())
    expect({ status, body }).toEqual({ status: 200, body: { data: noRule } })
  })
  test('PATCH creates the rule of an alias and then updates it', async () => {
    const rule = await newRulePath()
    const made = await key.patch<Data<ForwardingRule>>(rule, { filterSender: '@shop.example' })
    expect(made.status).toBe(200)
    expect(made.body.data).toEqual({ ...noRule, id: expect.any(String), filterSender: '@shop.example' })
    const changed = await key.patch<Data<ForwardingRule>>(rule, {
      filterSubject: 'Invoice',
      filterSender: null,
    })
    expect(changed.body.data).toEqual({ ...made.body.data, filterSender: null, filterSubject: 'Invoice' })
    expect((await key.get(rule)).body).toEqual({ data: changed.body.data })
  })
  test('PATCH refuses a forwardToId that is not a verified forwarding address of the owner', async () => {
    const rule = await newRulePath()
    const { id: forwardToId } = await addForwardingAddress(key)
    const refused = { status: 400, body: { error: 'forwardToId must be a verified forwarding address' } }
    for (const id of [forwardToId, unknown]) {
      const { status, body } = await key.patch(rule, { forwardToId: id })
      expect({ status, body }).toEqual(refused)
    }
    const confirmed = await addConfirmed(service, key)
    // In production the suite cannot read the mail that a service sends.
    if (!confirmed) return
    const { data } = (
      await key.patch<Data<ForwardingRule>>(rule, { forwardToId: confirmed.id, isActive: true })
    ).body
    expect(data).toMatchObject({ forwardToId: confirmed.id, forwardToEmail: confirmed.email, isActive: true })
  })
  test('the rule of another owner’s alias gets the same 404 as that of an unknown alias', async () => {
    const rule = await newRulePath()
    for (const [client, asked] of [
      [service.stranger, rule],
      [key, rulePath(unknown)],
      [key, rulePath('x')],
    ] as const) {
      for (const answer of [await client.get(asked), await client.patch(asked, {})])
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: { error: 'Alias not found' },
        })
    }
  })
})
