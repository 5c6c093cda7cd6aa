import { createEgressPolicy } from '@waypost/egress'
import { startMailSink } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { describeRefusal } from './describe-refusal.ts'
import { exchanges, openMxBed, outbound, portOf } from './test-mx-transport.ts'

const { bed, createTransport, send } = openMxBed()

describe('the MX transport', () => {
  test('mail is delivered to the first MX host of the recipient’s domain, byte for byte', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev', 'nowhere.bob.dev'))
    expect(await send()).toEqual({ status: 'sent' })
    expect(bed.sink.mails).toMatchObject([
      { from: outbound.mailFrom, to: ['bob@bob.dev'], content: outbound.content },
    ])
    expect(bed.dns.questions).not.toContain('nowhere.bob.dev A')
  })

  test('mail is delivered to the next host where one is unreachable or refuses temporarily', async () => {
    bed.dns.set('bob.dev', exchanges('nowhere.bob.dev', 'mx1.bob.dev', 'mx2.bob.dev'))
    bed.sink.refuse({ at: 'recipient', code: 451 }, undefined)
    expect(await send()).toEqual({ status: 'sent' })
    expect(bed.sink.mails).toHaveLength(1)
  })

  test('mail is delivered to the domain itself where it has no MX record', async () => {
    bed.dns.set('bob.dev', { A: ['127.0.0.1'] })
    expect(await send()).toEqual({ status: 'sent' })
  })

  test('a host that announces DSN is told what the sender said of notifications, and another host is not', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const dsn = { ret: 'FULL', envid: 'x=1', orcpt: 'rfc822;ada@bob.dev' }
    await createTransport()({ ...outbound, dsn })
    const announcing = await startMailSink({ announcesDsn: true })
    await createTransport({ port: portOf(announcing) })({ ...outbound, dsn })
    expect([bed.sink.mails.length, announcing.mails[0]!.dsn]).toEqual([1, dsn])
    await announcing.close()
  })

  test('mail with a null sender is delivered with a null sender', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    await createTransport()({ ...outbound, mailFrom: '' })
    expect(bed.sink.mails).toMatchObject([{ from: '' }])
  })
})

describe('mail bounces', () => {
  test.each([
    ['to a domain that does not exist', undefined, '5.1.2', true],
    ['to a domain with a null MX', { MX: [{ exchange: '.', priority: 0 }] }, '5.1.10', true],
    ['that would loop back to this host', exchanges('mx.waypost.test', 'mx1.bob.dev'), '5.4.6', false],
  ])('mail %s bounces', async (_what, records, status, isOfMailbox) => {
    bed.dns.set('bob.dev', records)
    expect(await send()).toEqual({
      status: 'bounced',
      reason: expect.stringContaining(status),
      isOfMailbox,
    })
  })

  test('mail that a host permanently refuses bounces, and the next host is not tried', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev', 'mx2.bob.dev'))
    bed.sink.refuse({ at: 'recipient', code: 550, message: '5.1.1 No such user' }, undefined)
    expect(await send()).toMatchObject({
      status: 'bounced',
      reason: '550 5.1.1 No such user',
      isOfMailbox: true,
    })
    expect(bed.sink.mails).toEqual([])
  })
})

test.each([500, 501, 555])('a mailbox is not known by %d to the command that names it', async (code) => {
  bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
  bed.sink.refuse({ at: 'recipient', code, message: 'Syntax error' }, undefined)
  expect(await send()).toMatchObject({ status: 'bounced', isOfMailbox: false })
})

describe('deferred mail', () => {
  test.each([
    ['while DNS fails', 'SERVFAIL' as const],
    ['while no host has an address', exchanges('nowhere.bob.dev')],
  ])('mail is deferred %s', async (_what, records) => {
    bed.dns.set('bob.dev', records)
    expect(await send()).toMatchObject({ status: 'deferred' })
  })

  test('mail is deferred where every host has a forbidden address', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    expect(await send({ egress: createEgressPolicy({ allow: [] }) })).toMatchObject({
      status: 'deferred',
    })
    expect(bed.sink.mails).toEqual([])
  })

  test('mail is deferred while a host is down, and the host is not tried again for each message', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const port = portOf(bed.sink)
    await bed.sink.close()
    const transport = createTransport({ port })
    const outcomes = []
    for (let count = 0; count < 2; count += 1) outcomes.push(await transport(outbound).catch(describeRefusal))
    expect(outcomes).toEqual([
      { status: 'deferred', reason: '451 4.4.1 mx1.bob.dev could not be reached' },
      { status: 'deferred', reason: '451 4.4.1 mx1.bob.dev did not answer a moment ago' },
    ])
    expect(bed.dns.questions.filter((question) => question === 'mx1.bob.dev A')).toHaveLength(1)
  })
})
