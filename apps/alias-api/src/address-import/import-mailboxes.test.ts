import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forwardingAddresses } from '../db/tables.ts'
import type { MailRule } from '../mail-rules/mail-rule.ts'
import { openImportBed, simpleLogin } from './test-import.ts'

const { owner, imported, addMailbox, send } = openImportBed()

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
