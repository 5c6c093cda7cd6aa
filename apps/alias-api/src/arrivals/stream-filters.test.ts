import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAddress, addEmail, openEmailBed } from '../emails/test-emails.ts'
import { announceArrivals } from './announce-arrivals.ts'
import { openStream } from './test-stream.ts'

const { bed, list } = openEmailBed()
let origin: string
beforeAll(async () => {
  await bed.service.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(bed.service.app.server.address() as AddressInfo).port}`
})

const announce = () => announceArrivals(bed.service.services.db, [bed.address.ownerId])
const mail = (subject: string, given = {}) => addEmail(bed.service, bed.address, { subject, ...given })
const watch = (query: string) => openStream(`${origin}/api/v1/emails/events${query}`, bed.key)

describe('a stream of emails', () => {
  test('filters by alias, type and spam', async () => {
    const other = await addAddress(bed.service, bed.account)
    const streams = await Promise.all(
      [`?address_id=${other.id}`, '?type=sent', '?is_spam=true', '?is_spam=false'].map((query) =>
        watch(query),
      ),
    )
    for (const stream of streams) await stream.block()
    await mail('mine')
    await addEmail(bed.service, other, { subject: 'other' })
    await mail('sent', { type: 'sent', status: 'sent' })
    await mail('spam', { isSpam: true })
    await announce()
    const [byAlias, sent, spam, clean] = streams
    expect(await byAlias!.subjects(1)).toEqual(['other'])
    expect(await sent!.subjects(1)).toEqual(['sent'])
    expect(await spam!.subjects(1)).toEqual(['spam'])
    expect(await clean!.subjects(3)).toEqual(['mine', 'other', 'sent'])
    for (const stream of streams) stream.close()
  })

  test('filters by sender, subject, text and time, as the list does', async () => {
    const at = Date.UTC(2026, 2, 2, 9, 30)
    const queries = [
      '?from=SHOP.example',
      '?from=the%20shop',
      '?subject=your%20CODE',
      '?q=4711',
      `?since=${new Date(at).toISOString()}`,
      '?from=shop&subject=code&q=4711',
    ]
    const streams = await Promise.all(queries.map((query) => watch(query)))
    for (const stream of streams) await stream.block()
    const receivedAt = new Date(at - 1)
    await mail('Hello', { fromAddress: 'a@shop.example', fromName: '', receivedAt })
    await mail('Your code', { fromAddress: 'b@bank.example', fromName: 'The Shop', receivedAt })
    await mail('Order', { bodyText: 'Order 4711 has left', receivedAt })
    await mail('Today', { receivedAt: new Date(at) })
    const all = { fromAddress: 'a@shop.example', fromName: 'The shop', bodyText: '4711' }
    await mail('Your code again', { ...all, receivedAt: new Date(at) })
    await announce()
    const expected = [
      ['Hello', 'Your code again'],
      ['Your code', 'Your code again'],
      ['Your code', 'Your code again'],
      ['Order', 'Your code again'],
      ['Today', 'Your code again'],
      ['Your code again'],
    ]
    for (const [index, stream] of streams.entries()) {
      expect(await stream.subjects(expected[index]!.length)).toEqual(expected[index])
      const { data } = await list(queries[index])
      expect(data.map(({ subject }) => subject).toReversed()).toEqual(expected[index])
      stream.close()
    }
  })
})
