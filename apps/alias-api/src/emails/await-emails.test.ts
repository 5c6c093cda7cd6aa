import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { announceArrivals } from '../arrivals/announce-arrivals.ts'
import { addAddress, addEmail, openEmailBed } from './test-emails.ts'

const { bed, get, list } = openEmailBed()
const subjectsOf = async (query: string) => {
  const { data, total } = await list(query)
  return [data.map(({ subject }) => subject), total]
}
const mail = (subject: string, given = {}) => addEmail(bed.service, bed.address, { subject, ...given })
const announce = () => announceArrivals(bed.service.services.db, [bed.address.ownerId])

describe('GET /api/v1/emails by what emails say', () => {
  test('filters by parts of sender and subject in any case, with matching totals', async () => {
    await mail('Your code', { fromAddress: 'no-reply@shop.example', fromName: 'Ömer’s Shop' })
    await mail('Your invoice', { fromAddress: 'no-reply@shop.example', fromName: '' })
    await mail('your CODE again')
    expect(await subjectsOf('?from=SHOP.example')).toEqual([['Your invoice', 'Your code'], 2])
    expect(await subjectsOf(`?from=${encodeURIComponent('ömer')}`)).toEqual([['Your code'], 1])
    expect(await subjectsOf('?subject=code')).toEqual([['your CODE again', 'Your code'], 2])
    expect(await subjectsOf('?subject=code&from=shop&limit=1')).toEqual([['Your code'], 1])
    expect(await subjectsOf('?subject=code&offset=2')).toEqual([[], 2])
    expect(await subjectsOf('?subject=code&type=sent')).toEqual([[], 0])
    expect(await subjectsOf(`?subject=code&address_id=${newId()}`)).toEqual([[], 0])
  })

  test('q finds a part of the sender, the subject or the text, also together with other filters', async () => {
    const ways = [
      { fromAddress: 'tide@sea.example' },
      { fromName: 'The Tide' },
      { subject: 'Low TIDE' },
      { bodyText: 'the tide turns', subject: 'text' },
    ]
    for (const way of ways) await mail('other', way)
    await mail('nothing', { bodyHtml: '<p>tide</p>' })
    expect(await subjectsOf('?q=tide')).toEqual([['text', 'Low TIDE', 'other', 'other'], 4])
    expect(await subjectsOf('?q=tide&subject=low')).toEqual([['Low TIDE'], 1])
    expect(await subjectsOf('?q=t%25e')).toEqual([[], 0])
  })

  test('a part has no wildcards', async () => {
    await mail('100% of a_b')
    expect(await subjectsOf('?subject=100%25')).toEqual([['100% of a_b'], 1])
    expect(await subjectsOf('?subject=a%25b')).toEqual([[], 0])
    expect(await subjectsOf('?subject=aXb')).toEqual([[], 0])
  })

  test('filters by time, that time included, in any time zone', async () => {
    const receivedAt = new Date('2026-01-02T03:04:05.678Z')
    await mail('then', { receivedAt })
    expect(await subjectsOf('?since=2026-01-02T03:04:05.678Z')).toEqual([['then'], 1])
    expect(await subjectsOf('?since=2026-01-02T05:04:05.678%2B02:00')).toEqual([['then'], 1])
    expect(await subjectsOf('?since=2026-01-02T03:04:05.679Z')).toEqual([[], 0])
  })

  test('a cursor leads through all pages of matching emails', async () => {
    for (const subject of ['code 1', 'other', 'code 2', 'code 3']) await mail(subject)
    const first = await get('/api/v1/emails?subject=code&limit=2')
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers['link']))![1]!
    expect((await get(next)).json()).toMatchObject({ data: [{ subject: 'code 1' }], total: 3 })
  })

  test('shows nothing of another account', async () => {
    await mail('code')
    const mallory = await bed.service.person('mallory')
    expect(await list('?subject=code', mallory)).toMatchObject({ data: [], total: 0 })
  })

  test.each(['from=', 'q=', 'subject=%00', 'since=yesterday', 'wait=31', 'wait=-1', 'wait=1.5'])(
    'listing emails refuses %s',
    async (query) => {
      expect((await get(`/api/v1/emails?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('GET /api/v1/emails?wait', () => {
  test('answers at once with an email that is already there', async () => {
    await mail('there')
    expect(await subjectsOf('?wait=30')).toEqual([['there'], 1])
  })

  test('answers with a matching email as soon as it arrives, and goes on waiting at others', async () => {
    const waiting = subjectsOf(`?wait=30&subject=code&address_id=${bed.address.id}`)
    await mail('other')
    await announce()
    await mail('your code')
    await announce()
    expect(await waiting).toEqual([['your code'], 1])
  })

  test('answers with an empty list when no email came', async () => {
    expect(await list('?wait=1')).toEqual({ data: [], total: 0, limit: 50, offset: 0 })
  })

  test('ten requests of an account wait at once and keep no other request waiting; the eleventh is refused', async () => {
    const { key } = bed
    const address = await addAddress(bed.service, bed.account)
    let answered = 0
    const waiting = Array.from({ length: 11 }, async () => {
      const response = await get(`/api/v1/emails?wait=30&address_id=${address.id}`, key)
      answered += 1
      return response
    })
    await waitFor('the refusal', () => answered === 1)
    expect((await get('/api/v1/emails')).statusCode).toBe(200)
    await addEmail(bed.service, address)
    await announce()
    const responses = await Promise.all(waiting)
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(10).fill(200), 429])
    expect(await subjectsOf('?wait=30')).toEqual([['hello'], 1])
  })
})
