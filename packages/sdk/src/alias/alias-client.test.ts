import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AuthenticationError,
  type ApiError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from '../client/errors.ts'
import { createTestClock } from '../testing/start-scripted-service.ts'
import { importTestHelper, startService, type StartedService } from '../testing/start-service.ts'
import { AliasClient } from './alias-client.ts'

type AddEmail = (testApp: object, address: object, given?: object) => Promise<{ id: string }>

let service: StartedService
let addEmail: AddEmail
let ownerOf: (accountId: string, mode: 'live') => string
let owners = 0
let ownerId: string
let apiKey: string
let waypost: AliasClient

beforeAll(async () => {
  const limits = { perAccount: 40, perPerson: 1000, perClient: 1000 }
  service = await startService('alias', { limits })
  ;({ addEmail } = await importTestHelper<{ addEmail: AddEmail }>('alias-api/src/emails/test-emails.ts'))
  ;({ ownerOf } = await importTestHelper<{ ownerOf: typeof ownerOf }>('alias-api/src/accounts/owner.ts'))
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = `owner-${(owners += 1)}`
  await service.testApp.plan!(ownerId, 'business')
  const person = new AliasClient({ token: await service.token(ownerId), baseUrl: service.url })
  const { rawKey } = await person.apiKeys.create({
    name: 'test',
    scopes: ['emails:read', 'emails:write', 'forwarding:manage', 'webhooks:manage', 'domains:manage'],
  })
  apiKey = rawKey
  waypost = new AliasClient({ apiKey, baseUrl: service.url })
})

const receive = (given: object, address: { id: string; address: string }) =>
  addEmail(service.testApp, { ...address, ownerId: ownerOf(ownerId, 'live') }, given)

describe('addresses', () => {
  test('can be created, listed, changed and deleted', async () => {
    const made = await waypost.addresses.create({ alias: 'Newsletters', expiresIn: 3600 })
    expect(made).toMatchObject({ alias: 'Newsletters', isActive: true, forwarding: null })
    expect(await waypost.addresses.update(made.id, { isActive: false })).toMatchObject({ isActive: false })
    expect(await waypost.addresses.list().page()).toMatchObject({
      total: 1,
      items: [{ id: made.id }],
      next: null,
    })
    expect(await waypost.addresses.getForwarding(made.id)).toMatchObject({ forwardToId: null })
    expect(await waypost.addresses.delete(made.id)).toEqual({ message: 'Alias deleted' })
    await expect(waypost.addresses.delete(made.id)).rejects.toThrow(NotFoundError)
  })

  test('of a file are created, and the others have their reason', async () => {
    expect(await waypost.addresses.import({ csv: 'alias\nshop@nowhere.dev\n' })).toMatchObject({
      created: 0,
      refused: 1,
      rows: [{ line: 2, status: 'refused', reason: 'nowhere.dev is not a verified domain of yours' }],
    })
  })

  test('are listed to the last page', async () => {
    const made = []
    for (let count = 0; count < 5; count++) made.push((await waypost.addresses.create()).id)
    const listed = await waypost.addresses.list({ limit: 2 }).all()
    expect(listed.map(({ id }) => id)).toEqual(made.toReversed())
  })

  test('can be listed from a saved place', async () => {
    const made = []
    for (let count = 0; count < 5; count++) made.push((await waypost.addresses.create()).id)
    const { nextPlace } = await waypost.addresses.list({ limit: 2 }).page()
    expect(nextPlace).toEqual({ limit: 2, cursor: expect.any(String) })
    const rest = await waypost.addresses.list({ ...nextPlace! }).all()
    expect(rest.map(({ id }) => id)).toEqual(made.toReversed().slice(2))
  })
})

test('forwarding addresses are listed to the last page', async () => {
  for (const email of ['a@example.net', 'b@example.net', 'c@example.net'])
    await waypost.forwardingAddresses.create(email)
  const first = await waypost.forwardingAddresses.list({ limit: 2 }).page()
  expect(first).toMatchObject({ total: 3, nextPlace: { limit: 2, offset: 2 } })
  expect(await first.next!()).toMatchObject({ items: [{ email: 'a@example.net' }], nextPlace: null })
})

const isNotFirst = (email: { subject: string }) => email.subject !== 'First'

describe('waiting for an email', () => {
  test('returns the newest matching email in full', async () => {
    const address = await waypost.addresses.create()
    await receive({ subject: 'Your code: 1' }, address)
    const { id } = await receive({ subject: 'Your CODE: 2', bodyText: 'It is 2' }, address)
    await receive({ subject: 'Your code: 3', fromAddress: 'eve@example.org', fromName: 'Eve' }, address)
    await receive({ subject: 'Something else' }, address)
    const found = await waypost.waitForEmail({ addressId: address.id, subject: 'code', from: 'bob@' })
    expect(found).toMatchObject({ id, bodyText: 'It is 2', attachments: [] })
  })

  test('is done by the service, and ends with one request once there is a matching email', async () => {
    const address = await waypost.addresses.create()
    const clock = createTestClock()
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(new URL(input as string).search)
      return globalThis.fetch(input, init)
    }
    const patient = new AliasClient({ apiKey, baseUrl: service.url, clock, fetch })
    const waiting = patient.waitForEmail({ addressId: address.id, subject: 'AT LAST' })
    await receive({ subject: 'Something else' }, address)
    await receive({ subject: 'At last' }, address)
    expect((await waiting).subject).toBe('At last')
    expect(asked).toEqual([expect.stringMatching(/subject=AT\+LAST.*wait=30/), ''])
    expect(clock.waits).toEqual([])
  })

  test('polls while there are emails that a condition of the caller leaves out', async () => {
    const address = await waypost.addresses.create()
    await receive({ subject: 'First' }, address)
    const clock = createTestClock()
    const { wait } = clock
    clock.wait = async (ms, signal) => {
      await wait(ms, signal)
      if (clock.waits.length === 2) await receive({ subject: 'At last' }, address)
    }
    const patient = new AliasClient({ apiKey, baseUrl: service.url, clock })
    expect((await patient.waitForEmail({ addressId: address.id, where: isNotFirst })).subject).toBe('At last')
    expect(clock.waits).toEqual([2000, 2000])
  })
})

