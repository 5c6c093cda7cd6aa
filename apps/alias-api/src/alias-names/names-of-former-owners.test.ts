import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AddressImport } from '../address-import/address-import.ts'
import type { Address } from '../addresses/address.ts'
import { hello } from '../smtp/test-messages.ts'
import { openMovedBed } from './test-moved-domain.ts'

const {
  bed,
  rcpt,
  moved,
  moveToBob,
  addRule,
  aliases,
  any,
  answerTo,
  answers,
  change,
  create,
  created,
  execute,
  get,
  receivers,
  request,
} = openMovedBed()

const importFile = async (csv: string, key: typeof bed.key) =>
  (await request('POST', '/api/v1/addresses/import', { csv }, key)).json<{ data: AddressImport }>().data

describe('a name that the former owner of a domain has', () => {
  test('is the new owner’s by the API, and the former owner’s alias is stopped, under its name', async () => {
    const hers = await created('info')
    await rcpt.mail.deliver('info@ada.dev', hello)
    await moveToBob()
    const stopped = { ...hers, isActive: false, isStopped: true }
    delete (stopped as { forwarding?: unknown }).forwarding
    expect(await get(hers)).toEqual(stopped)
    const his = await created('info', moved.bobs)
    expect(his).toMatchObject({ address: 'info@ada.dev', isActive: true })
    expect((await create('info', moved.bobs)).json()).toEqual({ error: 'Alias already exists' })
    await rcpt.mail.deliver('info@ada.dev', hello)
    expect(await receivers()).toEqual([hers.id, his.id])
    expect([await get(hers), await aliases()]).toEqual([stopped, [stopped]])
    expect((await request('GET', '/api/v1/addresses?q=info%40ada', undefined)).json()).toMatchObject({
      data: { addresses: [{ id: hers.id }] },
    })
    const mbox = await request('GET', `/api/v1/addresses/${hers.id}/mbox`)
    expect(mbox.headers['content-disposition']).toMatch(/''info%40ada\.dev\.mbox$/)
  })

  test('is the new owner’s by an import', async () => {
    const hers = await created('info')
    await moveToBob()
    const csv = 'alias\ninfo@ada.dev\nnews@ada.dev'
    const { rows, ...counts } = await importFile(csv, moved.bobs)
    expect(counts).toEqual({ created: 2, exists: 0, refused: 0 })
    expect(rows[0]!.addressId).not.toBe(hers.id)
    expect(await importFile(csv, moved.bobs)).toMatchObject({ created: 0, exists: 2 })
    expect((await aliases(moved.bobs)).map(({ address }) => address).toSorted()).toEqual([
      'info@ada.dev',
      'news@ada.dev',
    ])
  })

  test('is the new owner’s by a rule, once, of whichever connections name it at the same moment', async () => {
    const hers = await created('shop')
    await moveToBob()
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    await addRule(moved.bob.id, any, moved.bobs)
    const at = ['shop@ada.dev', 'Shop+x@ada.dev', 'shop@ada.dev']
    for (const answer of await answers(at)) expect(answer).toMatch(/^250 /)
    const his = await aliases(moved.bobs)
    expect(his).toMatchObject([{ address: 'shop@ada.dev', isActive: true }])
    await rcpt.mail.deliver('shop@ada.dev', hello)
    expect(await receivers()).toEqual([his[0]!.id])
    expect(await get(hers)).toMatchObject({ address: 'shop@ada.dev', isActive: false, isStopped: true })
  })

  test.each([
    ['paused', { isActive: false }, 0],
    ['expired', { expiresIn: 60 }, 61_000],
  ])('and that is %s there, is the new owner’s too', async (_, payload, laterMs) => {
    await change(await created('info'), payload)
    bed.time += laterMs
    await moveToBob()
    await created('info', moved.bobs)
    expect(await answerTo('info@ada.dev')).toMatch(/^250 /)
  })

  test('shows the former owner nothing of mail to it', async () => {
    const hers = await created('info')
    const other = (await request('POST', '/api/v1/addresses', {})).json<{ data: Address }>().data
    await moveToBob()
    const logOf = async ({ id }: Address) =>
      (await request('GET', `/api/v1/addresses/${id}/smtp-log`)).json<{ data: { total: number } }>().data
        .total
    expect(await answerTo('info@ada.dev')).toBe('550 5.1.1')
    expect(await answerTo(other.address)).toMatch(/^250 /)
    await waitFor('the log', async () => (await logOf(other)) === 1)
    expect(await logOf(hers)).toBe(0)
  })

  test('of a role address leaves its mail to the new owner’s mailbox', async () => {
    for (const name of ['admin', 'postmaster']) await created(name)
    await execute(
      sql`update alias.accounts set email = 'bob@home.example', email_verified = true where id = 'bob'`,
    )
    await moveToBob()
    for (const name of ['admin', 'postmaster']) await rcpt.mail.deliver(`${name}@ada.dev`, hello)
    const { rows } = await execute(
      sql`select rcpt_to from alias.outbound_messages where rcpt_to <> 'ada@example.com'`,
    )
    expect(rows).toEqual([{ rcpt_to: 'bob@home.example' }, { rcpt_to: 'bob@home.example' }])
    expect(await receivers()).toEqual([])
  })

  test('sends nothing for the former owner, and does not become active by a change', async () => {
    const hers = await created('info')
    await moveToBob()
    await created('info', moved.bobs)
    expect((await change(hers, { isActive: true, expiresIn: 3600 })).json()).toMatchObject({
      data: { isActive: false, isStopped: true },
    })
    const email = { fromAddressId: hers.id, to: 'x@example.org', subject: 'x', body: 'x' }
    expect((await request('POST', '/api/v1/emails', email)).statusCode).toBe(409)
  })
})

test('nobody takes the names of a domain whose records are only missing', async () => {
  const hers = await created('info')
  await execute(sql`update alias.domains set status = 'pending' where id = ${moved.ada.id}`)
  expect(await get(hers)).toMatchObject({ isActive: false, isStopped: true })
  expect((await create('info', moved.bobs)).statusCode).toBe(400)
  await execute(sql`update alias.domains set status = 'verified' where id = ${moved.ada.id}`)
  await rcpt.mail.deliver('info@ada.dev', hello)
  expect(await receivers()).toEqual([hers.id])
})
