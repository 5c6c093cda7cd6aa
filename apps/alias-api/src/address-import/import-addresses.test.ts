import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { webhookTables } from '@waypost/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAddresses } from '../addresses/address-counts.ts'
import { createAddressClient } from '../addresses/test-addresses.ts'
import { domains, forwardingAddresses } from '../db/tables.ts'
import { setAccountLimits } from '../limits/set-account-limits.ts'
import type { MailRule } from '../mail-rules/mail-rule.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail } from '../testing/test-mail.ts'
import type { AddressImport } from './address-import.ts'

const { deliveries } = webhookTables('alias')

let service: TestApp
let key: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  key = await service.key('ada')
  await addDomain('ada.dev')
})

const { send, list, created } = createAddressClient(() => ({ service, key }))
const owner = () => service.database.connectAsOwner().db
const importFile = (payload: object, headers = key) => send('POST', '/addresses/import', payload, headers)
const imported = async (payload: object, headers = key) =>
  (await importFile(payload, headers)).json<{ data: AddressImport }>().data

async function addDomain(
  domain: string,
  { status = 'verified', ownerId = 'live:ada' }: { status?: 'verified' | 'pending'; ownerId?: string } = {},
): Promise<void> {
  const of = { id: newId(), verificationToken: newId(), createdAt: new Date() }
  await owner()
    .insert(domains)
    .values({ ...of, ownerId, domain, status })
}

async function addMailbox(email: string, verifiedAt: Date | null = new Date()): Promise<string> {
  const id = newId()
  await owner()
    .insert(forwardingAddresses)
    .values({ id, ownerId: 'live:ada', email, verifiedAt, createdAt: new Date() })
  return id
}

const simpleLogin = [
  'alias,note,enabled,mailboxes',
  'shop@ada.dev,Shop,True,ada@example.org other@example.org',
  'news@ada.dev,,False,unknown@example.org',
  'x9k2@simplelogin.example,Old,True,ada@example.org',
  'not an address,,True,',
  'two..dots@ada.dev,,True,',
].join('\n')

test('the aliases of a file are created with labels, forwarding and what is paused, and each other row has its reason', async () => {
  const forwardToId = await addMailbox('Ada@example.org')
  await addMailbox('unknown@example.org', null)
  const { rows, ...counts } = await imported({ csv: simpleLogin })
  expect(counts).toEqual({ created: 2, exists: 0, refused: 3 })
  expect(rows).toEqual([
    {
      line: 2,
      address: 'shop@ada.dev',
      status: 'created',
      addressId: expect.any(String),
      forwardToEmail: 'Ada@example.org',
      forwardToEmails: ['Ada@example.org'],
      leftOut: [{ email: 'other@example.org', reason: 'Not a forwarding address of yours' }],
      reason: null,
    },
    {
      line: 3,
      address: 'news@ada.dev',
      status: 'created',
      addressId: expect.any(String),
      forwardToEmail: null,
      forwardToEmails: [],
      leftOut: [{ email: 'unknown@example.org', reason: 'Not confirmed yet' }],
      reason: null,
    },
    ...[
      ['x9k2@simplelogin.example', 'simplelogin.example is not a verified domain of yours'],
      ['not an address', 'Not an email address'],
      ['two..dots@ada.dev', 'Before the @ may stand letters, digits, _, - and dots, at most 64'],
    ].map(([address, reason], index) => ({
      line: index + 4,
      address,
      status: 'refused',
      addressId: null,
      forwardToEmail: null,
      forwardToEmails: [],
      leftOut: [],
      reason,
    })),
  ])
  const { addresses } = await list()
  expect(addresses.toSorted((a, b) => (a.address < b.address ? 1 : -1))).toMatchObject([
    { id: rows[0]!.addressId, address: 'shop@ada.dev', alias: 'Shop', isActive: true, autoRenew: true },
    { id: rows[1]!.addressId, address: 'news@ada.dev', alias: null, isActive: false, autoRenew: true },
  ])
  const rule = await send('GET', `/addresses/${rows[0]!.addressId}/forwarding`)
  expect(rule.json()).toMatchObject({ data: { forwardToId, isActive: true } })
})

