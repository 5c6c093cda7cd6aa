import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import type { ListedEmail } from './email.ts'
import { uncheckable } from '../authenticity/authenticity.ts'
import { addAddress, addEmail, openEmailBed, type Listed } from './test-emails.ts'

const { bed, get, list, read, remove } = openEmailBed()
const found = async (query: string) => {
  const { data, total } = await list(query)
  return [subjects(data), total]
}
const subjects = (emails: ListedEmail[]) => emails.map(({ subject }) => subject)

describe('GET /api/v1/emails', () => {
  test('lists emails in the form of the contract, with the totals beside them', async () => {
    const row = await addEmail(bed.service, bed.address)
    expect(await list()).toEqual({
      data: [
        {
          id: row.id,
          addressId: bed.address.id,
          threadId: row.id,
          type: 'received',
          from: 'bob@example.net',
          fromName: 'Bob',
          to: bed.address.address,
          subject: 'hello',
          bodyText: 'hello',
          bodyHtml: '<p>hello</p>',
          isRead: false,
          isStarred: false,
          receivedAt: row.receivedAt.toISOString(),
          hasAttachments: false,
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    })
  })

  test('include=alias adds the label of each email’s alias, under every filter', async () => {
    const labelled = await addAddress(bed.service, bed.account, { label: 'The shop' })
    await addEmail(bed.service, bed.address)
    await addEmail(bed.service, labelled)
    for (const query of ['', '&type=received', '&search=hello', '&offset=0&limit=2'])
      expect((await list(`?include=alias${query}`)).data.map(({ alias }) => alias)).toEqual([
        'The shop',
        null,
      ])
  })

  test('lists the status of a sent email', async () => {
    await addEmail(bed.service, bed.address, { type: 'sent', status: 'bounced' })
    expect((await list()).data[0]).toMatchObject({ type: 'sent', status: 'bounced' })
  })

  test('says of which emails the author is forged', async () => {
    await addEmail(bed.service, bed.address, { authentication: { ...uncheckable, verdict: 'signed' } })
    await addEmail(bed.service, bed.address, { authentication: { ...uncheckable, verdict: 'forged' } })
    expect((await list()).data.map(({ isForged }) => isForged)).toEqual([true, undefined])
  })

  test('lists the newest 50 emails by default, accepts limit and offset, and has the total on an empty page too', async () => {
    // Ids of the same millisecond have no order of their own.
    const ids = Array.from({ length: 51 }, () => newId()).toSorted()
    for (const [index, id] of ids.entries())
      await addEmail(bed.service, bed.address, { id, subject: `${index + 1}` })
    const all = await list()
    expect([all.data.length, all.total, all.data[0]!.subject]).toEqual([50, 51, '51'])
    const page = await list('?limit=2&offset=3')
    expect(page).toMatchObject({ total: 51, limit: 2, offset: 3 })
    expect(subjects(page.data)).toEqual(['48', '47'])
    expect(await list('?offset=51')).toEqual({ data: [], total: 51, limit: 50, offset: 51 })
  })

  test('a cursor leads through all pages of emails under every filter', async () => {
    for (let number = 1; number <= 5; number += 1)
      await addEmail(bed.service, bed.address, { subject: `${number}` })
    const seen: string[] = []
    let next: string | undefined = `/api/v1/emails?limit=2&type=received&address_id=${bed.address.id}`
    while (next) {
      const response = await get(next)
      seen.push(...subjects(response.json<Listed>().data))
      next = /^<(.+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1]
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  test('filters by alias, type and both, with matching totals', async () => {
    const other = await addAddress(bed.service, bed.account)
    const sent = { type: 'sent', status: 'sent' } as const
    await addEmail(bed.service, bed.address, { subject: 'in' })
    await addEmail(bed.service, bed.address, { subject: 'out', ...sent })
    await addEmail(bed.service, other, { subject: 'other in' })
    expect(await found('?type=received')).toEqual([['other in', 'in'], 2])
    expect(await found('?type=sent')).toEqual([['out'], 1])
    expect(await found(`?address_id=${bed.address.id}`)).toEqual([['out', 'in'], 2])
    expect(await found(`?address_id=${bed.address.id}&type=received`)).toEqual([['in'], 1])
    expect(await found(`?address_id=${newId()}`)).toEqual([[], 0])
  })

  test('lists only deleted emails when they are asked for', async () => {
    const gone = await addEmail(bed.service, bed.address, { subject: 'gone' })
    await addEmail(bed.service, bed.address, { subject: 'there' })
    await remove(gone.id)
    for (const scope of ['', `&address_id=${bed.address.id}`, '&type=received']) {
      const deleted = await list(`?is_deleted=true${scope}`)
      expect([subjects(deleted.data), deleted.total]).toEqual([['gone'], 1])
      const live = await list(`?is_deleted=false${scope}`)
      expect([subjects(live.data), live.total]).toEqual([['there'], 1])
    }
  })

  test('lists starred emails alone or leaves them out, with the totals, together with other filters', async () => {
    await addEmail(bed.service, bed.address, { subject: 'plain' })
    await addEmail(bed.service, bed.address, { subject: 'starred', isStarred: true })
    await addEmail(bed.service, bed.address, { subject: 'spam', isStarred: true, isSpam: true })
    const gone = await addEmail(bed.service, bed.address, { subject: 'gone', isStarred: true })
    await remove(gone.id)
    expect(await found('?is_starred=true')).toEqual([['spam', 'starred'], 2])
    expect(await found('?is_starred=true&is_spam=false')).toEqual([['starred'], 1])
    expect(await found('?is_starred=false')).toEqual([['plain'], 1])
    expect(await found(`?is_starred=true&address_id=${bed.address.id}&type=received`)).toEqual([
      ['spam', 'starred'],
      2,
    ])
    expect(await found('?is_starred=true&offset=1')).toEqual([['starred'], 2])
  })

  test('lists whose filters differ in the last one alone do not disturb each other', async () => {
    const many =
      '?is_deleted=true&is_spam=true&is_starred=true&is_withheld=true&from=a&subject=a&search=a&label=a&since=2026-01-01T00:00:00Z'
    // More often than there are connections, so that one connection gets both.
    for (let round = 0; round < 30; round += 1) {
      expect(await found(many)).toEqual([[], 0])
      expect(await found(`${many}&include=alias`)).toEqual([[], 0])
    }
  })

  test('cuts long bodies in a list, and not in the email itself', async () => {
    const bodyText = 'ä'.repeat(50_001)
    const { id } = await addEmail(bed.service, bed.address, { bodyText })
    expect((await list()).data[0]!.bodyText).toBe('ä'.repeat(50_000))
    expect((await list('?limit=100')).data[0]!.bodyText).toHaveLength(25_000)
    expect((await read(id)).bodyText).toBe(bodyText)
  })

  test.each([
    'limit=0',
    'limit=101',
    'offset=-1',
    'type=draft',
    'address_id=x',
    'is_deleted=1',
    'is_starred=1',
    'cursor=x',
  ])('listing emails refuses %s', async (query) => {
    const response = await get(`/api/v1/emails?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: expect.stringMatching(/./) })
  })

  test('shows another account nothing, and a test key test emails only', async () => {
    await addEmail(bed.service, bed.address)
    const testAddress = await addAddress(bed.service, bed.account, { mode: 'test' })
    await addEmail(bed.service, testAddress, { subject: 'test' })
    expect((await list('', await bed.service.person('mallory'))).total).toBe(0)
    expect(await list(`?address_id=${bed.address.id}`, await bed.service.person('mallory'))).toMatchObject({
      data: [],
      total: 0,
    })
    const seen = await list('', await bed.service.key(bed.account, { mode: 'test' }))
    expect([subjects(seen.data), seen.total]).toEqual([['test'], 1])
    expect(subjects((await list()).data)).toEqual(['hello'])
  })
})
