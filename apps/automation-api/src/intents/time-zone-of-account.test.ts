import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openIntentBed } from './test-intents.ts'

const { bed, ask } = openIntentBed()

const choose = (timeZone: unknown) => bed.send('PATCH', '/api/v1/account', { timeZone })
const shown = async () =>
  (await bed.send('GET', '/api/v1/account')).json<{ timeZone: string | null }>().timeZone

/** The time zone in which a runner reads a request. */
async function zoneOf(more: object = {}): Promise<string | null> {
  const { intentId } = await ask('Book a table tomorrow', more)
  const { db } = bed.service.database.connectAsOwner()
  const { rows } = await db.execute<{ zone: string | null }>(
    sql`select data ->> 'timeZone' as zone from automation_jobs.job where data ->> 'intentId' = ${intentId}`,
  )
  return rows[0]!.zone
}

describe('the time zone of an account', () => {
  it('is that of its requests that name none, until it is taken away', async () => {
    expect([await shown(), await zoneOf()]).toEqual([null, null])
    const changed = await choose('Asia/Tokyo')
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { timeZone: 'Asia/Tokyo', limits: {} }])
    expect([await shown(), await zoneOf()]).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
    expect(await zoneOf({ timeZone: 'Europe/Berlin' })).toBe('Europe/Berlin')
    await bed.send('PATCH', '/api/v1/account', {})
    expect(await shown()).toBe('Asia/Tokyo')
    await choose(null)
    expect([await shown(), await zoneOf()]).toEqual([null, null])
  })

  it('is that of no other account', async () => {
    await choose('Asia/Tokyo')
    await bed.reset()
    expect([await shown(), await zoneOf()]).toEqual([null, null])
  })

  it('is recorded as a change, where one was made', async () => {
    await bed.send('PATCH', '/api/v1/account', {})
    await choose('Asia/Tokyo')
    const { body } = await bed.send('GET', '/api/v1/audit-logs?action=account.updated')
    expect(JSON.parse(body)).toMatchObject([{ action: 'account.updated', resourceType: 'account' }])
    expect(JSON.parse(body)).toHaveLength(1)
  })

  it.each(['Mars/Olympus', '', 5, 'x'.repeat(101)])(
    'is refused where there is none of that name: %j',
    async (zone) => {
      const refused = await choose(zone)
      expect([refused.statusCode, refused.json()]).toMatchObject([400, [{ property: 'timeZone' }]])
      expect(await shown()).toBeNull()
    },
  )
})