describe('waiting for a code', () => {
  test('returns the certain code of the newest email that has one', async () => {
    const address = await waypost.addresses.create()
    await receive({ subject: 'Your code', bodyText: 'Your verification code is 111222.' }, address)
    const { id } = await receive(
      { subject: 'Sign in', bodyText: 'Your verification code is 482913.' },
      address,
    )
    await receive({ subject: 'Your order 333444', bodyText: 'Order 333444 is on its way.' }, address)
    const { code, email } = await waypost.waitForCode({ addressId: address.id })
    expect([code, email.id]).toEqual(['482913', id])
    expect(email.codes).toEqual([{ value: '482913', isCertain: true }])
  })

  test('reads each email once, and ends with a TimeoutError where none has a code', async () => {
    const address = await waypost.addresses.create()
    await receive({ subject: 'Your order 333444', bodyText: 'On its way.' }, address)
    const clock = createTestClock()
    const patient = new AliasClient({ apiKey, baseUrl: service.url, clock })
    const waiting = patient.waitForCode({ addressId: address.id, timeoutMs: 3000 })
    await expect(waiting).rejects.toThrow(TimeoutError)
    expect(clock.waits).toEqual([2000, 1000])
  })
})

test('emails can be listed by alias, marked, read raw, and deleted', async () => {
  const address = await waypost.addresses.create()
  const other = await waypost.addresses.create()
  const { id } = await receive({ raw: 'Subject: raw\r\n\r\nhello\r\n' }, address)
  await receive({}, other)
  expect(await waypost.emails.list({ addressId: address.id }).page()).toMatchObject({
    total: 1,
    items: [{ id }],
  })
  expect(await waypost.emails.update(id, { isRead: true })).toMatchObject({ id, isRead: true })
  expect(new TextDecoder().decode(await waypost.emails.raw(id))).toBe('Subject: raw\r\n\r\nhello\r\n')
  expect(new TextDecoder().decode(await waypost.addresses.mbox(address.id))).toMatch(
    /^From bob@example\.net .+\nSubject: raw\n\nhello\n\n$/,
  )
  expect(await waypost.emails.delete(id)).toEqual({ id })
  const since = new Date(0)
  expect(await waypost.emails.list({ subject: 'no such subject', since, wait: 0 }).all()).toEqual([])
  expect(await waypost.emails.list({ q: 'nothing says this' }).all()).toEqual([])
  expect((await waypost.emails.list({ isDeleted: true }).all()).map((email) => email.id)).toEqual([id])
})

test('webhooks, domains and forwarding addresses are returned without their `data` wrapper', async () => {
  const webhook = await waypost.webhooks.create({
    url: 'https://example.com/hooks',
    events: ['email.received'],
  })
  expect(webhook.secret).toMatch(/^whsec_/)
  expect(await waypost.webhooks.list().all()).toMatchObject([{ id: webhook.id, isActive: true }])
  expect(await waypost.webhooks.deliveries(webhook.id).all()).toEqual([])
  const domain = await waypost.domains.create('ada.dev')
  expect(domain.dnsRecords.mx).toMatchObject({ type: 'MX' })
  const mailbox = await waypost.forwardingAddresses.create('ada@example.com')
  expect(await waypost.forwardingAddresses.list().page()).toMatchObject({
    total: 1,
    items: [{ id: mailbox.id }],
  })
  expect(await waypost.account()).toMatchObject({ plan: 'business' })
})

test('an exhausted rate limit is a RateLimitError with the time of its reset', async () => {
  const hasty = new AliasClient({ apiKey, baseUrl: service.url, maxRetryWaitMs: 0 })
  // More than two minutes' limits allow, because one minute may end meanwhile.
  const all = await Promise.allSettled(Array.from({ length: 90 }, () => hasty.platformDomains.list()))
  const refused = all.flatMap((result) => (result.status === 'rejected' ? (result.reason as ApiError) : []))
  expect(refused.length).toBeGreaterThanOrEqual(10)
  for (const error of refused) {
    expect(error).toBeInstanceOf(RateLimitError)
    expect(Number(error.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('errors have the service’s message', async () => {
  await expect(waypost.addresses.create({ expiresIn: 1 })).rejects.toThrow(ValidationError)
  const failure = new AliasClient({ apiKey: 'jm_live_none', baseUrl: service.url }).account()
  await expect(failure).rejects.toThrow(AuthenticationError)
  await expect(failure).rejects.toMatchObject({
    message: expect.stringMatching(/^401 Invalid API key \(request [\da-f-]{36}\)$/),
    body: { error: 'Invalid API key' },
  })
})
