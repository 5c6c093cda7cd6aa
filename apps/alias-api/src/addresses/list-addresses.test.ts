import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forwardingAddresses } from '../db/tables.ts'
import { addEmail } from '../emails/test-emails.ts'
import { expireAddresses } from './expire-addresses.ts'
import { bedStart, openAddressBed, type Page } from './test-addresses.ts'

const { bed, send, created, list, addForwardingAddress } = openAddressBed()
const labelsOf = async (query: string) => {
  const { addresses, total } = await list(query)
  return [addresses.map(({ alias }) => alias), total]
}

describe('GET /api/v1/addresses', () => {
  test('lists the newest addresses first, 20 by default, with the total', async () => {
    const ids: string[] = []
    for (let count = 0; count < 22; count += 1) ids.unshift((await created()).id)
    const { addresses, ...page } = await list()
    expect(page).toEqual({ total: 22, limit: 20, offset: 0 })
    expect(addresses.map(({ id }) => id)).toEqual(ids.slice(0, 20))
    const next = await list('?limit=2&offset=20')
    expect(next).toMatchObject({ total: 22, limit: 2, offset: 20 })
    expect(next.addresses.map(({ id }) => id)).toEqual(ids.slice(20))
  })

  test('include=activity adds the emails and the forwarding of each alias, and without it there is nothing but the contract’s fields', async () => {
    const quiet = await created()
    const mailbox = await addForwardingAddress(true)
    const busy = await created({ forwardToId: mailbox })
    const row = { ...busy, ownerId: 'live:ada' }
    await bed.service.app.inject({
      method: 'PUT',
      url: `/api/v1/addresses/${busy.id}/rules`,
      headers: bed.key,
      payload: { rules: [{ action: 'keep' }, { action: 'keep', isActive: false }] },
    })
    await addEmail(bed.service, row)
    const sent = await addEmail(bed.service, row, { type: 'sent', status: 'sent' })
    await addEmail(bed.service, row, { deletedAt: new Date(bedStart) })
    const { addresses } = await list('?include=activity')
    expect(addresses.map(({ id, activity }) => [id, activity])).toEqual([
      [
        busy.id,
        {
          received: 1,
          sent: 1,
          lastEmailAt: sent.receivedAt.toISOString(),
          forwarding: { forwardToId: mailbox, forwardToEmail: `${mailbox}@example.com`, isActive: true },
          rules: 1,
        },
      ],
      [quiet.id, { received: 0, sent: 0, lastEmailAt: null, forwarding: null, rules: 0 }],
    ])
    expect((await list()).addresses[0]).not.toHaveProperty('activity')
  })

  test('include=activity says that the mailbox of an alias is suspended, and why', async () => {
    const mailbox = await addForwardingAddress(true)
    await created({ forwardToId: mailbox })
    const suspendedAt = new Date(bedStart)
    const suspendedReason = '550 5.1.1 No such user'
    await bed.service.database
      .connectAsOwner()
      .db.update(forwardingAddresses)
      .set({ verifiedAt: null, suspendedAt, suspendedReason })
      .where(eq(forwardingAddresses.id, mailbox))
    const { addresses } = await list('?include=activity')
    expect(addresses[0]!.activity!.forwarding).toMatchObject({
      forwardToId: mailbox,
      suspension: { at: suspendedAt.toISOString(), reason: suspendedReason },
    })
  })

  test('an address is active or expired by its time alone, before and after its expiry is published', async () => {
    const short = await created({ expiresIn: 60 })
    const long = await created()
    const lived = await created({ expiresIn: 60 })
    bed.time += 60_000
    const expectStatuses = async () => {
      const expired = await list('?status=expired')
      expect(expired.addresses).toMatchObject([
        { id: lived.id, isActive: false },
        { id: short.id, isActive: false },
      ])
      expect(expired.total).toBe(2)
      expect(await list('?status=active')).toMatchObject({ addresses: [{ id: long.id }], total: 1 })
      expect((await list()).total).toBe(3)
    }
    await expectStatuses()
    expect(await expireAddresses(bed.service.services, 1)).toBe(1)
    await expectStatuses()
    expect(await expireAddresses(bed.service.services)).toBe(1)
    await expectStatuses()
  })

  test.each(['', '&status=active', '&status=expired'])(
    'a cursor leads through all pages of addresses%s',
    async (filter) => {
      for (let count = 0; count < 5; count += 1) await created({ expiresIn: 60 })
      if (filter.endsWith('expired')) bed.time += 60_000
      const all = (await list(`?limit=100${filter}`)).addresses.map(({ id }) => id)
      expect(all).toHaveLength(5)
      const seen: string[] = []
      let next: string | undefined = `/addresses?limit=2${filter}`
      while (next) {
        const response: Awaited<ReturnType<typeof send>> = await send('GET', next)
        seen.push(...response.json<{ data: Page }>().data.addresses.map(({ id }) => id))
        next = /^<\/api\/v1(.+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1]
      }
      expect(seen).toEqual(all)
    },
  )

  test.each(['limit=0', 'limit=101', 'limit=1.5', 'offset=-1', 'offset=x', 'status=paused', 'cursor=x'])(
    'listing addresses refuses %s',
    async (query) => {
      expect((await send('GET', `/addresses?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('GET /api/v1/addresses?q=', () => {
  test('finds parts of the alias and of its label, whatever their case, with the total', async () => {
    await created({ alias: 'Newsletters' })
    const { address } = await created({ alias: 'The shop' })
    await created({ alias: '100% off' })
    expect(await labelsOf('?q=NEWS')).toEqual([['Newsletters'], 1])
    expect(await labelsOf(`?q=${encodeURIComponent(address.toUpperCase())}`)).toEqual([['The shop'], 1])
    expect(await labelsOf('?q=0%25')).toEqual([['100% off'], 1])
    expect(await labelsOf('?q=waypost.test&limit=2')).toEqual([['100% off', 'The shop'], 3])
    expect(await labelsOf('?q=nothing')).toEqual([[], 0])
  })

  test('finds by status too', async () => {
    await created({ alias: 'shop a', expiresIn: 60 })
    await created({ alias: 'shop b' })
    await created({ alias: 'other', expiresIn: 60 })
    bed.time += 60_000
    expect(await labelsOf('?q=shop&status=expired')).toEqual([['shop a'], 1])
    expect(await labelsOf('?q=shop&status=active')).toEqual([['shop b'], 1])
    await expireAddresses({ ...bed.service.services })
    expect(await labelsOf('?q=shop&status=expired')).toEqual([['shop a'], 1])
    expect(await labelsOf('?q=shop')).toEqual([['shop b', 'shop a'], 2])
  })

  test('finds no aliases of another account', async () => {
    await created({ alias: 'shop' })
    bed.key = await bed.service.key('mallory')
    expect(await labelsOf('?q=shop')).toEqual([[], 0])
  })
})
