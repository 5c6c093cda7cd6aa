import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ListedEmail } from './email.ts'
import { matchEmails } from './match-emails.ts'
import { addAddress, addEmail, openEmailBed } from './test-emails.ts'

const { bed, get, list, remove } = openEmailBed()
const subjects = (emails: ListedEmail[]) => emails.map(({ subject }) => subject)
const found = async (query: string) => {
  const { data, total } = await list(query)
  return [subjects(data), total]
}

describe('a search for emails', () => {
  test('finds parts of the sender and the subject, whatever their case, and not of the text', async () => {
    await addEmail(bed.service, bed.address, { subject: 'Ihre Bestellung ÄÖ', fromName: 'Der Laden' })
    await addEmail(bed.service, bed.address, { subject: 'other', fromAddress: 'orders@shop.example' })
    await addEmail(bed.service, bed.address, { subject: 'third', bodyText: 'the shop and the Laden' })
    expect(await found('?search=estell')).toEqual([['Ihre Bestellung ÄÖ'], 1])
    expect(await found('?search=LADEN')).toEqual([['Ihre Bestellung ÄÖ'], 1])
    expect(await found('?search=SHOP.ex')).toEqual([['other'], 1])
    expect(await found(`?search=${encodeURIComponent('äö')}`)).toEqual([['Ihre Bestellung ÄÖ'], 1])
    expect(await found('?search=t')).toEqual([['third', 'other', 'Ihre Bestellung ÄÖ'], 3])
    expect(await found('?search=nothing')).toEqual([[], 0])
  })

  test('takes every character for itself', async () => {
    await addEmail(bed.service, bed.address, { subject: '100% off' })
    await addEmail(bed.service, bed.address, { subject: '1000 off' })
    await addEmail(bed.service, bed.address, { subject: String.raw`a\b_c` })
    await addEmail(bed.service, bed.address, { subject: 'a-bxc' })
    expect(await found('?search=100%25')).toEqual([['100% off'], 1])
    expect(await found('?search=b_c')).toEqual([[String.raw`a\b_c`], 1])
    expect(await found(`?search=${encodeURIComponent('a\\b')}`)).toEqual([[String.raw`a\b_c`], 1])
  })

  test('narrows and pages as every other filter does', async () => {
    const other = await addAddress(bed.service, bed.account)
    for (const subject of ['order 1', 'order 2', 'order 3'])
      await addEmail(bed.service, bed.address, { subject })
    await addEmail(bed.service, other, { subject: 'order of another alias' })
    await addEmail(bed.service, bed.address, { subject: 'order sent', type: 'sent', status: 'sent' })
    const gone = await addEmail(bed.service, bed.address, { subject: 'order gone' })
    await remove(gone.id)
    const scope = `address_id=${bed.address.id}&type=received`
    expect(await found(`?search=order&${scope}`)).toEqual([['order 3', 'order 2', 'order 1'], 3])
    expect(await found(`?search=order&${scope}&limit=1&offset=1`)).toEqual([['order 2'], 3])
    expect(await found('?search=order&is_deleted=true')).toEqual([['order gone'], 1])
    const first = await get(`/api/v1/emails?search=order&limit=4`)
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!
    expect(subjects((await get(next)).json<{ data: ListedEmail[] }>().data)).toEqual(['order 1'])
  })

  test('finds no emails of another account, nor of the other mode', async () => {
    await addEmail(bed.service, bed.address)
    await addEmail(bed.service, await addAddress(bed.service, bed.account, { mode: 'test' }), {
      subject: 'hello test',
    })
    expect((await list('?search=hello', await bed.service.person('mallory'))).total).toBe(0)
    expect(await found('?search=hello')).toEqual([['hello'], 1])
  })

  test('looks only at what an index finds, among many of the owner’s and of others', async () => {
    const { db } = bed.service.database.connectAsOwner()
    const other = await addAddress(bed.service, 'somebody')
    for (const { id, ownerId } of [bed.address, other])
      await db.execute(sql`
        insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
          body_text, body_html, has_attachments, is_read, received_at)
        select uuidv7(), ${ownerId}, ${id}, uuidv7(), 'received', md5(number::text) || '@example.net', 'Bob', '',
          case when number % 2000 = 0 then 'needle' else 'order ' || number end, '', '', false, false, now()
        from generate_series(1, 10000) number`)
    await db.execute(sql`vacuum analyze alias.emails`)
    await db.execute(sql`set plan_cache_mode = force_generic_plan`)
    const condition = matchEmails(bed.address.ownerId, { search: '%needle%' })
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`
      explain (analyze, format json) select id from alias.emails
      where owner_id = ${bed.address.ownerId} and not is_deleted and ${condition} order by id desc limit 3`)
    const scans = listNodes(rows[0]!['QUERY PLAN'][0].Plan).filter((node) =>
      node['Node Type'].endsWith('Scan'),
    )
    expect(scans.map((node) => node['Index Name'] ?? node['Node Type'])).toContain('emails_by_head')
    for (const { 'Actual Rows': read, 'Rows Removed by Filter': removed = 0 } of scans)
      expect(read + removed).toBeLessThan(10)
    expect(await found('?search=needle&limit=1')).toEqual([['needle'], 5])
  })

  test.each(['search=', `search=${'x'.repeat(256)}`, 'search=%00'])('refuses %s', async (query) => {
    expect((await get(`/api/v1/emails?${query}`)).statusCode).toBe(400)
  })
})

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
