import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { expireAddresses } from '../addresses/expire-addresses.ts'
import { hello } from '../smtp/test-messages.ts'
import { openMovedBed } from './test-moved-domain.ts'

const { bed, rcpt, moved, moveToAda, moveToBob, prove, ...names } = openMovedBed()
const { addOne, addRule, aliases, any, answerTo, answers, execute, request } = names
const { change, create, created, get, receivers, remove } = names

const removeDomain = () => request('DELETE', `/api/v1/domains/${moved.ada.id}`)

describe('a domain that moves back', () => {
  test('brings back the aliases whose names nobody had meanwhile, and the others stay stopped', async () => {
    const [info, news] = [await created('info'), await created('news')]
    await moveToBob()
    const his = await created('info', moved.bobs)
    await moveToAda()
    expect(await get(news)).toMatchObject({ isActive: true })
    expect(await get(info)).toMatchObject({ address: 'info@ada.dev', isActive: false, isStopped: true })
    expect(await get(his, moved.bobs)).toMatchObject({ isActive: false, isStopped: true })
    expect(await answers(['news@ada.dev', 'info@ada.dev'])).toEqual([
      expect.stringMatching(/^250 /),
      '550 5.1.1',
    ])

    const again = await created('info')
    await rcpt.mail.deliver('info@ada.dev', hello)
    expect(await receivers()).toEqual([again.id])
    await moveToBob()
    expect(await answerTo('info@ada.dev')).toBe('550 5.1.1')
    await created('info', moved.bobs)
    expect((await aliases(moved.bobs)).map(({ address, isActive }) => [address, isActive])).toEqual([
      ['info@ada.dev', false],
      ['info@ada.dev', true],
    ])
  })
})

describe('of two aliases with one name, a former owner’s and the new owner’s,', () => {
  test('each is deleted by itself, and its event has the name', async () => {
    const hooked = { url: 'https://example.com/', events: ['address.deleted'] }
    await request('POST', '/api/v1/webhooks', hooked)
    const hers = await created('info')
    await moveToBob()
    const his = await created('info', moved.bobs)
    expect((await remove(hers)).statusCode).toBe(200)
    expect(await answerTo('info@ada.dev')).toMatch(/^250 /)
    expect((await remove(his, moved.bobs)).statusCode).toBe(200)
    expect(await answerTo('info@ada.dev')).toBe('550 5.1.1')
    const { rows } = await execute<{ body: string }>(sql`select body from alias.deliveries`)
    expect(rows.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toMatchObject([
      { addressId: hers.id, address: 'info@ada.dev' },
    ])
  })

  test('each that was deleted is made again by no rule of its owner’s', async () => {
    const hers = await created('info')
    await moveToBob()
    const his = await created('info', moved.bobs)
    await remove(hers)
    await addRule(moved.bob.id, any, moved.bobs)
    await addRule(moved.ada.id, any)
    expect(await answerTo('info@ada.dev')).toMatch(/^250 /)
    await remove(his, moved.bobs)
    expect(await answerTo('info@ada.dev')).toBe('550 5.1.1')
    await moveToAda()
    expect(await answers(['info@ada.dev', 'other@ada.dev'])).toEqual([
      '550 5.1.1',
      expect.stringMatching(/^250 /),
    ])
  })

  test('each expires by itself, and its event has the name', async () => {
    await request('POST', '/api/v1/webhooks', { url: 'https://example.com/', events: ['address.expired'] })
    const hers = await created('info')
    await change(hers, { expiresIn: 60 })
    await moveToBob()
    const his = await created('info', moved.bobs)
    bed.time += 61_000
    expect(await expireAddresses(bed.service.services)).toBe(1)
    const { rows } = await execute<{ body: string }>(sql`select body from alias.deliveries`)
    expect(rows.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toMatchObject([
      { addressId: hers.id, address: 'info@ada.dev' },
    ])
    expect(await get(his, moved.bobs)).toMatchObject({ isActive: true })
  })
})

describe('a deleted domain', () => {
  test('leaves its names to whoever has it later', async () => {
    const hers = await created('info')
    await removeDomain()
    expect(await get(hers)).toMatchObject({ isActive: false, isStopped: true })
    await moveToBob()
    const his = await created('info', moved.bobs)
    await rcpt.mail.deliver('info@ada.dev', hello)
    expect(await receivers()).toEqual([his.id])
  })

  test('keeps its names for an owner who adds it again, and they stay stopped', async () => {
    const hers = await created('info')
    await removeDomain()
    const again = await addOne()
    await prove(again, bed.key)
    await addRule(again.id, any)
    expect(await answerTo('info@ada.dev')).toBe('550 5.1.1')
    expect((await create('info')).statusCode).toBe(409)
    await remove(hers)
    expect((await create('info')).statusCode).toBe(201)
  })
})