test('an imported alias receives mail', async () => {
  await imported({ csv: 'alias\nshop@ada.dev' })
  const mail = await startTestMail(service)
  try {
    await expect(mail.deliver('shop@ada.dev', 'From: b@example.net\r\n\r\nhello\r\n')).resolves.toMatchObject(
      {
        accepted: ['shop@ada.dev'],
      },
    )
  } finally {
    await mail.close()
  }
})

test('a row whose mailbox is not verified forwards to the mailbox of the request', async () => {
  const forwardToId = await addMailbox('ada@example.org')
  const { rows } = await imported({ csv: simpleLogin, forwardToId })
  expect(rows.map(({ forwardToEmail }) => forwardToEmail)).toEqual([
    'ada@example.org',
    'ada@example.org',
    null,
    null,
    null,
  ])
})

const rulesOf = async (id: string | null) =>
  (await send('GET', `/addresses/${id}/rules`)).json<{ data: MailRule[] }>().data

test('a row with several mailboxes forwards to each that is verified, the first by the forwarding rule', async () => {
  const ids = []
  for (const name of ['a', 'b', 'c']) ids.push(await addMailbox(`${name}@example.org`))
  const csv =
    'alias,recipients\nshop@ada.dev,"A@example.org, b@example.org a@example.org;c@example.org"\nnews@ada.dev,c@example.org'
  const { rows } = await imported({ csv })
  expect(rows).toMatchObject([
    {
      forwardToEmail: 'a@example.org',
      forwardToEmails: ['a@example.org', 'b@example.org', 'c@example.org'],
      leftOut: [],
    },
    { forwardToEmail: 'c@example.org', forwardToEmails: ['c@example.org'], leftOut: [] },
  ])
  const rule = await send('GET', `/addresses/${rows[0]!.addressId}/forwarding`)
  expect(rule.json()).toMatchObject({ data: { forwardToId: ids[0], isActive: true } })
  expect(await rulesOf(rows[0]!.addressId)).toMatchObject(
    ids.slice(1).map((forwardToId) => ({
      action: 'forward',
      forwardToId,
      conditions: {},
      stop: false,
      isActive: true,
    })),
  )
  expect(await rulesOf(rows[1]!.addressId)).toEqual([])
})

test('a row says which of its mailboxes were left out, and why', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const name of names) await addMailbox(`${name}@example.org`)
  await addMailbox('new@example.org', null)
  const bounced = await addMailbox('bounced@example.org', null)
  await owner()
    .update(forwardingAddresses)
    .set({ suspendedAt: new Date(), suspendedReason: '550 no such user' })
    .where(eq(forwardingAddresses.id, bounced))
  const mailboxes = ['new', 'bounced', 'grace', ...names].map((name) => `${name}@example.org`)
  const { rows } = await imported({ csv: `alias,mailboxes\nshop@ada.dev,${mailboxes.join(' ')}` })
  expect(rows).toMatchObject([
    {
      forwardToEmails: names.slice(0, 6).map((name) => `${name}@example.org`),
      leftOut: [
        { email: 'new@example.org', reason: 'Not confirmed yet' },
        { email: 'bounced@example.org', reason: 'Suspended, because mail to it bounced' },
        { email: 'grace@example.org', reason: 'Not a forwarding address of yours' },
        { email: 'g@example.org', reason: 'An alias forwards to 6 mailboxes at most' },
      ],
    },
  ])
})

test('rules of an import can be read, given again and replaced as any others', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await addMailbox(`${name}@example.org`)
  const mailboxes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.org`).join(' ')
  const { rows } = await imported({ csv: `alias,mailboxes\nshop@ada.dev,${mailboxes}` })
  const path = `/addresses/${rows[0]!.addressId}/rules`
  const given = (await rulesOf(rows[0]!.addressId)).map(
    ({ conditions, action, forwardToId, stop, isActive }) => ({
      conditions,
      action,
      forwardToId,
      stop,
      isActive,
    }),
  )
  expect(given).toHaveLength(5)
  expect((await send('PUT', path, { rules: given })).json()).toMatchObject({ data: given })
})

test('a file may name a hundred thousand mailboxes, of which twenty of a row are told', async () => {
  const csv = `alias,mailboxes\nshop@ada.dev,${Array.from({ length: 100_000 }, (_, index) => `${index}@b`).join(' ')}`
  const { rows } = await imported({ csv })
  expect(rows[0]!.leftOut.map(({ email }) => email)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${index}@b`),
  )
})

