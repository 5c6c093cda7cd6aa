import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import type { ListedEmail } from '../emails/email.ts'
import { createTestForwarder, openForwardingBed, testMessage } from '../forwarding/test-forwarding.ts'
import { createSpamFilter } from './create-spam-filter.ts'

const { bed, publish, addRule, receive, forward, read, jobs } = openForwardingBed(
  async ({ mail, sink, dns, service }) => {
    const client = { zones: [{ zone: 'bl.test', score: 5 }], iprevScore: 0, dns: service.services.dns }
    await mail.startInboundWorker({}, createSpamFilter({ client }))
    await mail.startSendWorker(sink.url)
    dns.set('1.0.0.127.bl.test', undefined)
  },
)
const listServer = () => bed.dns.set('1.0.0.127.bl.test', { A: ['127.0.0.2'] })

const request = async (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) => {
  const { app, person } = bed.service
  const response = await app.inject({
    method,
    url: `/api/v1${url}`,
    headers: await person('ada'),
    ...(payload && { payload }),
  })
  expect(response.statusCode).toBeLessThan(300)
  return response.json<{ data: unknown; total?: number }>()
}
const list = async (query: string) => {
  const { data, total } = await request('GET', `/emails?${query}`)
  return { ids: (data as ListedEmail[]).map(({ id }) => id), total }
}
const events = async () => {
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ body: string }>(sql`select body from alias.deliveries order by created_at`)
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
}
const subscribe = () =>
  request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.withheld'] })
const from = (author: string) => Buffer.from(`From: ${author}\r\nSubject: hello\r\n\r\nhello\r\n`)

describe('spam', () => {
  test('spam is kept, says why, and is listed apart', async () => {
    const clean = await receive(await testMessage())
    listServer()
    const spam = await receive(await testMessage())
    expect(await read(spam)).toMatchObject({
      isSpam: true,
      spam: { verdict: 'spam', score: 5, reasons: [{ rule: 'dnsbl:bl.test', score: 5 }] },
    })
    const found = await read(clean)
    expect([found.isSpam, found.spam]).toEqual([undefined, undefined])
    const { id } = bed.address
    for (const alias of ['', `&address_id=${id}`, '&type=received']) {
      expect(await list(`is_spam=true${alias}`)).toEqual({ ids: [spam], total: 1 })
      expect(await list(`is_spam=false${alias}`)).toEqual({ ids: [clean], total: 1 })
      expect(await list(alias)).toEqual({ ids: [spam, clean], total: 2 })
    }
    expect(await list('is_spam=true&q=hello')).toEqual({ ids: [spam], total: 1 })
    expect(await list('is_spam=true&is_deleted=true')).toEqual({ ids: [], total: 0 })
  })

  test('its owner says that an email is no spam, and that another one is', async () => {
    const clean = await receive(await testMessage())
    listServer()
    const spam = await receive(await testMessage())
    await request('PATCH', `/emails/${spam}`, { isSpam: false })
    await request('PATCH', `/emails/${clean}`, { isSpam: true })
    expect(await list('is_spam=true')).toEqual({ ids: [clean], total: 1 })
    expect(await list('is_spam=false')).toEqual({ ids: [spam], total: 1 })
  })

  test('spam is not forwarded, also by a signed author', async () => {
    publish()
    await addRule()
    listServer()
    const id = await receive(await testMessage({ isSigned: true }))
    expect(await forward(id)).toBe('spam')
    expect(bed.sink.mails).toEqual([])
    expect((await read(id)).forwarding).toEqual({
      status: 'withheld',
      to: 'me@example.net',
      reason: 'The message is spam.',
    })
  })
})

const release = (id: string) => request('PATCH', `/emails/${id}`, { isSpam: false })
const withhold = async (message?: Buffer) => {
  listServer()
  const id = await receive(message ?? (await testMessage({ isSigned: true })))
  await forward(id)
  return id
}

