import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { webhookTables } from '@waypost/webhooks'
import { expect, test } from 'vitest'
import { countAddresses } from '../addresses/address-counts.ts'
import { domains } from '../db/tables.ts'
import { setAccountLimits } from '../limits/set-account-limits.ts'
import { startTestMail } from '../testing/test-mail.ts'
import { openImportBed, simpleLogin } from './test-import.ts'

const { deliveries } = webhookTables('alias')

const { bed, owner, importFile, imported, addDomain, addMailbox, send, list, created } = openImportBed()

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
  const mail = await startTestMail(bed.service)
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

test('a file that is imported again creates nothing, and changes nothing that was changed since', async () => {
  const csv = 'alias,note\nshop@ada.dev,Shop\nshop@ada.dev,Twice\nSHOP+x@ada.dev,Thrice'
  const first = await imported({ csv })
  expect(first).toMatchObject({ created: 1, exists: 2 })
  const id = first.rows[0]!.addressId
  expect(first.rows.map(({ addressId }) => addressId)).toEqual([id, id, id])
  await send('PATCH', `/addresses/${id}`, { alias: 'Renamed' })
  expect(await imported({ csv })).toMatchObject({ created: 0, exists: 3, rows: [{ addressId: id }, {}, {}] })
  expect((await list()).addresses).toMatchObject([{ id, alias: 'Renamed' }])
  expect(await countAddresses(bed.service.services.db, 'live:ada', Date.now())).toMatchObject({ created: 1 })
})

test('an alias that somebody else has is refused', async () => {
  await addDomain('grace.dev', { ownerId: 'live:grace' })
  const grace = await bed.service.key('grace')
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
  await setAccountLimits(bed.service.services, 'ada', { addresses: 3 })
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
  const reader = await bed.service.key('ada', { scopes: ['emails:read'] })
  const payload = { csv: 'alias\na@ada.dev' }
  expect((await importFile(payload, reader)).statusCode).toBe(403)
  await bed.service.plan('pro', 'pro')
  const response = await importFile(payload, await bed.service.person('pro'))
  expect([response.statusCode, response.json()]).toEqual([
    403,
    { error: 'Custom domains require the Business plan' },
  ])
  const anonymous = await bed.service.app.inject({ method: 'POST', url: '/api/v1/addresses/import', payload })
  expect(anonymous.statusCode).toBe(401)
})
