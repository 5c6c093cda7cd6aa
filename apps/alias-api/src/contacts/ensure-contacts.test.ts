import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '../db/mail-tables.ts'
import { mailSettings } from '../db/session-settings.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { ensureContacts } from './ensure-contacts.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-03-02T08:00:00Z')

let service: TestApp
let db: Db
let address: Awaited<ReturnType<typeof addAddress>>
beforeAll(async () => {
  service = await startTestApp()
  db = service.database.connectAs('waypost_alias_mail', mailSettings).db
})
afterAll(() => service.close())
beforeEach(async () => {
  address = await addAddress(service, 'ada')
})

const wanted = (email: string) => ({
  ownerId: address.ownerId,
  addressId: address.id,
  address: address.address,
  email,
  name: '',
})
const ensure = (emails: string[], now = start) => ensureContacts(db, emails.map(wanted), now)
const usedAt = async () => {
  const rows = await db.select().from(contacts).where(eq(contacts.addressId, address.id))
  return Object.fromEntries(rows.map((row) => [row.email, row.usedAt.getTime()]))
}

test('contacts that are known and new ones get their reverse addresses in the order in which they are asked for', async () => {
  const [bob] = await ensure(['bob@bob.dev'])
  const [carol, again, dan, upper] = await ensure([
    'carol@bob.dev',
    'bob@bob.dev',
    'dan@bob.dev',
    'BOB@bob.dev',
  ])
  expect(new Set([bob, carol, dan]).size).toBe(3)
  expect([again, upper]).toEqual([bob, bob])
  expect(await ensure(['dan@bob.dev', 'carol@bob.dev'])).toEqual([dan, carol])
})

test('an address with letters outside of ASCII has one reverse address', async () => {
  const [first] = await ensure(['B\u00d6hm@bob.dev'])
  expect(first).toMatch(/^reply-/)
  expect(await ensure(['B\u00d6hm@bob.dev', 'B\u00d6HM@bob.dev'], start + dayMs)).toEqual([first, first])
})

test('a contact whose mail is forwarded is among those used last, to the day', async () => {
  await ensure(['bob@bob.dev', 'carol@bob.dev'])
  await ensure(['bob@bob.dev'], start + dayMs - 1)
  expect(await usedAt()).toEqual({ 'bob@bob.dev': start, 'carol@bob.dev': start })
  await ensure(['bob@bob.dev'], start + dayMs)
  expect(await usedAt()).toEqual({ 'bob@bob.dev': start + dayMs, 'carol@bob.dev': start })
})

test('batches at the same moment that name the same contacts in another order make each once', async () => {
  const emails = Array.from({ length: 40 }, (_, number) => `${number}@bob.dev`)
  const orders = [emails, emails.toReversed(), emails, emails.toReversed()]
  const found = await Promise.all(orders.map((order) => ensure(order)))
  expect(found[1]!.toReversed()).toEqual(found[0])
  expect(found[3]!.toReversed()).toEqual(found[2])
  expect(found[2]).toEqual(found[0])
})

test('an alias that was deleted in the meantime has no reverse address', async () => {
  const gone = { ...wanted('bob@bob.dev'), addressId: '019b0000-0000-7000-8000-000000000000' }
  const [none, found] = await ensureContacts(db, [gone, wanted('bob@bob.dev')], start)
  expect([none, found]).toEqual([undefined, expect.stringMatching(/^reply-/)])
})
