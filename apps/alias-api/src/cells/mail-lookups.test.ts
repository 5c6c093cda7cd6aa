import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts } from '../db/tables.ts'
import { contacts, dkimKeys, emails, returnPaths } from '../db/mail-tables.ts'
import { listed, openMailBed } from './test-mail-cells.ts'

const { bed, open, addAlias, send, answerTo } = openMailBed()

describe('what no directory has is found in the cell:', () => {
  test('the return path of what it sent', async () => {
    await open('kim', true)
    const addressId = await addAlias(bed.cell, 'kim', 'kim@waypost.test')
    expect(await answerTo('', 'bounces+abcdefghijklmnopqrst@waypost.test')).toBe(550)
    await send(['kim@waypost.test'], 'to kim')
    await listed(bed.cell, 'kim')
    const [email] = await bed.cell.select().from(emails).where(eq(emails.addressId, addressId))
    const token = 'abcdefghijklmnopqrst'
    await bed.cell.insert(returnPaths).values({ token, emailId: email!.id, createdAt: new Date() })
    expect(await answerTo('', `bounces+${token}@waypost.test`)).toBe(250)
  })

  test('the reverse address of a contact', async () => {
    await open('lea', true)
    const addressId = await addAlias(bed.cell, 'lea', 'lea@waypost.test')
    const reverseAddress = `reply-${'a'.repeat(24)}@waypost.test`
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(550)
    const of = { ownerId: 'live:lea', addressId, email: 'bob@example.net' }
    await bed.cell.insert(contacts).values({ ...of, id: newId(), reverseAddress, createdAt: new Date() })
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(250)
    await bed.home.update(accounts).set({ cell: null }).where(eq(accounts.id, 'lea'))
    await bed.cell.update(accounts).set({ cell: 'home' }).where(eq(accounts.id, 'lea'))
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(451)
  })
})
const idsIn = async (db: Db) =>
  (await db.select().from(dkimKeys).where(isNull(dkimKeys.customDomainId))).map(({ id }) => id).toSorted()
test('a cell signs with the first database’s keys of platform domains', async () => {
  await waitFor('the keys', async () => (await idsIn(bed.home)).length >= 2)
  await waitFor('the same keys in the cell', async () => {
    const [ofHome, ofCell] = [await idsIn(bed.home), await idsIn(bed.cell)]
    return JSON.stringify(ofCell) === JSON.stringify(ofHome)
  })
})

const state = async () =>
  ((await (await fetch(`${bed.internalUrl}/readyz`)).json()) as { cells: Record<string, string> }).cells[
    'alias/c1'
  ]
test('while a cell is away, only its own recipients are deferred with 451', async () => {
  await open('mia', false)
  await open('ned', true)
  await addAlias(bed.home, 'mia', 'mia@waypost.test')
  await addAlias(bed.cell, 'ned', 'ned@waypost.test')
  const name = new URL(bed.cellUrl).pathname.slice(1)
  await bed.home.execute(sql`alter database ${sql.identifier(name)} allow_connections false`)
  await bed.home.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
  await waitFor('the cell to be away', async () => (await state()) !== 'ok')

  const to = ['mia@waypost.test', 'ned@waypost.test']
  expect(await send(to, 'to mia')).toEqual({
    accepted: ['mia@waypost.test'],
    rejected: ['ned@waypost.test'],
    codes: [451],
  })
  expect(await listed(bed.home, 'mia')).toEqual(['to mia'])
  // It may have sent it.
  expect(await answerTo('', 'bounces+zzzzzzzzzzzzzzzzzzzz@waypost.test')).toBe(451)

  await bed.home.execute(sql`alter database ${sql.identifier(name)} allow_connections true`)
  await waitFor('the cell to be back', async () => (await state()) === 'ok')
  expect((await send(['ned@waypost.test'], 'to ned')).accepted).toEqual(['ned@waypost.test'])
})