test('a file that is imported again creates nothing, and changes nothing that was changed since', async () => {
  const csv = 'alias,note\nshop@ada.dev,Shop\nshop@ada.dev,Twice\nSHOP+x@ada.dev,Thrice'
  const first = await imported({ csv })
  expect(first).toMatchObject({ created: 1, exists: 2 })
  const id = first.rows[0]!.addressId
  expect(first.rows.map(({ addressId }) => addressId)).toEqual([id, id, id])
  await send('PATCH', `/addresses/${id}`, { alias: 'Renamed' })
  expect(await imported({ csv })).toMatchObject({ created: 0, exists: 3, rows: [{ addressId: id }, {}, {}] })
  expect((await list()).addresses).toMatchObject([{ id, alias: 'Renamed' }])
  expect(await countAddresses(service.services.db, 'live:ada', Date.now())).toMatchObject({ created: 1 })
})

test('an alias that somebody else has is refused', async () => {
  await addDomain('grace.dev', { ownerId: 'live:grace' })
  const grace = await service.key('grace')
  await created({ domain: 'grace.dev', localPart: 'shop' }, grace)
  await owner().update(domains).set({ ownerId: 'live:ada' }).where(eq(domains.domain, 'grace.dev'))
  expect((await imported({ csv: 'alias\nshop@grace.dev' })).rows).toMatchObject([
    { status: 'refused', addressId: null, reason: 'Somebody else has this alias' },
  ])
})

test('only verified domains of the account itself are imported to', async () => {
  await addDomain('pending.dev', { status: 'pending' })
  await addDomain('grace.dev', { ownerId: 'live:grace' })
  const csv = 'alias\na@pending.dev\na@grace.dev\na@waypost.test'
  expect(await imported({ csv })).toMatchObject({ created: 0, refused: 3 })
  expect((await list()).total).toBe(0)
})

test('where not all fit the limit of the account, none is created, and the answer has the numbers', async () => {
  await setAccountLimits(service.services, 'ada', { addresses: 3 })
  await created()
  const three = await importFile({ csv: 'alias\na@ada.dev\nb@ada.dev\nc@ada.dev' })
  expect([three.statusCode, three.json()]).toEqual([
    403,
    { error: 'Alias limit reached: 1 of 3 used, 3 more wanted. It does not reset: delete one first.' },
  ])
  expect((await list()).total).toBe(1)
  expect(await imported({ csv: 'alias\na@ada.dev\nb@ada.dev' })).toMatchObject({ created: 2 })
})

test('thousands of aliases are created at once, each with its event', async () => {
  await send('POST', '/webhooks', { url: 'https://example.com/hook', events: ['address.created'] })
  const csv = `alias\n${Array.from({ length: 2500 }, (_, index) => `n${index}@ada.dev`).join('\n')}`
  expect(await imported({ csv })).toMatchObject({ created: 2500, refused: 0 })
  expect((await list()).total).toBe(2500)
  expect(await owner().$count(deliveries)).toBe(2500)
})

test.each([
  [{}, 'csv should not be null or undefined'],
  [{ csv: 'name\nx' }, 'csv must have a header with one of the columns address, email, alias'],
  [
    { csv: 'alias\nx', expiresIn: 3600 },
    'expiresIn must not be less than 86400 for an alias that is renewed by itself',
  ],
  [{ csv: 'alias\nx', forwardToId: newId() }, 'forwardToId must be a verified forwarding address'],
])('an import that cannot be done is refused: %j', async (payload, error) => {
  const response = await importFile(payload)
  expect([response.statusCode, response.json()]).toEqual([400, { error }])
})

test('an import needs the right to write, and the plan with domains', async () => {
  const reader = await service.key('ada', { scopes: ['emails:read'] })
  const payload = { csv: 'alias\na@ada.dev' }
  expect((await importFile(payload, reader)).statusCode).toBe(403)
  await service.plan('pro', 'pro')
  const response = await importFile(payload, await service.person('pro'))
  expect([response.statusCode, response.json()]).toEqual([
    403,
    { error: 'Custom domains require the Business plan' },
  ])
  const anonymous = await service.app.inject({ method: 'POST', url: '/api/v1/addresses/import', payload })
  expect(anonymous.statusCode).toBe(401)
})
