import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { findForwards } from './find-forwards.ts'
import { planForwards } from './plan-forwards.ts'
import { openForwardingBed, letter } from './test-forwarding.ts'

let outcomes: string[]
beforeEach(() => {
  outcomes = []
})

const onOutcome = (outcome: string) => outcomes.push(outcome)
const { bed, publish, addRule, receive, forward, read, jobs } = openForwardingBed()
const told = () => waitFor('an outcome', () => outcomes.length > 0 && outcomes)
const findKey = () => Promise.reject(new Error('the key cannot be opened'))
const departures = async () => {
  const owner = bed.service.database.connectAsOwner().db
  const { rows } = await owner.execute<{ count: string }>(sql`select count(*) from alias.departures`)
  return Number(rows[0]!.count)
}

describe('mail that a rule wants', () => {
  test('is queued with its listing and leaves as it came, below a trace', async () => {
    publish()
    await addRule()
    await bed.mail.workArrivals({}, { onOutcome })
    const content = await letter({ isSigned: true })
    const id = await receive(content)
    expect((await read(id)).forwarding).toEqual({ status: 'queued', to: 'me@example.net', reason: null })
    expect(await jobs()).toBe(0)
    expect(await told()).toEqual(['forwarded'])

    await bed.mail.workDepartures(bed.sink.url)
    const [sunk] = await bed.sink.waitForMails(1)
    expect(sunk).toMatchObject({
      from: expect.stringMatching(/^bounces\+[a-z2-7]{20}@waypost\.test$/),
      to: ['me@example.net'],
    })
    expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
    await waitFor(
      'the forward to be sent',
      async () => (await read(id)).forwarding?.status === 'sent' || undefined,
    )
  })

  test('is not forwarded again by a job', async () => {
    publish()
    await addRule()
    await bed.mail.workArrivals({}, {})
    expect(await forward(await receive(await letter({ isSigned: true })))).toBe('unwanted')
    expect(await departures()).toBe(1)
  })

  test.each([
    ['forged', 'DMARC', { spf: '-all' }, {}],
    ['loop', 'been here', {}, { 'X-Waypost-Alias': 'own' }],
  ])('stays where it is: %s', async (outcome, reason, policy, headers) => {
    publish(policy)
    await addRule()
    await bed.mail.workArrivals({}, { onOutcome })
    const isOwn = 'X-Waypost-Alias' in headers
    const id = await receive(
      await letter({ isSigned: isOwn, headers: isOwn ? { 'X-Waypost-Alias': bed.address.address } : {} }),
    )
    expect((await read(id)).forwarding).toEqual({
      status: 'withheld',
      to: 'me@example.net',
      reason: expect.stringContaining(reason),
    })
    expect(await told()).toEqual([outcome])
    expect([await jobs(), await departures()]).toEqual([0, 0])
  })

  test('by none is only listed', async () => {
    publish()
    await addRule({ subject: 'receipt' })
    await bed.mail.workArrivals({}, { onOutcome })
    const id = await receive(await letter({ isSigned: true }))
    expect(await read(id)).not.toHaveProperty('forwarding')
    expect([outcomes, await jobs(), await departures()]).toEqual([[], 0, 0])
  })
})

describe('is left to a job', () => {
  test('what DNS does not speak of', async () => {
    publish()
    await addRule()
    bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
    await bed.mail.workArrivals({}, { onOutcome })
    const id = await receive(await letter({ isSigned: true }))
    expect(await read(id)).not.toHaveProperty('forwarding')
    expect([outcomes, await jobs(), await departures()]).toEqual([[], 1, 0])
    publish()
    expect(await forward(id)).toBe('forwarded')
  })

  test('what cannot be signed now', async () => {
    publish()
    await addRule()
    await bed.mail.workArrivals({}, { onOutcome, signer: { findKey } })
    const id = await receive(await letter({ isSigned: true }))
    expect([outcomes, await jobs(), await departures()]).toEqual([[], 1, 0])
    expect(await forward(id)).toBe('forwarded')
  })

  test('what is more than 2 MiB together', async () => {
    publish()
    const aliases = [bed.address]
    while (aliases.length < 12) aliases.push(await addAddress(bed.service, 'ada'))
    await addRule({}, aliases)
    const text = `${'x'.repeat(70)}\r\n`.repeat(3000)
    await bed.mail.deliver(
      aliases.map((alias) => alias.address),
      Buffer.concat([await letter(), Buffer.from(text)]),
      'bob@bob.dev',
    )
    await bed.mail.workArrivals({}, {})
    await waitFor('them to be listed', async () => (await departures()) > 0 || undefined)
    expect([await departures(), await jobs()]).toEqual([9, 3])
  })

  test('the hundred-and-first of those that are listed together', async () => {
    publish()
    await addRule()
    await bed.mail.workArrivals()
    const { db } = bed.mail.services
    const [found] = await findForwards(db, [await receive(await letter({ isSigned: true }))])
    const { email, message } = found!
    const received = Array.from({ length: 101 }, () => ({
      email: { ...email, id: newId() },
      message,
      trace: {},
    }))
    const atOnce = { dns: bed.service.services.dns, signer: bed.mail.signer }
    const plans = [...(await planForwards(db, bed.mail.services, received, atOnce)).values()]
    expect(plans.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 100 }, () => 'forwarded'),
      'later',
    ])
  })
})
