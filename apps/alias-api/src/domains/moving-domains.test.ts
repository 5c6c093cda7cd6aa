import { describe, expect, test } from 'vitest'
import { checkDueDomains } from './check-due-domains.ts'
import { findReceivers } from '../smtp/find-receivers.ts'
import { entered, openDomainBed } from './test-domains.ts'

const {
  bed,
  request,
  addOne,
  verify,
  verifyOne,
  addVerified,
  statusOf,
  createAlias,
  nextCheck,
  listen,
  told,
} = openDomainBed()

describe('several accounts with one domain', () => {
  test('a domain that was sold moves to the account that proves it at once, and its former owner is told', async () => {
    const bob = await bed.service.key('bob')
    const first = await addVerified()
    await listen()
    const alias = (await createAlias('ada.dev')).json<{ data: { id: string; address: string } }>().data
    const second = await addOne('ada.dev', bob)
    bed.dns.set('ada.dev', entered(second))
    expect((await verify(second.id, bob)).statusCode).toBe(200)
    expect([await statusOf(first.id), await statusOf(second.id, bob)]).toEqual(['pending', 'verified'])

    const services = { ...bed.service.services, db: bed.service.database.connectAs('waypost_alias_mail').db }
    expect(await findReceivers(services, [alias.address])).toMatchObject([{ refusal: 'domain' }])
    const lostAt = new Date(bed.time).toISOString()
    const lost = { domainId: first.id, domain: 'ada.dev', reason: 'moved', lostAt }
    expect(await told()).toEqual({ events: [lost], mails: ['ada@example.com'] })
  })

  test('a domain stays with its account while that account’s token is there, and while DNS does not answer', async () => {
    const bob = await bed.service.key('bob')
    const first = await addVerified()
    const second = await addOne('ada.dev', bob)
    bed.dns.set('ada.dev', entered(first, second))
    const response = await verify(second.id, bob)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Domain is verified by another account' })
    expect(await nextCheck(first.id)).toBe(bed.time)
    bed.dns.set('ada.dev', 'SERVFAIL')
    expect(await verifyOne(second.id, bob)).toMatchObject({ status: 'pending' })
    expect(await statusOf(first.id)).toBe('verified')
  })

  test('a domain that moved can move back', async () => {
    const bob = await bed.service.key('bob')
    const first = await addVerified()
    const second = await addOne('ada.dev', bob)
    bed.dns.set('ada.dev', entered(second))
    await verify(second.id, bob)
    bed.dns.set('ada.dev', entered(first))
    expect(await verifyOne(first.id)).toMatchObject({ status: 'verified' })
    expect(await statusOf(second.id, bob)).toBe('pending')
  })

  test('of two accounts that verify a domain at the same moment one succeeds', async () => {
    const keys = await Promise.all(['one', 'two', 'three'].map((account) => bed.service.key(account)))
    const made = await Promise.all(keys.map((headers) => addOne('ada.dev', headers)))
    bed.dns.set('ada.dev', entered(...made))
    const responses = await Promise.all(made.map(({ id }, index) => verify(id, keys[index])))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test('a domain that was sold leaves the test data of its former owner too, at once and at the daily checks', async () => {
    const [testKey, bob] = [await bed.service.key('ada', { mode: 'test' }), await bed.service.key('bob')]
    const [tested, sold] = [await addOne('ada.dev', testKey), await addOne('ada.dev', bob)]
    bed.dns.set('ada.dev', entered(tested, sold))
    expect(await verifyOne(tested.id, testKey)).toMatchObject({ status: 'verified' })
    // As long as its token is there, its owner shares the domain.
    expect(await verifyOne(sold.id, bob)).toMatchObject({ status: 'verified' })
    expect(await statusOf(tested.id, testKey)).toBe('verified')
    const alias = await request(
      'POST',
      '/api/v1/addresses',
      { domain: 'ada.dev', localPart: 'info' },
      testKey,
    )
    expect(alias.statusCode).toBe(201)
    bed.dns.set('ada.dev', entered(sold))
    bed.time = (await nextCheck(sold.id))!
    await checkDueDomains({
      ...bed.service.services,
      db: bed.service.database.connectAs('waypost_alias_mail').db,
    })
    expect(await statusOf(tested.id, testKey)).toBe('pending')
    const taken = await request('POST', '/api/v1/addresses', { domain: 'ada.dev', localPart: 'info' }, bob)
    expect(taken.statusCode).toBe(201)
  })

  test('a domain verified in test mode does not block the live one', async () => {
    const testKey = await bed.service.key('ada', { mode: 'test' })
    const testOnly = await addOne('ada.dev', testKey)
    const live = await addOne()
    bed.dns.set('ada.dev', entered(testOnly, live))
    expect(await verifyOne(testOnly.id, testKey)).toMatchObject({ status: 'verified' })
    expect(await verifyOne(live.id)).toMatchObject({ status: 'verified' })
  })
})
