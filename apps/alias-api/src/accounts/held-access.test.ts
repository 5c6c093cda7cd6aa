import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forwardingAddresses } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp
let accounts = 0
let accountId: string

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(() => {
  accountId = `account${++accounts}`
})

const bearer = async (epoch?: number, account = accountId) => ({
  authorization: `Bearer ${await service.issuer.token(account, epoch === undefined ? {} : { epoch })}`,
})
const ask = (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) => service.app.inject({ method, url, headers, ...(payload && { payload }) })
const revoke = async (epoch: number, hold = false) =>
  ask('POST', '/tokens/revoke', await bearer(epoch), { hold })
const statusOf = async (headers: Record<string, string>) =>
  (await ask('GET', '/api/v1/account', headers)).statusCode
const heldIn = async (headers: Record<string, string>) =>
  (await ask('GET', '/held-access', headers)).json<{ data: { id: string; kind: string }[] }>().data

test('revoking tokens refuses JWTs of earlier epochs from the next request on, and accepts later ones', async () => {
  const [plain, second] = [await bearer(), await bearer(2)]
  expect(await statusOf(plain)).toBe(200)
  expect((await revoke(2)).json()).toEqual({ message: 'Earlier tokens are refused' })
  const refused = await ask('GET', '/api/v1/account', plain)
  expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Invalid API key' }])
  expect((await ask('GET', '/api-keys', plain)).json()).toEqual({ error: 'Unauthorized' })
  expect(await statusOf(second)).toBe(200)
  expect((await revoke(1)).statusCode).toBe(401)
})

describe('a hold', () => {
  test('a hold switches keys, webhooks and forwarding off until their owner confirms each', async () => {
    const live = await service.key(accountId)
    const sandbox = await service.key(accountId, { mode: 'test' })
    const owner = await bearer(3)
    const url = 'https://hooks.example/waypost'
    const webhook = (
      await ask('POST', '/api/v1/webhooks', sandbox, { url, events: ['email.received'] })
    ).json().data
    const mailbox = { id: crypto.randomUUID(), ownerId: `live:${accountId}`, email: 'ada@elsewhere.example' }
    const verified = { ...mailbox, verifiedAt: new Date(), createdAt: new Date() }
    await service.services.db.insert(forwardingAddresses).values(verified)
    const alias = (await ask('POST', '/api/v1/addresses', live, { forwardToId: mailbox.id })).json().data
    const forwarding = async () =>
      (await ask('GET', `/api/v1/addresses/${alias.id}/forwarding`, owner)).json().data.isActive
    expect(await forwarding()).toBe(true)

    await revoke(3, true)
    expect([await statusOf(live), await statusOf(sandbox), await forwarding()]).toEqual([401, 401, false])
    const held = await heldIn(owner)
    expect(held).toMatchObject([
      { kind: 'forwarding_rule', name: alias.address, target: mailbox.email },
      { kind: 'webhook', id: webhook.id, target: url },
      { kind: 'api_key' },
      { kind: 'api_key' },
    ])
    for (const { id } of held)
      expect((await ask('POST', `/held-access/${id}/keep`, owner)).json()).toEqual({
        message: 'Switched back on',
      })
    expect([await statusOf(live), await statusOf(sandbox), await forwarding()]).toEqual([200, 200, true])
    const webhooks = (await ask('GET', '/api/v1/webhooks', sandbox)).json().data
    expect(webhooks).toMatchObject([{ id: webhook.id, isActive: true, disabledReason: null }])
    expect(await heldIn(owner)).toEqual([])
  })

  test('a hold that the same epoch requests twice is applied once', async () => {
    await revoke(1, true)
    await service.plan(accountId, 'business')
    const made = await ask('POST', '/api-keys', await bearer(1), { name: 'after', scopes: ['emails:read'] })
    const key = { authorization: `Bearer ${made.json().data.rawKey}` }
    await revoke(1, true)
    expect(await statusOf(key)).toBe(200)
    await revoke(2, true)
    expect(await statusOf(key)).toBe(401)
  })

  test('a hold switches off rules of domains that forward, and no others', async () => {
    const live = await service.key(accountId)
    const owner = await bearer(1)
    const mailbox = { id: crypto.randomUUID(), ownerId: `live:${accountId}`, email: 'ada@elsewhere.example' }
    const verified = { ...mailbox, verifiedAt: new Date(), createdAt: new Date() }
    await service.services.db.insert(forwardingAddresses).values(verified)
    const domain = (await ask('POST', '/api/v1/domains', live, { domain: 'ada.dev' })).json().data
    const rules = `/api/v1/domains/${domain.id}/rules`
    const match = { type: 'any' }
    const forwards = (await ask('POST', rules, live, { match, forwardToId: mailbox.id })).json().data
    await ask('POST', rules, live, { match })
    const areActive = async () =>
      (await ask('GET', rules, owner))
        .json<{ data: { isActive: boolean }[] }>()
        .data.map(({ isActive }) => isActive)
    await revoke(1, true)
    expect(await areActive()).toEqual([false, true])
    const [held] = await heldIn(owner)
    expect(held).toMatchObject({
      id: forwards.id,
      kind: 'domain_rule',
      name: 'ada.dev',
      target: mailbox.email,
    })
    await ask('POST', `/held-access/${forwards.id}/keep`, owner)
    expect(await areActive()).toEqual([true, true])
    expect(await heldIn(owner)).toMatchObject([{ kind: 'api_key' }])
  })

  test('another account cannot end a hold', async () => {
    await service.key(accountId)
    await revoke(1, true)
    const [held] = await heldIn(await bearer(1))
    const otherOwner = await bearer(1, 'stranger')
    expect(await heldIn(otherOwner)).toEqual([])
    const answer = await ask('POST', `/held-access/${held!.id}/keep`, otherOwner)
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Held access not found' }])
  })

  test('an API key cannot revoke tokens', async () => {
    expect((await ask('POST', '/tokens/revoke', await service.key(accountId), {})).statusCode).toBe(401)
  })
})
