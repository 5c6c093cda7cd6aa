import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hello } from '../smtp/test-messages.ts'
import { openRcptBed } from './test-rcpt.ts'

const { bed, rcpt, addVerified, addRule, addedRule, changeRule, request, any, aliases, execute, ...smtp } =
  openRcptBed()
const { addMailbox, answerTo, answers, names, events, listRules } = smtp
const makeShop = async () => {
  await answerTo('shop@ada.dev')
  return (await aliases())[0]!
}

describe('mail to a name without an alias', () => {
  test('makes the alias by the rule of its domain, as that rule says, and is delivered to it', async () => {
    await request('POST', '/api/v1/webhooks', { url: 'https://example.com/', events: ['address.created'] })
    const forwardToId = await addMailbox()
    const { id: ruleId } = await addedRule(rcpt.domainId, {
      ...any,
      alias: 'Caught',
      forwardToId,
      expiresIn: 172_800,
    })
    expect((await rcpt.mail.deliver('Shop@ada.dev', hello)).accepted).toEqual(['Shop@ada.dev'])
    const [made] = await aliases()
    expect(made).toEqual({
      id: expect.any(String),
      address: 'shop@ada.dev',
      alias: 'Caught',
      isActive: true,
      createdAt: new Date(bed.time).toISOString(),
      expiresAt: new Date(bed.time + 172_800_000).toISOString(),
      autoRenew: true,
      ruleId,
    })
    const rule = await request('GET', `/api/v1/addresses/${made!.id}/forwarding`)
    expect(rule.json()).toMatchObject({ data: { forwardToId, isActive: true } })
    expect(await events()).toEqual([
      { addressId: made!.id, address: 'shop@ada.dev', alias: 'Caught', expiresAt: made!.expiresAt, ruleId },
    ])
    expect((await listRules(rcpt.domainId))[0]).toMatchObject({ aliasesCreated: 1 })
    const { rows } = await execute<{ address_id: string }>(sql`select address_id from alias.inbound_messages`)
    expect(rows).toEqual([{ address_id: made!.id }])
    const analytics = (await request('GET', '/api/v1/analytics')).json<object>()
    expect(analytics).toMatchObject({ totalAddresses: 1, activeAddresses: 1 })
  })

  test('is refused without a rule that matches, and while the rule is paused', async () => {
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    const { id: ruleId } = await addedRule(rcpt.domainId, { match: { type: 'prefix', value: 'shop' } })
    expect(await answerTo('news@ada.dev')).toBe('550 5.1.1')
    await changeRule(rcpt.domainId, ruleId, { isActive: false })
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    await changeRule(rcpt.domainId, ruleId, { isActive: true })
    expect(await answerTo('shop@ada.dev')).toMatch(/^250 /)
    expect(await names()).toEqual(['shop@ada.dev'])
  })

  test('makes the alias by the first rule that matches, in their order', async () => {
    await addRule(rcpt.domainId, { match: { type: 'prefix', value: 'shop-' }, alias: 'prefix' })
    await addRule(rcpt.domainId, {
      match: { type: 'regex', value: String.raw`shop-\d+` },
      alias: 'regex',
      position: 1,
    })
    await addRule(rcpt.domainId, { ...any, alias: 'any' })
    for (const name of ['shop-7', 'shop-x', 'other']) await answerTo(`${name}@ada.dev`)
    expect((await aliases()).map(({ alias }) => alias)).toEqual(['regex', 'prefix', 'any'])
  })

  test('with a plus makes the alias of what comes before it', async () => {
    await addRule(rcpt.domainId, any)
    expect(await answers(['shop+summer@ada.dev', 'shop+winter@ada.dev'])).toEqual(['250 2.1.5', '250 2.1.5'])
    expect(await names()).toEqual(['shop@ada.dev'])
  })

  test.each(['"a b"', 'a..b', 'é', 'x'.repeat(65), 'bounces', `reply-${'a'.repeat(24)}`, ''])(
    'makes none of the name %j, which no alias can have',
    async (name) => {
      await addRule(rcpt.domainId, any)
      expect(await answerTo(`${name}@ada.dev`)).toMatch(/^5\d\d /)
      expect(await names()).toEqual([])
    },
  )

  test('makes none when it bounces, or only asks whether the address exists', async () => {
    await addRule(rcpt.domainId, any)
    expect(await answerTo('shop@ada.dev', '')).toBe('550 5.1.1')
    expect(await names()).toEqual([])
  })

  test('to a role of the domain goes to its owner as before, and makes no alias while that has no mailbox', async () => {
    await addRule(rcpt.domainId, any)
    await execute(sql`update alias.accounts set email_verified = false where id = 'ada'`)
    expect(await answerTo('webmaster@ada.dev')).toBe('550 5.1.1')
    await execute(
      sql`update alias.accounts set email = 'ada@example.com', email_verified = true where id = 'ada'`,
    )
    expect(await answerTo('webmaster@ada.dev')).toMatch(/^250 /)
    expect(await names()).toEqual([])
  })

  test('is refused while the domain is pending, once it is deleted, and on a plan without domains', async () => {
    await addRule(rcpt.domainId, any)
    await execute(sql`update alias.domains set status = 'pending'`)
    expect(await answerTo('a@ada.dev')).toBe('550 5.1.1')
    await execute(sql`update alias.domains set status = 'verified'`)
    await bed.service.plan('ada', 'pro')
    expect(await answerTo('b@ada.dev')).toBe('550 5.1.1')
    await bed.service.plan('ada', 'business')
    await request('DELETE', `/api/v1/domains/${rcpt.domainId}`)
    expect(await answerTo('c@ada.dev')).toBe('550 5.1.1')
    expect(await names()).toEqual([])
  })

  test('makes aliases of test data by the rules of a test domain', async () => {
    const key = await bed.service.key('ada', { mode: 'test' })
    const { id: testId } = await addVerified('test.dev', key)
    await addRule(testId, any, key)
    expect(await answerTo('shop@test.dev')).toMatch(/^250 /)
    expect([await names(), (await aliases(key)).map(({ address }) => address)]).toEqual([
      [],
      ['shop@test.dev'],
    ])
  })
})

