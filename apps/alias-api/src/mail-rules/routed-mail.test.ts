import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import type { ListedEmail } from '../emails/email.ts'
import type { ForwardJob } from '../forwarding/forward-queue.ts'
import { openForwardingBed, testMessage } from '../forwarding/test-forwarding.ts'
import { createSpamFilter } from '../spam/create-spam-filter.ts'

const { bed, publish, addRule, receive, read, forward } = openForwardingBed(
  async ({ mail, sink, dns, service }) => {
    const client = { zones: [{ zone: 'bl.test', score: 3 }], hasIprev: false, dns: service.services.dns }
    await mail.startInboundWorker({}, createSpamFilter({ client }))
    await mail.startSendWorker(sink.url)
    dns.set('1.0.0.127.bl.test', undefined)
  },
)

const request = async (method: 'GET' | 'PATCH' | 'POST' | 'PUT', url: string, payload?: object) => {
  const { app, person } = bed.service
  const headers = await person('ada')
  const response = await app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json<{ data: unknown; total?: number }>()
}
const setRules = (rules: object[]) => request('PUT', `/addresses/${bed.address.id}/rules`, { rules })
const list = async (query: string) => {
  const { data, total } = await request('GET', `/emails?${query}`)
  const found = data as ListedEmail[]
  expect(total).toBe(found.length)
  return found.map(({ id }) => id)
}
const addMailbox = async (email: string): Promise<string> => {
  const id = newId()
  await bed.service.database.connectAsOwner().db.execute(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
    values (${id}, 'live:ada', ${email}, now(), now())
  `)
  return id
}
const events = async () => {
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ body: string }>(sql`select body from alias.deliveries order by id`)
  return rows.map(({ body }) => (JSON.parse(body) as { event: string }).event)
}
const subscribe = () =>
  request('POST', '/webhooks', {
    url: 'https://example.com/',
    events: ['email.received', 'email.deleted', 'email.withheld'],
  })
const receiveFromBob = async (of: Parameters<typeof testMessage>[0] = {}) => {
  publish()
  return receive(await testMessage({ isSigned: true, ...of }))
}
/** Forwards what waits to be forwarded, and says where all mail has gone. */
const forwardAll = async () => {
  const { db } = bed.service.database.connectAsOwner()
  const waiting = await db.execute<{ data: ForwardJob }>(sql`
    delete from alias_jobs.job where name in ('forwards', 'rewritten-forwards') returning data
  `)
  for (const { data } of waiting.rows) {
    const { emailId, forwardingAddressId } = data
    await forward(emailId, undefined, undefined, { forwardingAddressId })
  }
  await waitFor('all to have left', async () => {
    const { rows } = await db.execute<{ count: string }>(sql`select count(*) from alias.outbound_messages`)
    return rows[0]!.count === '0'
  })
  return bed.sink.mails.flatMap(({ to }) => to)
}

describe('conditions', () => {
  test.each([
    [{}, true],
    [{ from: '@BOB.dev' }, true],
    [{ from: 'b\u00d6hm' }, true],
    [{ from: 'eve' }, false],
    [{ subject: 'invoice' }, true],
    [{ subject: 'receipt' }, false],
    [{ header: { name: 'list-id' } }, true],
    [{ header: { name: 'List-Id', contains: 'NEWS of bob' } }, true],
    [{ header: { name: 'List-Id', contains: 'eve' } }, false],
    [{ header: { name: 'X-None' } }, false],
    [{ largerThan: 100 }, true],
    [{ largerThan: 100_000 }, false],
    [{ smallerThan: 100_000 }, true],
    [{ smallerThan: 100 }, false],
    [{ hasAttachments: false }, true],
    [{ hasAttachments: true }, false],
    [{ spam: 'clean' }, true],
    [{ spam: 'spam' }, false],
    [{ from: 'bob', subject: 'receipt' }, false],
    [{ from: 'bob', subject: 'invoice', smallerThan: 100_000 }, true],
  ])('%j match Bob’s invoice: %s', async (conditions, isMatch) => {
    await setRules([{ conditions, action: 'label', label: 'found' }])
    const headers = { 'List-Id': 'the news of Bob <news.bob.dev>' }
    const id = await receiveFromBob({ headers })
    expect((await read(id)).labels).toEqual(isMatch ? ['found'] : undefined)
  })

  test('a suspect email is told from clean ones and from spam', async () => {
    bed.dns.set('1.0.0.127.bl.test', { A: ['127.0.0.2'] })
    await setRules(
      ['clean', 'suspect', 'spam'].map((spam) => ({ conditions: { spam }, action: 'label', label: spam })),
    )
    expect((await read(await receiveFromBob())).labels).toEqual(['suspect'])
  })

  test('a field that is folded, or not ASCII, is found by what it says', async () => {
    await setRules([
      { conditions: { header: { name: 'X-Note', contains: 'one two' } }, action: 'label', label: 'folded' },
      { conditions: { header: { name: 'X-Name', contains: 'b\u00d6hm' } }, action: 'label', label: 'utf8' },
    ])
    const message = 'From: bob@bob.dev\r\nX-Note: one\r\n two\r\nX-Name: B\u00f6hm\r\n\r\nhello\r\n'
    expect((await read(await receive(Buffer.from(message)))).labels).toEqual(['folded', 'utf8'])
  })
})

describe('the rules of an alias', () => {
  test('act in their order down to the first that stops, and an inactive one not at all', async () => {
    await setRules([
      { action: 'label', label: 'off', isActive: false },
      { action: 'label', label: 'a' },
      { conditions: { subject: 'receipt' }, action: 'label', label: 'no', stop: true },
      { action: 'label', label: 'b', stop: true },
      { action: 'label', label: 'never' },
    ])
    expect((await read(await receiveFromBob())).labels).toEqual(['a', 'b'])
  })

  test('forward to the mailbox that they choose, with its own reverse address and outcome, in place of the forwarding rule’s', async () => {
    await bed.mail.startForwardWorker()
    await addRule()
    await setRules([
      {
        conditions: { subject: 'invoice' },
        action: 'forward',
        forwardToId: await addMailbox('books@example.net'),
        stop: true,
      },
    ])
    const invoice = await receiveFromBob()
    const [mail] = await bed.sink.waitForMails(1)
    expect(mail!.to).toEqual(['books@example.net'])
    expect(mail!.content.toString()).toMatch(/^Reply-To: <reply-/m)
    await expect
      .poll(async () => (await read(invoice)).forwarding)
      .toEqual({ status: 'sent', to: 'books@example.net', reason: null })
    await receiveFromBob({ subject: 'hello' })
    const mails = await bed.sink.waitForMails(2)
    expect(mails.flatMap(({ to }) => to)).toEqual(['books@example.net', 'me@example.net'])
  })

  test('leave everything that none of them stops to the forwarding rule', async () => {
    await addRule({ subject: 'invoice' })
    await setRules([{ action: 'label', label: 'a' }])
    await receiveFromBob()
    await receiveFromBob({ subject: 'hello' })
    expect(await forwardAll()).toEqual(['me@example.net'])
  })

  test('keep an email with its alias alone', async () => {
    await addRule()
    await setRules([{ action: 'keep' }])
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toBeUndefined()
    expect(await list('')).toEqual([id])
  })

  test('keep an email with its alias alone also where DNS could not authenticate its author at first', async () => {
    await addRule()
    await setRules([{ action: 'keep' }])
    publish()
    bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
    const id = await receive(await testMessage({ isSigned: true }))
    publish()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).authentication!.verdict).toBe('signed')
  })

  test('a rule that was deleted before DNS has authenticated the author forwards nothing any more', async () => {
    const forwardToId = await addMailbox('books@example.net')
    await setRules([{ action: 'forward', forwardToId }])
    publish()
    bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
    const id = await receive(await testMessage({ isSigned: true }))
    await setRules([])
    publish()
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).authentication!.verdict).toBe('signed')
  })

  test('a mailbox that is no longer confirmed gets nothing, and nothing falls to a later rule', async () => {
    await addRule()
    await setRules([{ action: 'forward', forwardToId: await addMailbox('books@example.net'), stop: true }])
    await bed.service.database.connectAsOwner().db.execute(sql`
      update alias.forwarding_addresses set verified_at = null where email = 'books@example.net'
    `)
    await receiveFromBob()
    expect(await forwardAll()).toEqual([])
  })

  test('what fails DMARC is withheld from the mailbox that a rule chooses', async () => {
    await subscribe()
    await setRules([{ action: 'forward', forwardToId: await addMailbox('books@example.net') }])
    publish({ spf: '-all' })
    const id = await receive(await testMessage())
    expect(await forwardAll()).toEqual([])
    expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', to: 'books@example.net' })
    expect(await events()).toEqual(['email.received', 'email.withheld'])
  })
})

describe('a discarded email', () => {
  test('is accepted, announced as deleted alone, and listed among the deleted emails, from where it can be restored', async () => {
    await subscribe()
    await addRule()
    await setRules([{ action: 'discard' }])
    const id = await receiveFromBob()
    expect(await forwardAll()).toEqual([])
    expect(await events()).toEqual(['email.deleted'])
    expect(await list('')).toEqual([])
    expect(await list('is_deleted=true')).toEqual([id])
    const { receivedAt, ...found } = await read(id)
    expect(found).toMatchObject({ removedByRule: 'discard', deletedAt: receivedAt })
    await request('POST', `/emails/${id}/restore`)
    expect(await list('')).toEqual([id])
    expect(await read(id)).not.toHaveProperty('removedByRule')
  })
})

test('an email for webhooks alone is announced as received, and can be read among the deleted emails', async () => {
  await subscribe()
  await addRule()
  await setRules([{ action: 'webhook' }])
  const id = await receiveFromBob()
  expect(await forwardAll()).toEqual([])
  expect(await events()).toEqual(['email.received'])
  expect(await list('')).toEqual([])
  expect(await list('is_deleted=true')).toEqual([id])
  expect(await read(id)).toMatchObject({
    removedByRule: 'webhook',
    bodyText: expect.stringContaining('hello'),
  })
})

describe('labels', () => {
  test('emails are listed by a label of theirs, which their owner can change', async () => {
    await setRules([
      { conditions: { subject: 'invoice' }, action: 'label', label: 'Invoices' },
      { action: 'label', label: 'Bob' },
    ])
    const invoice = await receiveFromBob()
    const hello = await receiveFromBob({ subject: 'hello' })
    expect(await list('label=Invoices')).toEqual([invoice])
    expect(await list('label=Bob')).toEqual([hello, invoice])
    expect(await list(`label=Bob&address_id=${bed.address.id}&subject=hello`)).toEqual([hello])
    expect(await list('label=Bo')).toEqual([])
    await request('PATCH', `/emails/${hello}`, { labels: ['Friends', 'Friends'] })
    expect((await read(hello)).labels).toEqual(['Friends'])
    expect(await list('label=Bob')).toEqual([invoice])
    await request('PATCH', `/emails/${hello}`, { labels: [] })
    expect(await read(hello)).not.toHaveProperty('labels')
  })
})

test('an email that was withheld as spam and is none goes where the rules say then', async () => {
  bed.dns.set('1.0.0.127.bl.test', { A: ['127.0.0.2'] })
  await addRule()
  publish({ spf: '-all', policy: null })
  const id = await receive(await testMessage())
  await request('PATCH', `/emails/${id}`, { isSpam: true })
  expect(await forwardAll()).toEqual([])
  expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', to: 'me@example.net' })
  const forwardToId = await addMailbox('books@example.net')
  await setRules([{ conditions: { spam: 'clean' }, action: 'forward', forwardToId, stop: true }])
  await request('PATCH', `/emails/${id}`, { isSpam: false })
  expect(await forwardAll()).toEqual(['books@example.net'])
})
