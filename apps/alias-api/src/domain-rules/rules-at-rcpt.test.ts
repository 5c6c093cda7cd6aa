import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { hello } from '../smtp/test-messages.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { openRulesBed } from './test-domain-rules.ts'

const rules = openRulesBed()
const { bed, addVerified, addRule, addedRule, changeRule, listRules, request, any, aliases, limit, execute } =
  rules
const hourMs = 3_600_000

let mail: TestMail
let id: string
beforeEach(async () => {
  mail = await startTestMail(bed.service)
  id = (await addVerified()).id
})
afterEach(() => mail.close())

/** The answers to recipients, each in a conversation of its own, all at the same moment. */
const answers = (recipients: string[], from = 'bob@example.net') =>
  Promise.all(recipients.map((to) => answerTo(to, from)))
const answerTo = async (to: string, from = 'bob@example.net') => {
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', `MAIL FROM:<${from}>`]) await dialogue.send(line)
  const answer = await dialogue.send(`RCPT TO:<${to}>`)
  dialogue.end()
  return answer.slice(0, answer.indexOf(' ', 4))
}
const names = async () => (await aliases()).map(({ address }) => address)
const events = async () => {
  const { rows } = await execute<{ body: string }>(
    sql`select body from alias.deliveries where event = 'address.created' order by id`,
  )
  return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data)
}
const makeShop = async () => {
  await answerTo('shop@ada.dev')
  return (await aliases())[0]!
}
const usage = async () =>
  (await request('GET', '/api/v1/account')).json<{ data: { usage: Record<string, object> } }>().data.usage