describe('spam that its owner says is none', () => {
  test('is forwarded then, once, however often that is said', async () => {
    publish()
    await addRule()
    const id = await withhold()
    const before = await jobs()
    await Promise.all([release(id), release(id)])
    await release(id)
    expect(await jobs()).toBe(before + 1)
    expect((await read(id)).forwarding).toBeUndefined()
    await bed.mail.startForwardWorker()
    await waitFor('its outcome', async () => (await read(id)).forwarding?.status === 'sent')
    await release(id)
    expect(await forward(id)).toBe('unwanted')
    expect(bed.sink.mails.map(({ to }) => to)).toEqual([['me@example.net']])
    expect(bed.sink.mails[0]!.content.toString()).toContain('Subject: Invoice 7')
    expect((await read(id)).forwarding).toMatchObject({ status: 'sent', to: 'me@example.net' })
  })

  test('is forwarded by the rule of that time, and not without one', async () => {
    publish()
    await addRule()
    const id = await withhold()
    const before = await jobs()
    await bed.service.database.connectAsOwner().db.execute(sql`delete from alias.forwarding_rules`)
    await release(id)
    expect(await jobs()).toBe(before)
    expect((await read(id)).forwarding).toBeUndefined()
  })

  test('is withheld again where another reason holds by now', async () => {
    publish()
    await addRule()
    const id = await withhold()
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      values (uuidv7(), 'live:bob', 'example.net', 'verified', 'x', now())
    `)
    await release(id)
    expect(await forward(id)).toBe('hosted')
    expect(bed.sink.mails).toEqual([])
  })

  test('stays where it is when it was withheld for another reason, or had been forwarded before', async () => {
    publish({ spf: '-all' })
    await addRule()
    const forged = await withhold(await testMessage())
    publish()
    bed.dns.set('1.0.0.127.bl.test', undefined)
    const clean = await receive(await testMessage({ isSigned: true }))
    expect(await forward(clean)).toBe('forwarded')
    const before = await jobs()
    await request('PATCH', `/emails/${clean}`, { isSpam: true })
    await release(clean)
    await release(forged)
    expect(await jobs()).toBe(before)
    expect((await read(forged)).forwarding).toMatchObject({
      status: 'withheld',
      reason: 'The message fails DMARC.',
    })
  })
})

test('mail from a domain that does not exist is not forwarded', async () => {
  await addRule()
  const id = await receive(from('bob@gone.dev'))
  expect(await forward(id)).toBe('missing')
  expect(await read(id)).toMatchObject({
    forwarding: { status: 'withheld', reason: 'The domain of the sender does not exist.' },
    spam: { verdict: 'suspect', reasons: [{ rule: 'domain' }] },
  })
})

test('mail with the IP address of another server as its domain is not forwarded', async () => {
  await addRule()
  expect(await forward(await receive(from('bob@[192.0.2.1]')))).toBe('literal')
  expect(await forward(await receive(from('bob@bob.dev'), 'bob@[192.0.2.1]'))).toBe('literal')
  expect(await forward(await receive(from('bob@[127.0.0.1]')))).toBe('forwarded')
})

describe('email.withheld', () => {
  test('is published once for an email that a rule matches and that is not forwarded', async () => {
    await subscribe()
    await addRule()
    listServer()
    const id = await receive(await testMessage())
    expect(await forward(id)).toBe('spam')
    expect(await forward(id)).toBe('unwanted')
    expect(await events()).toMatchObject([
      {
        event: 'email.withheld',
        data: {
          emailId: id,
          addressId: bed.address.id,
          from: 'bob@bob.dev',
          subject: 'Invoice 7',
          forwardTo: 'me@example.net',
          reason: 'The message is spam.',
          withheldAt: expect.any(String),
        },
      },
    ])
  })

  test('is not published for an email that is forwarded, nor for one without a rule', async () => {
    await subscribe()
    listServer()
    await forward(await receive(await testMessage()))
    bed.dns.set('1.0.0.127.bl.test', undefined)
    await addRule()
    expect(await forward(await receive(await testMessage()))).toBe('forwarded')
    expect(await events()).toEqual([])
  })

  test('is not published where the transaction that withholds the email fails', async () => {
    await subscribe()
    await addRule()
    listServer()
    const id = await receive(await testMessage())
    const { db } = bed.mail.services
    const transaction: typeof db.transaction = (run) =>
      db.transaction(async (tx) => {
        await run(tx)
        throw new Error('lost')
      })
    const services = {
      ...bed.mail.services,
      db: Object.assign(Object.create(db) as typeof db, { transaction }),
    }
    const failing = createTestForwarder({ ...bed, mail: { ...bed.mail, services } })
    await expect(failing(id)).rejects.toThrow('lost')
    expect((await read(id)).forwarding).toBeUndefined()
    expect(await events()).toEqual([])
  })
})
