import type { AddressInfo } from 'node:net'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { announceArrivals } from './announce-arrivals.ts'
import { addAddress, addEmail, openEmailBed } from '../emails/test-emails.ts'
import { openStream } from './test-stream.ts'

const { bed, get, list, remove } = openEmailBed()
let origin: string
beforeAll(async () => {
  await bed.service.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(bed.service.app.server.address() as AddressInfo).port}`
})

const announce = () => announceArrivals(bed.service.services.db, [bed.address.ownerId])
const mail = (subject: string, given = {}) => addEmail(bed.service, bed.address, { subject, ...given })

const watch = (query = '', headers: Record<string, string> = bed.key, url = origin) =>
  openStream(`${url}/api/v1/emails/events${query}`, headers)

describe('GET /api/v1/emails/events', () => {
  test('streams each email that is listed from then on, as the list has it, sent ones too', async () => {
    await mail('before')
    const stream = await watch()
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect((await stream.block())!.id).toMatch(/^[\w-]{32}$/)
    await mail('one')
    await mail('two', { type: 'sent', status: 'queued' })
    await announce()
    const one = await stream.email()
    expect(one.event).toBe('email')
    const { data: listed } = await list()
    expect([one.data, (await stream.email()).data]).toEqual([listed[1], listed[0]])
    stream.close()
  })

  test('begins with what is listed from then on, also while an earlier transaction has not ended', async () => {
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const earlier = bed.service.database.connectAsOwner().db.transaction(async (tx) => {
      await tx.execute(sql`select pg_current_xact_id()`)
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    await mail('before')
    const stream = await watch()
    await stream.block()
    await mail('after')
    ended.resolve()
    await earlier
    await announce()
    expect(await stream.subjects(1)).toEqual(['after'])
    stream.close()
  })

  test('goes on after Last-Event-ID, or after the same id in the query, without a gap and without a repeat', async () => {
    const first = await watch()
    await first.block()
    const subjects = Array.from({ length: 45 }, (_, index) => `mail ${index}`)
    for (const subject of subjects) await mail(subject)
    await announce()
    expect(await first.subjects(7)).toEqual(subjects.slice(0, 7))
    const { id } = await first.email()
    first.close()

    await mail('meanwhile')
    const second = await watch('', { ...bed.key, 'last-event-id': id! })
    await mail('live')
    await announce()
    expect(await second.subjects(39)).toEqual([...subjects.slice(8), 'meanwhile', 'live'])
    second.close()
    const third = await watch(`?after=${id}`)
    expect(await third.subjects(39)).toEqual([...subjects.slice(8), 'meanwhile', 'live'])
    third.close()
  })

  test('a client that lost the connection before the first email goes on where the stream began', async () => {
    const first = await watch()
    const { id } = (await first.block())!
    first.close()
    await mail('missed')
    const second = await watch('', { ...bed.key, 'last-event-id': id! })
    expect(await second.subjects(1)).toEqual(['missed'])
    second.close()
  })

  test('passes by no email whose transaction ends after later ones', async () => {
    const stream = await watch()
    await stream.block()
    const slow = await bed.service.database.connectAsOwner().pool.connect()
    await slow.query('begin')
    // Its number, before it waits for anything.
    await slow.query('select pg_current_xact_id()')
    await mail('early')
    await announce()
    await slow.query(
      `insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
        body_text, body_html, has_attachments, is_read, received_at)
      values ($1, $2, $3, $4, 'received', '', '', '', 'late', '', '', false, false, now())`,
      [newId(), bed.address.ownerId, bed.address.id, newId()],
    )
    await slow.query('commit')
    slow.release()
    await announce()
    await mail('after')
    await announce()
    expect(await stream.subjects(3)).toEqual(['late', 'early', 'after'])
    stream.close()
  })

  test('leaves out emails that were deleted in the meantime', async () => {
    const first = await watch()
    const { id } = (await first.block())!
    first.close()
    const gone = await mail('gone')
    await mail('kept')
    await remove(gone.id)
    const second = await watch(`?after=${id}`)
    expect(await second.subjects(1)).toEqual(['kept'])
    second.close()
  })

  test('shows nothing of another account, of its test data, or of an alias that is not the caller’s', async () => {
    const mine = await watch()
    const { id } = (await mine.block())!
    mine.close()
    await mail('secret')
    const ownTest = await addAddress(bed.service, bed.account, { mode: 'test' })
    await addEmail(bed.service, ownTest, { subject: 'test data' })
    const mallory = `mallory-${newId()}`
    const key = await bed.service.key(mallory)
    const theirs = await addAddress(bed.service, mallory)
    const [all, one] = await Promise.all([
      watch(`?after=${id}`, key),
      watch(`?after=${id}&address_id=${bed.address.id}`, key),
    ])
    await addEmail(bed.service, theirs, { subject: 'theirs' })
    await announceArrivals(bed.service.services.db, [theirs.ownerId])
    expect(await all.subjects(1)).toEqual(['theirs'])
    all.close()
    one.close()
    const live = await watch(`?after=${id}`)
    expect(await live.subjects(1)).toEqual(['secret'])
    live.close()
  })

  test.each([
    ['?after=now', {}],
    ['?after=', {}],
    ['?type=lost', {}],
    ['?wait=30', {}],
    ['?since=yesterday', {}],
    ['?q=', {}],
    ['', { 'last-event-id': 'end' }],
  ])('refuses %s with %j', async (query, more) => {
    const response = await get(`/api/v1/emails/events${query}`, { ...bed.key, ...more })
    expect(response.statusCode).toBe(400)
  })

  test('refuses a caller without a key, and a key without emails:read', async () => {
    expect((await bed.service.app.inject({ url: '/api/v1/emails/events' })).statusCode).toBe(401)
    const other = await bed.service.key(bed.account, { scopes: ['emails:write'] })
    expect((await get('/api/v1/emails/events', other)).statusCode).toBe(403)
  })

  test('an account has ten streams at a time, and another one when a client leaves; others have theirs', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch()))
    const refused = await get('/api/v1/emails/events')
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      429,
      'Too many event streams are open: 10 of 10. Each ends with its connection.',
    ])
    const other = await watch('', await bed.service.key('somebody'))
    expect(other.response.statusCode).toBe(200)
    other.close()
    streams[0]!.close()
    await waitFor('a place', async () => {
      const again = await watch()
      again.close()
      return again.response.statusCode === 200
    })
    for (const stream of streams) stream.close()
  })

  test('ends when the process stops', async () => {
    const replica = await bed.service.openReplica()
    await replica.listen({ host: '127.0.0.1', port: 0 })
    const stream = await watch(
      '',
      bed.key,
      `http://127.0.0.1:${(replica.server.address() as AddressInfo).port}`,
    )
    await stream.block()
    await replica.close()
    expect(await stream.block()).toBeUndefined()
  })
})
