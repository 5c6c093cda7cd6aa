import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { generateKey } from 'openpgp'
import { describe, expect, test } from 'vitest'
import type { EmailDetail } from '../emails/email.ts'
import { addMailbox, confirmMailbox, suspendMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import type { ForwardJob } from './forward-queue.ts'
import { createTestForwarder, openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, read } = openForwardingBed(async ({ mail }) => {
  await mail.startInboundWorker()
})

const connect = () => bed.service.database.connectAsOwner().db
const request = async (method: 'PATCH' | 'PUT', url: string, payload: object) => {
  const { app, person } = bed.service
  const response = await app.inject({ method, url: `/api/v1${url}`, headers: await person('ada'), payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ data: EmailDetail }>().data
}
/** Adds mailboxes to which a rule each forwards all mail of the alias. */
const forwardTo = async (...names: string[]): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {}
  for (const name of names) {
    const { forwardToId } = await addMailbox(bed.service, 'ada', { email: `${name}@example.net` })
    ids[name] = forwardToId
  }
  const rules = Object.values(ids).map((forwardToId) => ({ action: 'forward', forwardToId }))
  await request('PUT', `/addresses/${bed.address.id}/rules`, { rules })
  return ids
}
const receiveFromBob = async () => {
  publish()
  return receive(await testMessage({ isSigned: true }))
}
const takeJobs = async (): Promise<ForwardJob[]> => {
  const { rows } = await connect().execute<{ data: ForwardJob }>(sql`
    delete from alias_jobs.job where name in ('forwards', 'rewritten-forwards') returning data
  `)
  return rows.map(({ data }) => data)
}
/** Makes the forwards that wait, all at the same moment. */
const forwardAll = async (jobs?: ForwardJob[]) => {
  const forward = createTestForwarder(bed)
  const due = jobs ?? (await takeJobs())
  return Promise.all(due.map(({ emailId, ...chosen }) => forward(emailId, chosen)))
}
const deliverAll = async () => {
  await forwardAll()
  await bed.mail.startSendWorker(bed.sink.url)
  await waitFor('all to have left', async () => {
    const { rows } = await connect().execute<{ count: string }>(
      sql`select count(*) from alias.outbound_messages`,
    )
    return rows[0]!.count === '0'
  })
}
const sentTo = () => bed.sink.mails.flatMap(({ to }) => to).toSorted()
const unconfirmed = async () => {
  const { rows } = await connect().execute<{ email: string }>(
    sql`select email from alias.forwarding_addresses where verified_at is null order by email`,
  )
  return rows.map(({ email }) => email)
}
const report = [
  'From: MAILER-DAEMON@example.net',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Final-Recipient: rfc822; two@example.net',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 No such user',
  '--b--',
  '',
].join('\r\n')
const queued = (name: string) => ({ status: 'queued', to: `${name}@example.net`, reason: null })
const bounced = (name: string) => ({
  status: 'bounced',
  to: `${name}@example.net`,
  reason: '550 5.1.1 No such user',
})
const sent = (name: string) => ({ status: 'sent', to: `${name}@example.net`, reason: null })

describe('an email that rules forward to several mailboxes', () => {
  test('goes to each of them once, and to that of the forwarding rule, and says what became of each', async () => {
    await addRule()
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    expect((await read(id)).forwarding).toBeUndefined()
    await deliverAll()
    expect(sentTo()).toEqual(['me@example.net', 'one@example.net', 'two@example.net'])
    expect((await read(id)).forwarding).toEqual({
      ...sent('one'),
      destinations: [sent('one'), sent('two'), sent('me')],
    })
    const froms = bed.sink.mails.map(({ from }) => from)
    expect(new Set(froms).size).toBe(3)
    for (const { content } of bed.sink.mails) expect(content.toString()).toMatch(/^Reply-To: <reply-/m)
  })

  test('goes to a mailbox once that several rules name, as to a single one', async () => {
    const { one } = await forwardTo('one')
    const rule = { action: 'forward', forwardToId: one }
    await request('PUT', `/addresses/${bed.address.id}/rules`, { rules: [rule, rule] })
    const id = await receiveFromBob()
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net'])
    expect((await read(id)).forwarding).toEqual(sent('one'))
  })

  test('goes to each once, however often and however close together its jobs run', async () => {
    await forwardTo('one', 'two')
    await receiveFromBob()
    const jobs = await takeJobs()
    const outcomes = await forwardAll([...jobs, ...jobs])
    expect(outcomes.toSorted()).toEqual(['forwarded', 'forwarded', 'unwanted', 'unwanted'])
    expect(await forwardAll(jobs)).toEqual(['unwanted', 'unwanted'])
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net', 'two@example.net'])
  })

  test('is queued while one of its forwards waits', async () => {
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    const [first] = await takeJobs()
    await forwardAll([first!])
    expect((await read(id)).forwarding).toEqual({
      ...queued('one'),
      destinations: [queued('one'), queued('two')],
    })
  })

  test('does not go to a mailbox whose rule was deleted before its job ran, and goes to the others', async () => {
    const { one } = await forwardTo('one', 'two')
    const id = await receiveFromBob()
    const rules = [{ action: 'forward', forwardToId: one }]
    await request('PUT', `/addresses/${bed.address.id}/rules`, { rules })
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net'])
    expect((await read(id)).forwarding).toEqual({ ...sent('one'), destinations: [sent('one')] })
  })

  test('bounces by itself where a mailbox is refused, and each such mailbox is suspended', async () => {
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    bed.sink.refuse({ at: 'recipient', code: 550, message: '5.1.1 No such user' })
    await deliverAll()
    expect((await read(id)).forwarding).toEqual({
      ...bounced('one'),
      destinations: [bounced('one'), bounced('two')],
    })
    expect(await unconfirmed()).toEqual(['one@example.net', 'two@example.net'])
  })

  test('a bounce that comes later is of the mailbox that it comes from, and suspends no other', async () => {
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    await deliverAll()
    const { from } = bed.sink.mails.find(({ to }) => to[0] === 'two@example.net')!
    await bed.mail.deliver(from, report, '')
    const destinations = [sent('one'), bounced('two')]
    expect((await read(id)).forwarding).toEqual({ ...bounced('two'), destinations })
    expect(await unconfirmed()).toEqual(['two@example.net'])
  })

  test('is withheld from the mailbox alone whose key has expired, and goes there with the next key', async () => {
    const { publicKey: pgpKey } = await generateKey({
      userIDs: [{ email: 'one@example.net' }],
      format: 'armored',
    })
    const { one } = await forwardTo('one', 'two')
    await request('PATCH', `/forwarding-addresses/${one}`, { pgpKey })
    await connect().execute(
      sql`update alias.forwarding_addresses set pgp_expires_at = now() - interval '1 second' where id = ${one}`,
    )
    const id = await receiveFromBob()
    await deliverAll()
    const reason = 'The PGP key of the destination has expired.'
    const withheld = { status: 'withheld', to: 'one@example.net', reason }
    expect((await read(id)).forwarding).toEqual({ ...withheld, destinations: [withheld, sent('two')] })
    await request('PATCH', `/forwarding-addresses/${one}`, { pgpKey })
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net', 'two@example.net'])
    expect(bed.sink.mails.at(-1)!.content.toString()).toContain('-----BEGIN PGP MESSAGE-----')
    expect((await read(id)).forwarding!.destinations).toEqual([sent('one'), sent('two')])
  })

  test('goes, once it is no spam any more, to the mailboxes that the rules choose then', async () => {
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    await request('PATCH', `/emails/${id}`, { isSpam: true })
    await deliverAll()
    expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', reason: 'The message is spam.' })
    await connect().execute(sql`delete from alias.forwarding_addresses`)
    await forwardTo('three', 'four')
    const released = await request('PATCH', `/emails/${id}`, { isSpam: false })
    expect(released.forwarding).toBeUndefined()
    await deliverAll()
    expect(sentTo()).toEqual(['four@example.net', 'three@example.net'])
    expect((await read(id)).forwarding!.destinations).toEqual([sent('three'), sent('four')])
  })

  test('that was withheld from a suspended mailbox leaves for it alone once that is confirmed again', async () => {
    await forwardTo('one', 'two')
    await suspendMailbox(bed.service, 'two@example.net')
    const id = await receiveFromBob()
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net'])
    await confirmMailbox(bed.service, 'two@example.net')
    await deliverAll()
    expect(sentTo()).toEqual(['one@example.net', 'two@example.net'])
    expect((await read(id)).forwarding!.destinations).toEqual([sent('one'), sent('two')])
  })

  test('that has left for one mailbox before it was spam does not leave again once it is none any more', async () => {
    await forwardTo('one', 'two')
    const id = await receiveFromBob()
    const [first, second] = await takeJobs()
    await forwardAll([first!])
    await request('PATCH', `/emails/${id}`, { isSpam: true })
    await forwardAll([second!])
    await deliverAll()
    await request('PATCH', `/emails/${id}`, { isSpam: false })
    await deliverAll()
    expect(sentTo()).toEqual([`${first!.number === 1 ? 'one' : 'two'}@example.net`])
    expect((await read(id)).forwarding).toMatchObject({ status: 'withheld', reason: 'The message is spam.' })
  })

  test('publishes email.withheld for each mailbox that it is withheld from', async () => {
    await forwardTo('one', 'two')
    await connect().execute(sql`
      insert into alias.webhooks (id, owner_id, url, events, sealed_secret, is_active, created_at)
      select uuidv7(), 'live:ada', 'https://example.com/', '{email.withheld}', 'x', true, now()
    `)
    publish({ spf: '-all' })
    await receive(await testMessage())
    await deliverAll()
    const { rows } = await connect().execute<{ to: string }>(
      sql`select body::jsonb -> 'data' ->> 'forwardTo' as to from alias.deliveries order by 1`,
    )
    expect([rows.map(({ to }) => to), sentTo()]).toEqual([['one@example.net', 'two@example.net'], []])
  })
})
