import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts, addresses } from '../db/tables.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { workSchema } from '../work-queues.ts'
import { interrupt, jobsOf, openMovingBed } from './test-moves.ts'

const { bed, request, ask, fill, move } = openMovingBed()

const expiredIn = async (db: Db, id: string) =>
  (
    await db
      .select()
      .from(addresses)
      .where(eq(addresses.ownerId, `live:${id}`))
  ).filter((row) => row.expiredAt).length

test('an alias of an account that is being moved expires once, where the account is then', async () => {
  await fill('eve')
  await expect(move('eve', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
  const expired = { expiresAt: new Date(Date.now() - 1000), renewsAt: null }
  for (const db of [bed.home, bed.cell])
    await db.update(addresses).set(expired).where(eq(addresses.ownerId, 'live:eve'))
  // The next look at what has expired, after which another account's has.
  await fill('fay')
  await bed.home.update(addresses).set(expired).where(eq(addresses.ownerId, 'live:fay'))
  await waitFor('the expiry of the other', async () => (await expiredIn(bed.home, 'fay')) > 0)
  expect([await expiredIn(bed.home, 'eve'), await expiredIn(bed.cell, 'eve')]).toEqual([0, 0])
  await move('eve', 'c1')
  await waitFor('its expiry in the cell', async () => (await expiredIn(bed.cell, 'eve')) > 0)
})

describe('what is in progress where the account was ends there:', () => {
  const busy = 'has jobs in progress that do not end; it is where it was'

  test('a message that is not listed yet, whosever job lists it', async () => {
    await fill('hal')
    const emailId = newId()
    await bed.home.execute(sql`
      insert into alias.inbound_messages (email_id, message_id, address_id)
      select ${emailId}, message_id, address_id from alias.emails where owner_id = 'live:hal'
    `)
    await expect(move('hal', 'c1')).rejects.toThrow(busy)
    await bed.home.execute(sql`delete from alias.inbound_messages where email_id = ${emailId}`)
    expect(await move('hal', 'c1')).toBe(false)
  })

  test('an attempt to send that goes on without a job of its own', async () => {
    await fill('ira')
    const setAttempts = (attempts: number) =>
      bed.home.execute(
        sql`update alias.outbound_messages set attempts = ${attempts} where owner_id = 'live:ira'`,
      )
    await bed.home.execute(sql`
      update ${sql.identifier(workSchema)}.job set data = data || '{"attempt": 0}' where data ->> 'ownerId' = 'live:ira'
    `)
    await expect(move('ira', 'c1')).rejects.toThrow(busy)
    expect(await jobsOf(bed.home, 'ira')).toBe(1)
    await setAttempts(1)
    expect(await move('ira', 'c1')).toBe(false)
  })
})

test('an operator’s request about an account that is being moved is refused, and opens it nowhere', async () => {
  await fill('joy')
  const operator = { authorization: `Bearer ${testAdminToken}` }
  const setPlan = async () => (await ask('/admin/accounts/joy/plan', operator, { plan: 'pro' }, 'PUT')).status
  await expect(move('joy', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
  expect(await setPlan()).toBe(503)
  expect(await bed.cell.select().from(accounts).where(eq(accounts.id, 'joy'))).toEqual([])
  await move('joy', 'c1')
  expect(await jobsOf(bed.cell, 'joy')).toBe(1)
  expect(await setPlan()).toBe(200)
  expect(await bed.cell.select().from(accounts).where(eq(accounts.id, 'joy'))).toMatchObject([
    { plan: 'pro' },
  ])
})

test('an account that has made no request yet is served by the cell from then on', async () => {
  expect(await move('gus', 'c1')).toBe(false)
  const gus = await bed.service.person('gus')
  expect((await request('/api/v1/account', { headers: gus })).status).toBe(200)
  expect(await bed.home.select().from(accounts).where(eq(accounts.id, 'gus'))).toMatchObject([{ cell: 'c1' }])
})