describe('a name that had an alias', () => {
  beforeEach(() => addRule(rcpt.domainId, any))

  test('is not revived once the alias was deleted', async () => {
    const { id: aliasId } = await makeShop()
    await request('DELETE', `/api/v1/addresses/${aliasId}`)
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    expect(await answerTo('SHOP+x@ada.dev')).toBe('550 5.1.1')
    expect(await names()).toEqual([])
  })

  test('is not revived by rules of the domain that was deleted and added again', async () => {
    const { id: aliasId } = await makeShop()
    await answerTo('news@ada.dev')
    await request('DELETE', `/api/v1/addresses/${aliasId}`)
    await request('DELETE', `/api/v1/domains/${rcpt.domainId}`)
    const { id: again } = await addVerified()
    await addRule(again, any)
    expect(await answers(['shop@ada.dev', 'news@ada.dev', 'new@ada.dev'])).toEqual([
      '550 5.1.1',
      '550 5.1.1',
      '250 2.1.5',
    ])
  })

  test('stays refused while the alias is paused, and once it has expired', async () => {
    const { id: aliasId, expiresAt } = await makeShop()
    const change = (payload: object) =>
      bed.service.app.inject({
        method: 'PATCH',
        url: `/api/v1/addresses/${aliasId}`,
        headers: bed.key,
        payload,
      })
    await change({ isActive: false })
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    await change({ isActive: true, autoRenew: false })
    bed.time = Date.parse(expiresAt)
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
  })

  test('can be given to an alias by its owner, as before', async () => {
    const { id: aliasId } = await makeShop()
    await request('DELETE', `/api/v1/addresses/${aliasId}`)
    const again = await request('POST', '/api/v1/addresses', { domain: 'ada.dev', localPart: 'shop' })
    expect(again.statusCode).toBe(201)
    expect(await answerTo('shop@ada.dev')).toMatch(/^250 /)
  })
})
