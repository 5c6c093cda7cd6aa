import { describe, expect, test } from 'vitest'
import { checkDueDomains } from './check-due-domains.ts'
import { entered, openDomainBed } from './test-domains.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const { bed, addOne, verify, verifyOne, addVerified, statusOf, createAlias, nextCheck, listen, told } =
  openDomainBed()
/** Runs the due checks as the mail process does, under its role. */
const checkDue = () =>
  checkDueDomains({
    ...bed.service.services,
    db: bed.service.database.connectAs('waypost_alias_mail').db,
  })
/** Moves the clock to the next check and runs it. */
const checkNext = async (id: string) => {
  bed.time = (await nextCheck(id))!
  expect(await checkDue()).toBe(1)
}

describe('POST /api/v1/domains/:id/verify', () => {
  test('verifying a domain with both records succeeds at once, and aliases can be created on it', async () => {
    const made = await addOne()
    expect((await createAlias('ada.dev')).statusCode).toBe(400)
    bed.dns.set('ada.dev', entered(made))
    const response = await verify(made.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      data: { ...made, status: 'verified', checks: { mx: 'found', txt: 'found' } },
    })
    expect(await statusOf(made.id)).toBe('verified')
    expect((await createAlias('ada.dev')).statusCode).toBe(201)
  })

  test('verifying reports the missing record, and the domain stays pending with one of two', async () => {
    const made = await addOne()
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'missing', txt: 'missing' },
    })
    bed.dns.set('ada.dev', { TXT: [[made.dnsRecords.txt.value]] })
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'missing', txt: 'found' },
    })
    bed.dns.set('ada.dev', 'SERVFAIL')
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'unknown', txt: 'unknown' },
    })
  })

  test('another account’s token does not verify a domain', async () => {
    const made = await addOne()
    bed.dns.set('ada.dev', entered(await addOne('ada.dev', await bed.service.key('bob'))))
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'found', txt: 'wrong' },
    })
  })
})

describe('a pending domain', () => {
  test('a pending domain is checked by itself, with growing pauses, for seven days', async () => {
    const { id } = await addOne()
    const startedAt = bed.time
    const pausesMinutes: number[] = []
    while ((await nextCheck(id)) !== null) {
      const before = bed.time
      await checkNext(id)
      pausesMinutes.push(Math.round((bed.time - before) / minuteMs))
    }
    expect(pausesMinutes.slice(0, 8)).toEqual([1, 1, 1, 2, 2, 3, 5, 8])
    expect(Math.max(...pausesMinutes)).toBe(360)
    expect(pausesMinutes.length).toBeLessThan(50)
    expect(bed.time - startedAt).toBeGreaterThanOrEqual(7 * 24 * hourMs)
    expect(await checkDue()).toBe(0)
  })

  test('a pending domain whose checks have ended is checked again at its owner’s request, and verified once its records appear', async () => {
    const made = await addOne()
    while ((await nextCheck(made.id)) !== null) await checkNext(made.id)
    await verifyOne(made.id)
    expect(await nextCheck(made.id)).toBe(bed.time + minuteMs)
    bed.dns.set('ada.dev', entered(made))
    await checkNext(made.id)
    expect(await statusOf(made.id)).toBe('verified')
  })
})

describe('a verified domain', () => {
  test('a verified domain is checked daily', async () => {
    const { id } = await addVerified()
    expect(await nextCheck(id)).toBe(bed.time + 24 * hourMs)
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', bed.time + 24 * hourMs])
  })

  test('missing records unverify a domain at the third check, twelve hours apart, and stop its aliases’ mail', async () => {
    const { id } = await addVerified()
    bed.dns.set('ada.dev', undefined)
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', bed.time + 12 * hourMs])
    await checkNext(id)
    expect(await statusOf(id)).toBe('verified')
    await listen()
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['pending', bed.time + minuteMs])
    expect((await createAlias('ada.dev')).statusCode).toBe(400)
    const lost = { domainId: id, domain: 'ada.dev', reason: 'records_missing' }
    expect(await told()).toMatchObject({ events: [lost], mails: ['ada@example.com'] })
  })

  test('an unverified domain becomes verified again when its records reappear', async () => {
    const made = await addVerified()
    bed.dns.set('ada.dev', undefined)
    for (const _ of [1, 2, 3]) await checkNext(made.id)
    bed.dns.set('ada.dev', entered(made))
    await checkNext(made.id)
    expect(await statusOf(made.id)).toBe('verified')
  })

  test('one successful check resets the failures before it', async () => {
    const made = await addVerified()
    for (const _ of [1, 2, 3]) {
      bed.dns.set('ada.dev', undefined)
      await checkNext(made.id)
      await checkNext(made.id)
      bed.dns.set('ada.dev', entered(made))
      await checkNext(made.id)
    }
    expect(await statusOf(made.id)).toBe('verified')
  })

  test.each(['SERVFAIL', 'REFUSED', 'silence'] as const)(
    'the DNS failure %s never unverifies a domain',
    async (entry) => {
      const { id } = await addVerified()
      bed.dns.set('ada.dev', entry)
      const { dns } = bed.service.services
      const { timeoutMs } = dns
      if (entry === 'silence') dns.timeoutMs = 100
      for (const _ of [1, 2, 3, 4]) {
        await checkNext(id)
        expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', bed.time + hourMs])
      }
      dns.timeoutMs = timeoutMs
    },
  )

  test('checks at the owner’s request do not unverify a domain sooner', async () => {
    const { id } = await addVerified()
    bed.dns.set('ada.dev', undefined)
    for (const _ of [1, 2, 3, 4]) await verify(id)
    expect(await statusOf(id)).toBe('verified')
  })
})

test('several processes check a domain once', async () => {
  const { id } = await addOne()
  bed.time = (await nextCheck(id))!
  const counts = await Promise.all([checkDue(), checkDue(), checkDue()])
  expect(counts.toSorted()).toEqual([0, 0, 1])
})
