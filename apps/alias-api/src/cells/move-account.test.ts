import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { keysInCells, takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { accounts } from '../db/tables.ts'
import { contentsIn, interrupt, jobsOf, openMovingBed, read, steps } from './test-moves.ts'

const { bed, fill, usesWritten, listEmails, move } = openMovingBed()

test('an account moves to a cell with all of its rows and files, and what it shares stays with the others too, and back', async () => {
  const headers = await fill('ada')
  const before = await read(bed.home, 'ada')
  const ofFriend = await read(bed.home, 'friend-of-ada')
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'addresses',
      'attachments',
      'domains',
      'email_counts',
      'emails',
      'messages',
      'outbound_messages',
    ]),
  )
  // As those are that are older than the cells.
  for (const table of [takenAddresses, takenDomains])
    await bed.home.delete(table).where(eq(table.accountId, 'ada'))
  expect(await move('ada', 'c1')).toBe(false)
  expect(await read(bed.cell, 'ada')).toEqual(before)
  expect([await contentsIn(bed.home), await contentsIn(bed.cell)]).toEqual([6, 6])
  expect(await read(bed.home, 'ada')).toEqual({})
  expect(await read(bed.home, 'friend-of-ada')).toEqual(ofFriend)
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toEqual([0, 1])
  expect(await listEmails(headers)).toEqual(['Hello'])
  await usesWritten(bed.cell)
  const [account] = await bed.cell.select().from(accounts).where(eq(accounts.id, 'ada'))
  expect(account).toMatchObject({ plan: 'business', cell: null })

  // The directory keeps what it has from others, and leads mail to it.
  expect(await bed.home.select().from(takenDomains).where(eq(takenDomains.domain, 'ada.dev'))).toMatchObject([
    { accountId: 'ada' },
  ])
  const [taken] = await bed.home
    .select()
    .from(takenAddresses)
    .where(eq(takenAddresses.address, 'info@ada.dev'))
  expect(taken).toMatchObject({ accountId: 'ada' })

  expect(await move('ada', null)).toBe(false)
  expect(await read(bed.cell, 'ada')).toEqual({})
  expect({ ...(await read(bed.home, 'ada')), audit_logs: 0, audit_log_counts: 0 }).toEqual({
    ...before,
    audit_logs: 0,
    audit_log_counts: 0,
  })
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toEqual([1, 0])
  expect(await bed.home.select().from(keysInCells).where(eq(keysInCells.accountId, 'ada'))).toEqual([])
  expect(await listEmails(headers)).toEqual(['Hello'])
})

test('the last of those who share a message takes it along', async () => {
  await fill('bea')
  await move('bea', 'c1')
  await move('friend-of-bea', 'c1')
  expect(Object.keys(await read(bed.home, 'friend-of-bea'))).toEqual([])
  const [own, theirs] = [await read(bed.cell, 'bea'), await read(bed.cell, 'friend-of-bea')]
  expect(theirs.messages).toEqual(own.messages)
  const { rows } = await bed.home.execute(sql`
    select from alias.messages message where not exists (select from alias.emails email where email.message_id = message.id)
      and not exists (select from alias.outbound_messages outbound where outbound.message_id = message.id)
  `)
  expect(rows).toEqual([])
})

test('a file in an object store that another account has too is deleted by neither database', async () => {
  await fill('joe')
  await bed.home.execute(sql`
    update alias.blobs set is_object = true where id in (
      select rest_id from alias.messages join alias.emails on message_id = messages.id where owner_id = 'live:joe')
  `)
  await move('joe', 'c1')
  for (const [db, ownerId] of [
    [bed.home, 'live:friend-of-joe'],
    [bed.cell, 'live:joe'],
  ] as const) {
    await db.execute(sql`delete from alias.emails where owner_id = ${ownerId}`)
    const { rows } = await db.execute(
      sql`select from alias.blobs where is_object and unused_since is not null`,
    )
    expect(rows).toEqual([])
    expect((await db.execute(sql`select from alias.blobs where is_object`)).rows).toHaveLength(1)
  }
})

describe('a move that was interrupted', () => {
  test.each(steps)(
    'before the step %s is finished by asking again, and nothing is lost or twice',
    async (step) => {
      const id = `cleo${step}`
      const headers = await fill(id)
      const before = await read(bed.home, id)
      await expect(move(id, 'c1', interrupt(step))).rejects.toThrow('interrupted')
      expect(await move(id, 'c1')).toBe(false)
      expect(await read(bed.cell, id)).toEqual(before)
      expect(await read(bed.home, id)).toEqual({})
      expect([await jobsOf(bed.home, id), await jobsOf(bed.cell, id)]).toEqual([0, 1])
      expect(await listEmails(headers)).toEqual(['Hello'])
    },
  )

  test('after it was opened keeps what is known of the account since', async () => {
    await fill('dan')
    await expect(move('dan', 'c1', interrupt('switch'))).rejects.toThrow('interrupted')
    await bed.cell.update(accounts).set({ plan: 'pro' }).where(eq(accounts.id, 'dan'))
    await move('dan', 'c1')
    const [account] = await bed.cell.select().from(accounts).where(eq(accounts.id, 'dan'))
    expect(account!.plan).toBe('pro')
  })
})