const waiting = async () => {
  const { rows } = await execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

describe('mail to a name without an alias', () => {
  test('makes the alias by the rule of its domain, as that rule says, and is delivered to it', async () => {
    await request('POST', '/api/v1/webhooks', { url: 'https://example.com/', events: ['address.created'] })
    const forwardToId = await rules.addMailbox()
    const { id: ruleId } = await addedRule(id, { ...any, alias: 'Caught', forwardToId, expiresIn: 172_800 })
    expect((await mail.deliver('Shop@ada.dev', hello)).accepted).toEqual(['Shop@ada.dev'])
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
    expect((await listRules(id))[0]).toMatchObject({ aliasesCreated: 1 })
    const { rows } = await execute<{ address_id: string }>(sql`select address_id from alias.inbound_messages`)
    expect(rows).toEqual([{ address_id: made!.id }])
    const analytics = (await request('GET', '/api/v1/analytics')).json<object>()
    expect(analytics).toMatchObject({ totalAddresses: 1, activeAddresses: 1 })
  })

  test('is refused without a rule that matches, and while the rule is paused', async () => {
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    const { id: ruleId } = await addedRule(id, { match: { type: 'prefix', value: 'shop' } })
    expect(await answerTo('news@ada.dev')).toBe('550 5.1.1')
    await changeRule(id, ruleId, { isActive: false })
    expect(await answerTo('shop@ada.dev')).toBe('550 5.1.1')
    await changeRule(id, ruleId, { isActive: true })
    expect(await answerTo('shop@ada.dev')).toMatch(/^250 /)
    expect(await names()).toEqual(['shop@ada.dev'])
  })

  test('makes the alias by the first rule that matches, in their order', async () => {
    await addRule(id, { match: { type: 'prefix', value: 'shop-' }, alias: 'prefix' })
    await addRule(id, { match: { type: 'regex', value: String.raw`shop-\d+` }, alias: 'regex', position: 1 })
    await addRule(id, { ...any, alias: 'any' })
    for (const name of ['shop-7', 'shop-x', 'other']) await answerTo(`${name}@ada.dev`)
    expect((await aliases()).map(({ alias }) => alias)).toEqual(['regex', 'prefix', 'any'])
  })

  test('with a plus makes the alias of what comes before it', async () => {
    await addRule(id, any)
    expect(await answers(['shop+summer@ada.dev', 'shop+winter@ada.dev'])).toEqual(['250 2.1.5', '250 2.1.5'])
    expect(await names()).toEqual(['shop@ada.dev'])
  })

  test.each(['"a b"', 'a..b', 'é', 'x'.repeat(65), 'bounces', `reply-${'a'.repeat(24)}`, ''])(
    'makes none of the name %j, which no alias can have',
    async (name) => {
      await addRule(id, any)
      expect(await answerTo(`${name}@ada.dev`)).toMatch(/^5\d\d /)
      expect(await names()).toEqual([])
    },
  )

  test('makes none when it bounces, or only asks whether the address exists', async () => {
    await addRule(id, any)
    expect(await answerTo('shop@ada.dev', '')).toBe('550 5.1.1')
    expect(await names()).toEqual([])
  })

  test('to a role of the domain goes to its owner as before, and makes no alias while that has no mailbox', async () => {
    await addRule(id, any)
    await execute(sql`update alias.accounts set email_verified = false where id = 'ada'`)
    expect(await answerTo('webmaster@ada.dev')).toBe('550 5.1.1')
    await execute(
      sql`update alias.accounts set email = 'ada@example.com', email_verified = true where id = 'ada'`,
    )
    expect(await answerTo('webmaster@ada.dev')).toMatch(/^250 /)
    expect(await names()).toEqual([])
  })

  test('is refused while the domain is pending, once it is deleted, and on a plan without domains', async () => {
    await addRule(id, any)
    await execute(sql`update alias.domains set status = 'pending'`)
    expect(await answerTo('a@ada.dev')).toBe('550 5.1.1')
    await execute(sql`update alias.domains set status = 'verified'`)
    await bed.service.plan('ada', 'pro')
    expect(await answerTo('b@ada.dev')).toBe('550 5.1.1')
    await bed.service.plan('ada', 'business')
    await request('DELETE', `/api/v1/domains/${id}`)
    expect(await answerTo('c@ada.dev')).toBe('550 5.1.1')
    expect(await names()).toEqual([])
  })

  test('makes aliases of test data by the rules of a test domain', async () => {
    const key = await bed.service.key('ada', { mode: 'test' })
    const { id: testId } = await addVerified('test.dev', key)
    await rules.addRule(testId, any, key)
    expect(await answerTo('shop@test.dev')).toMatch(/^250 /)
    expect([await names(), (await aliases(key)).map(({ address }) => address)]).toEqual([
      [],
      ['shop@test.dev'],
    ])
  })
})

describe('a name that had an alias', () => {
  beforeEach(() => addRule(id, any))

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
    await request('DELETE', `/api/v1/domains/${id}`)
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

describe('connections at the same moment', () => {
  test('make one alias of one name, with one event, and all are accepted', async () => {
    await request('POST', '/api/v1/webhooks', { url: 'https://example.com/', events: ['address.created'] })
    await addRule(id, any)
    expect(await answers(Array<string>(12).fill('shop@ada.dev'))).toEqual(Array(12).fill('250 2.1.5'))
    expect([await names(), (await events()).length]).toEqual([['shop@ada.dev'], 1])
    expect((await listRules(id))[0]).toMatchObject({ aliasesCreated: 1 })
  })

  test('make no more aliases than the account may have; the others are to try later', async () => {
    await limit({ addresses: 3 })
    await addRule(id, any)
    const given = await answers(Array.from({ length: 9 }, (_, index) => `shop-${index}@ada.dev`))
    expect(given.toSorted()).toEqual([...Array<string>(3).fill('250 2.1.5'), ...Array(6).fill('452 4.2.2')])
    expect(await names()).toHaveLength(3)
  })

  test('make no more aliases than the account’s rules may in an hour; the others are to try later', async () => {
    await limit({ addressesByRulePerHour: 4 })
    const { id: second } = await addVerified('two.dev')
    for (const each of [id, second]) await addRule(each, any)
    const given = await answers(
      Array.from({ length: 10 }, (_, index) => `shop-${index}@${index % 2 ? 'ada.dev' : 'two.dev'}`),
    )
    expect(given.toSorted()).toEqual([...Array<string>(4).fill('250 2.1.5'), ...Array(6).fill('450 4.2.1')])
    expect(await names()).toHaveLength(4)
    const resetsAt = new Date((Math.floor(bed.time / hourMs) + 1) * hourMs).toISOString()
    expect((await usage())['addressesByRulePerHour']).toEqual({ used: 4, limit: 4, resetsAt })
    // What exists already is not concerned.
    expect(await answerTo(`${(await names())[0]}`)).toBe('250 2.1.5')
    bed.time = Date.parse(resetsAt)
    expect(await answerTo('later@ada.dev')).toBe('250 2.1.5')
    expect((await usage())['addressesByRulePerHour']).toMatchObject({ used: 1 })
  })

  test('leave no active alias on a domain that is deleted meanwhile', async () => {
    await addRule(id, any)
    const { db } = bed.service.database.connectAsOwner()
    const work: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      // An alias that is being made waits for its account, and the deletion comes before it is there.
      await tx.execute(sql`select from alias.accounts where id = 'ada' for update`)
      work.push(answerTo('shop@ada.dev'))
      await waitFor('the alias to wait', async () => (await waiting()) === 1)
      const deletion = request('DELETE', `/api/v1/domains/${id}`)
      work.push(deletion)
      await Promise.race([deletion, waitFor('the deletion to wait', async () => (await waiting()) === 2)])
    })
    await Promise.all(work)
    expect(await aliases()).toMatchObject([{ address: 'shop@ada.dev', isActive: false }])
  })
})

test('twenty patterns that would keep an engine that backtracks busy for good are answered', async () => {
  for (let index = 0; index < 20; index++)
    await addRule(id, { match: { type: 'regex', value: `((a+)+|(a|a)*|(.*.*)*)b{${index + 1}}` } })
  const name = 'a'.repeat(64)
  const given = await answers([...Array<string>(10).fill(`${name}@ada.dev`), `${name.slice(1)}b@ada.dev`])
  expect(given).toEqual([...Array<string>(10).fill('550 5.1.1'), '250 2.1.5'])
})

describe('a client that tries a dictionary', () => {
  test('is stopped by the limit of unknown recipients, and what it has made counts', async () => {
    await mail.close()
    mail = await startTestMail(bed.service, { limits: { connections: 100, unknownRecipients: 3 } })
    await addRule(id, any)
    const given: string[] = []
    for (let index = 0; index < 5; index++) given.push(await answerTo(`word-${index}@ada.dev`))
    expect(given).toEqual(['250 2.1.5', '250 2.1.5', '250 2.1.5', '450 4.7.1', '450 4.7.1'])
    expect(await names()).toHaveLength(3)
  })
})
