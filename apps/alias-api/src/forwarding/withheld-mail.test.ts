import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, read } = openForwardingBed(async ({ mail, sink }) => {
  await mail.startInboundWorker()
  await mail.startSendWorker(sink.url)
})
const staysAs = async (id: string, outcome: string, reason: string) => {
  expect(await forward(id)).toBe(outcome)
  expect(bed.sink.mails).toEqual([])
  expect((await read(id)).forwarding).toEqual({
    status: 'withheld',
    to: 'me@example.net',
    reason: expect.stringContaining(reason),
  })
}

describe('a withheld email', () => {
  test.each(['reject', 'quarantine'])(
    'mail that fails DMARC is withheld under the policy %s',
    async (policy) => {
      publish({ policy, spf: '-all' })
      await addRule()
      await staysAs(await receive(await testMessage()), 'forged', 'DMARC')
    },
  )

  test('mail that was changed after signing is withheld', async () => {
    publish({ spf: '-all' })
    await addRule()
    const content = (await testMessage({ isSigned: true })).toString().replace('hello', 'pay!!')
    await staysAs(await receive(Buffer.from(content)), 'forged', 'DMARC')
  })

  test('mail without an author is withheld', async () => {
    await addRule()
    await staysAs(
      await receive(Buffer.from('From: undisclosed\r\nSubject: who\r\n\r\nme\r\n')),
      'forged',
      'DMARC',
    )
  })

  test('mail that the same alias has forwarded before is withheld', async () => {
    publish()
    await addRule()
    const content = await testMessage({ isSigned: true, headers: { 'X-Waypost-Alias': bed.address.address } })
    await staysAs(await receive(content), 'loop', 'mail loop')
  })
})

test('mail is not forwarded to a domain that hosts aliases, from which it could loop', async () => {
  publish()
  await addRule()
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:bob', 'example.net', 'verified', 'x', now())
  `)
  await staysAs(await receive(await testMessage({ isSigned: true })), 'hosted', 'hosts aliases')
})

test('mail of an alias whose domain is not its owner’s any more is withheld: nothing leaves in the name of another', async () => {
  publish()
  await addRule()
  const id = await receive(await testMessage({ isSigned: true }))
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`update alias.addresses set domain_id = uuidv7()`)
  await staysAs(id, 'stopped', 'domain of the alias')
})

test('a forward is given up when DNS has not authenticated its author for a day', async () => {
  bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
  await addRule()
  const id = await receive(await testMessage())
  await expect(forward(id)).rejects.toThrow('DNS did not answer')
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`update alias.emails set received_at = now() - interval '25 hours'`)
  await staysAs(id, 'unknown', 'DNS')
})

test('a withheld email is listed as such until it is forwarded', async () => {
  publish()
  await addRule()
  const id = await receive(await testMessage({ isSigned: true }))
  const { app, person } = bed.service
  const headers = await person('ada')
  const listed = async () => {
    const response = await app.inject({ url: '/api/v1/emails?is_withheld=true&limit=10', headers })
    const { data, total } = response.json<{ data: { id: string }[]; total: number }>()
    return [data.map((email) => email.id), total]
  }
  const mark = (isSpam: boolean) =>
    app.inject({ method: 'PATCH', url: `/api/v1/emails/${id}`, headers, payload: { isSpam } })
  await mark(true)
  expect(await listed()).toEqual([[], 0])
  expect(await forward(id)).toBe('spam')
  expect(await listed()).toEqual([[id], 1])
  await mark(false)
  expect(await listed()).toEqual([[], 0])
  expect(await forward(id)).toBe('forwarded')
  expect(await listed()).toEqual([[], 0])
})
